"""`./estner run`: a whole run through Airflow, with progress and an answer at the end.

Of `initial_rdfize` on a crawl log or, with --update, of `update_rdf` on the demo web as it is a month later.
"""

import hashlib
import os
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

import requests

from estner_ops import settings as settings_module
from estner_ops.errors import EstnerError, LogError
from estner_ops.graph import current_id
from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.location import find_logs
from estner_ops.settings import HOME, ROOT
from estner_ops.shards import finished_shards, shard_folder
from estner_ops.steps import run_name
from estner_ops.storage import Storage
from launcher.airflow import Airflow, TaskState
from launcher.configuration import DEMO_STATE, Ports, login
from launcher.lifecycle import ensure_running
from launcher.progress import progress, say

INITIAL, UPDATE = "initial_rdfize", "update_rdf"
DEMO_LOG = ROOT / "demo" / "crawl.log"
# Small shards, so that there is something to see; the rest is what the demo's manifest expects.
DEMO_CONF = {"shard_documents": 20, "delay": 0.15, "max_delay": 1.0, "document_seconds": 15.0, "max_body": 1_000_000}
DEMO_QUERY = """SELECT ?page WHERE {
  ?organisation a nerd:Organization ; ner:lemma "tartu ülikool" ; ner:mentionedAtSite ?page
} ORDER BY ?page"""
ENDED = {"success": "✓", "failed": "✗ failed:", "upstream_failed": "– not begun:", "skipped": "– skipped:"}
TASKS = ["plan", "rdfize_shard", "choose", "refresh_shard", "merge", "archive", "metadata_sync", "report"]


def run(log: Path | None) -> int:
    """Runs `initial_rdfize` on this log (the demo's if None) and waits for its end."""
    log_path, conf = _own_log(log) if log else (str(DEMO_LOG), DEMO_CONF)
    ports = ensure_running()
    if not log:
        DEMO_STATE.write_text("1")
    run_id, good = _run(ports, INITIAL, {"log_path": log_path, **conf}, f" on {log_path}")
    if good:
        _sum_up(run_name(run_id))
    _where(ports, INITIAL, run_id)
    if good and not log:
        _answer(_pages(ports))
    return 0 if good else 1


def update() -> int:
    """Switches the demo web to its second state, runs `update_rdf` on it and shows how an answer changed."""
    storage = Storage(settings_module.load().store)
    if current_id(storage) is None:
        raise EstnerError("there is nothing to update yet: `./estner run` first")
    ports = ensure_running()
    before = _pages(ports)
    DEMO_STATE.write_text("2")
    conf = {**DEMO_CONF, "hosts": ["demo.test"], "older_than_days": 0}
    run_id, good = _run(ports, UPDATE, conf, " on the demo web, a month later")
    if good:
        say(storage.read_text(f"runs/{run_name(run_id)}/update/report.txt").strip())
    _where(ports, UPDATE, run_id)
    if good:
        _answer(_pages(ports), before)
    return 0 if good else 1


def _run(ports: Ports, dag: str, conf: dict[str, Any], on: str) -> tuple[str, bool]:
    """Triggers a run and follows it to its end; its id and whether it succeeded."""
    try:
        airflow = Airflow(ports.airflow_url, *login())
        _wait_for_dag(airflow, dag)
        run_id = airflow.trigger(dag, conf)
        say(f"Run {run_id} of {dag}{on}")
        good = _follow(airflow, dag, run_id) == "success"
        if not good:
            _explain(airflow, dag, run_id)
        return run_id, good
    except requests.ConnectionError as error:
        raise EstnerError("Airflow does not answer any more: were the services stopped? `./estner run` starts them, "
                          "and a run that was begun goes on by itself") from error


def _own_log(log: Path) -> tuple[str, dict[str, float]]:
    """The user's log, copied to where logs may lie: Airflow reads no other place."""
    given = log.expanduser().resolve()
    roots = [Path(root) for root in settings_module.load().log_roots if "://" not in root]
    if any(given.is_relative_to(root.resolve()) for root in roots):
        return str(given), {}
    files = [Path(one.name) for one in find_logs(str(given), ["/"])]  # of a folder, only what belongs to the crawl log
    # A folder for each log that was ever given: most are called crawl.log, and one must not take another's place.
    folder = HOME / "logs" / f"{given.name}-{hashlib.sha224(os.fsencode(given)).hexdigest()[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        _copy(file, folder / file.name)
    for old in {*folder.iterdir()} - {folder / file.name for file in files}:
        old.unlink()
    return str(folder if given.is_dir() else folder / given.name), {}


def _copy(file: Path, place: Path) -> None:
    say(f"Copying {file} to {place}")
    part = place.with_name(f"{place.name}.part")
    try:
        shutil.copyfile(file, part)
        part.replace(place)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise LogError(f"{file} cannot be copied to {place}: {error.strerror or error}") from error


def _wait_for_dag(airflow: Airflow, dag: str) -> None:
    """A fresh Airflow knows its DAGs some seconds after it answers."""
    deadline = time.monotonic() + 120
    while not airflow.has_dag(dag):
        if time.monotonic() > deadline:
            raise EstnerError(f"Airflow does not know {dag} after 120 s. {' '.join(airflow.import_errors())}")
        progress("waiting for Airflow to read its DAGs …")
        time.sleep(0.5)


def _follow(airflow: Airflow, dag: str, run_id: str) -> str:
    """Shows the tasks while the run goes on; returns its final state."""
    finished: set[tuple[str, int]] = set()
    started = time.monotonic()
    while True:
        state = airflow.run_state(dag, run_id)
        tasks = airflow.tasks(dag, run_id)
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
    shards = Counter(task.state for task in tasks if task.map_index >= 0)
    now = ", ".join(sorted({task.task for task in tasks if task.state in ("running", "queued")})) or "waiting"
    of = f" · shards {shards['success']}/{sum(shards.values())}" if shards else ""
    return f"{seconds:4.0f} s · {now}{of}"


def _explain(airflow: Airflow, dag: str, run_id: str) -> None:
    """Why the tasks that failed did so; the last words of one that died without a reason."""
    for task in airflow.tasks(dag, run_id):
        if task.state == "failed":
            reason = airflow.task_error(dag, run_id, task)
            last = airflow.task_log(dag, run_id, task).splitlines()[-12:] if not reason else [reason]
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


def _where(ports: Ports, dag: str, run_id: str) -> None:
    user, password = login()
    say(f"""
  Airflow     {ports.airflow_url}/dags/{dag}   user {user}, password {password}
  query page  {ports.api_url}/
  files       {settings_module.load().store}/runs/{run_name(run_id)}
  stop        ./estner stop
""")


def _pages(ports: Ports) -> list[str]:
    """The answer to the demo's question."""
    response = requests.post(f"{ports.api_url}/sparql", data={"query": DEMO_QUERY}, timeout=60,
                             headers={"Accept": "application/sparql-results+json"})
    response.raise_for_status()
    return [row["page"]["value"] for row in response.json()["results"]["bindings"]]


def _answer(pages: list[str], before: list[str] | None = None) -> None:
    """What the answer is and, after an update, what it was: pages that are new or no longer in it are marked."""
    was = "" if before is None else f", {len(before)} did before the update"
    say(f"Which pages mention Tartu Ülikool? {len(pages)} do{was}:\n{DEMO_QUERY}\n")
    for page in sorted({*pages, *(before or [])}):
        mark = "-" if page not in pages else "+" if before is not None and page not in before else " "
        say(f"{mark} {page}" if before is not None else f"  {page}")
