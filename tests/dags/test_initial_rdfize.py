"""initial_rdfize in one process, by Airflow's own `dag.test()`: every task runs, in order, without a scheduler."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from demo.manifest import manifest
from demo.server import DemoServer
from estner_ops.graph import Evaluators, open_release
from estner_ops.settings import ROOT, Settings, override
from estner_ops.storage import Storage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
HOSTS = ("statistika.demo.test", "keelatud.demo.test")
TEST = """
import json, sys
from airflow.dag_processing.dagbag import DagBag
dag = DagBag(sys.argv[1]).get_dag("initial_rdfize")
run = dag.test(run_conf=json.loads(sys.argv[2]))
print(json.dumps({"state": str(run.state), "tasks": {f"{one.task_id}/{one.map_index}": str(one.state)
                                                     for one in run.get_task_instances()}}))
"""


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An Airflow home with an empty database: made once, copied for each test."""
    home = tmp_path_factory.mktemp("airflow")
    subprocess.run([sys.executable, "-m", "airflow", "db", "migrate"], env=_environment(home), check=True,
                   capture_output=True)
    return home


def _environment(home: Path, **settings: str) -> dict[str, str]:
    return {**os.environ, "AIRFLOW_HOME": str(home), "PYTHONPATH": str(ROOT), "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
            "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"), "ESTNER_HOME": str(home / "estner"),
            "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{home / 'airflow.db'}", **settings}


def _run(home: Path, conf: dict[str, object], **settings: str) -> dict[str, dict[str, str]]:
    done = subprocess.run([sys.executable, "-c", TEST, str(ROOT / "dags"), json.dumps(conf)], check=False,
                          env=_environment(home, **settings), capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith('{"state"')]
    assert lines, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    found: dict[str, dict[str, str]] = json.loads(lines[-1])
    return found


def test_every_task_succeeds_and_the_release_answers(migrated: Path, tmp_path: Path) -> None:
    home = tmp_path / "airflow"
    shutil.copytree(migrated, home)
    log = home / "estner" / "logs" / "crawl.log"
    log.parent.mkdir(parents=True)
    log.write_text("".join(line for line in (ROOT / "demo" / "crawl.log").read_text().splitlines(keepends=True)
                           if any(f"/{host}/" in line for host in HOSTS)))
    with DemoServer() as server:
        server.write_hosts(tmp_path / "hosts")
        ended = _run(home, {"log_path": str(log), "delay": 0.05}, ESTNER_NAME_SERVER=str(tmp_path / "hosts"),
                     ESTNER_ALLOWED_NETWORKS="127.0.0.1/32")
    assert ended["state"] == "success"
    assert {task: state for task, state in ended["tasks"].items() if state != "success"} == {}
    assert {task.split("/")[0] for task in ended["tasks"]} == {"plan", "rdfize_shard", "merge", "archive",
                                                              "metadata_sync"}
    settings = override(Settings(), {"store": (home / "estner" / "store").as_uri()})
    with Evaluators(settings) as evaluators:
        answer = evaluators.query(open_release(Storage(settings.store), settings), results="csv",
                                  query="SELECT DISTINCT ?page WHERE { ?entity ner:mentionedAtSite ?page }")
    pages = set(answer.body.decode().split()[1:])
    assert pages == {url for url, page in manifest()["documents"].items()
                     if page["clean"] and page["entities"] and any(f"/{host}/" in url for host in HOSTS)}


def test_a_missing_log_fails_the_plan_without_another_try(migrated: Path, tmp_path: Path) -> None:
    home = tmp_path / "airflow"
    shutil.copytree(migrated, home)
    ended = _run(home, {"log_path": str(home / "estner" / "logs" / "none.log")})
    assert ended["state"] == "failed"
    assert ended["tasks"]["plan/-1"] == "failed"
    assert ended["tasks"]["rdfize_shard/-1"] == "upstream_failed"


def test_a_run_cannot_change_where_data_lies_or_what_may_be_fetched(migrated: Path, tmp_path: Path) -> None:
    home = tmp_path / "airflow"
    shutil.copytree(migrated, home)
    ended = _run(home, {"log_path": str(ROOT / "demo" / "crawl.log"), "allowed_networks": "0.0.0.0/0"})
    assert ended["tasks"]["plan/-1"] == "failed"
