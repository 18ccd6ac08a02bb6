"""`./estner run`: the whole pipeline on a crawl log, through Airflow, with progress and an answer at the end."""

import shutil
import time
from collections import Counter
from pathlib import Path

import requests

from estner_ops import settings as settings_module
from estner_ops.errors import EstnerError
from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.location import find_logs
from estner_ops.settings import HOME, ROOT
from estner_ops.shards import finished_shards, shard_folder
from estner_ops.steps import run_name
from estner_ops.storage import Storage
from launcher.airflow import Airflow, TaskState
from launcher.configuration import Ports, login
from launcher.lifecycle import ensure_running
from launcher.progress import progress, say

DAG = "initial_rdfize"
DEMO_LOG = ROOT / "demo" / "crawl.log"
# Small shards, so that there is something to see; the rest is what the demo's manifest expects.
DEMO_CONF = {"shard_documents": 20, "delay": 0.15, "max_delay": 1.0, "document_seconds": 15.0, "max_body": 1_000_000}
DEMO_QUERY = """SELECT ?page WHERE {
  ?organisation a nerd:Organization ; ner:lemma "tartu ülikool" ; ner:mentionedAtSite ?page
} ORDER BY ?page"""
ENDED = {"success": "✓", "failed": "✗ failed:", "upstream_failed": "– not begun:", "skipped": "– skipped:"}
TASKS = ["plan", "rdfize_shard", "merge", "archive", "metadata_sync"]


def run(log: Path | None) -> int:
    """Runs `initial_rdfize` on this log (the demo's if None) and waits for its end."""
    log_path, conf = _own_log(log) if log else (str(DEMO_LOG), DEMO_CONF)
    ports = ensure_running()
    user, password = login()
    try:
        airflow = Airflow(ports.airflow_url, user, password)
        _wait_for_dag(airflow)
        run_id = airflow.trigger(DAG, {"log_path": log_path, **conf})
        say(f"Run {run_id} of {DAG} on {log_path}")
        state = _follow(airflow, run_id)
        if state != "success":
            _explain(airflow, run_id)
    except requests.ConnectionError as error:
        raise EstnerError("Airflow does not answer any more: were the services stopped? `./estner run` starts them, "
                          "and a run that was begun goes on by itself") from error
    if state == "success":
        _sum_up(run_name(run_id))
    _where(ports, user, password, run_id)
    if state != "success":
        return 1
    if not log:
        _answer(ports)
    return 0


def _own_log(log: Path) -> tuple[str, dict[str, float]]:
    """The user's log, copied to where logs may lie: Airflow reads no other place."""
    given = log.expanduser().resolve()
    roots = [Path(root) for root in settings_module.load().log_roots if "://" not in root]
    if any(given.is_relative_to(root.resolve()) for root in roots):
        return str(given), {}
    files = [Path(one.name) for one in find_logs(str(given), ["/"])]  # of a folder, only what belongs to the crawl log
    target = HOME / "logs" / given.name
    if given.is_dir():
        shutil.rmtree(target, ignore_errors=True)
    places = [target / one.name for one in files] if given.is_dir() else [target]
    for file, place in zip(files, places, strict=True):
        say(f"Copying {file} to {place}")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, part := place.with_name(f"{place.name}.part"))
        part.replace(place)
    return str(target), {}


def _wait_for_dag(airflow: Airflow) -> None:
    """A fresh Airflow knows its DAGs some seconds after it answers."""
    deadline = time.monotonic() + 120
    while not airflow.has_dag(DAG):
        if time.monotonic() > deadline:
            raise EstnerError(f"Airflow does not know {DAG} after 120 s. {' '.join(airflow.import_errors())}")
        progress("waiting for Airflow to read its DAGs …")
        time.sleep(0.5)


def _follow(airflow: Airflow, run_id: str) -> str:
    """Shows the tasks while the run goes on; returns its final state."""
    finished: set[tuple[str, int]] = set()
    started = time.monotonic()
    while True:
        state = airflow.run_state(DAG, run_id)
        tasks = airflow.tasks(DAG, run_id)
        for task in sorted(tasks, key=lambda one: (TASKS.index(one.task), one.map_index)):
            key = (task.task, task.map_index)
            if task.state in ENDED and key not in finished:
                finished.add(key)
                say(f"  {ENDED[task.state]} {task.task} {task.label}".rstrip())
        if state in ("success", "failed"):
            say(f"Run {state} after {time.monotonic() - started:.0f} s")
            return state
        progress(_bar(tasks, time.monotonic() - started))
        time.sleep(1.0)


def _bar(tasks: list[TaskState], seconds: float) -> str:
    shards = Counter(task.state for task in tasks if task.task == "rdfize_shard" and task.map_index >= 0)
    now = ", ".join(sorted({task.task for task in tasks if task.state in ("running", "queued")})) or "waiting"
    of = f" · shards {shards['success']}/{sum(shards.values())}" if shards else ""
    return f"{seconds:4.0f} s · {now}{of}"


def _explain(airflow: Airflow, run_id: str) -> None:
    """Why the tasks that failed did so; the last words of one that died without a reason."""
    for task in airflow.tasks(DAG, run_id):
        if task.state == "failed":
            reason = airflow.task_error(DAG, run_id, task)
            last = airflow.task_log(DAG, run_id, task).splitlines()[-12:] if not reason else [reason]
            say(f"\n{task.task} {task.label}".rstrip() + " failed: " + "\n".join(last))


def _sum_up(run: str) -> None:
    """What became of the documents: a run succeeds even if no host could be reached."""
    storage = Storage(settings_module.load().store)
    outcomes: Counter[str] = Counter()
    names = 0
    for shard in finished_shards(storage, run):
        figures = storage.read_json(f"{shard_folder(run, shard)}/_SUCCESS")
        outcomes.update(figures["outcomes"])
        names += figures["mentions"]
    say(f"{outcomes.total():,} documents: {outcomes.pop('read', 0):,} read, {names:,} names in them")
    for code, count in outcomes.most_common():
        say(f"{count:9,}  {code:18} {OUTCOMES[code].sentence}")


def _where(ports: Ports, user: str, password: str, run_id: str) -> None:
    say(f"""
  Airflow     {ports.airflow_url}/dags/{DAG}   user {user}, password {password}
  query page  {ports.api_url}/
  files       {settings_module.load().store}/runs/{run_name(run_id)}
  stop        ./estner stop
""")


def _answer(ports: Ports) -> None:
    response = requests.post(f"{ports.api_url}/sparql", data={"query": DEMO_QUERY}, timeout=60,
                             headers={"Accept": "application/sparql-results+json"})
    response.raise_for_status()
    pages = [row["page"]["value"] for row in response.json()["results"]["bindings"]]
    say(f"Which pages mention Tartu Ülikool? {len(pages)} do:\n{DEMO_QUERY}\n")
    for page in pages:
        say(f"  {page}")
