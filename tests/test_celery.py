"""The distributed set-up without containers: real PostgreSQL, Redis and Celery workers, with docker/airflow.env.

Celery's pool processes are daemonic and a worker can be killed: both must make no difference to a run.
"""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from demo.server import DemoServer
from estner_ops.plan import read_plan
from estner_ops.settings import ROOT
from estner_ops.shards import finished_segments
from estner_ops.steps import run_name
from estner_ops.storage import Storage
from launcher.airflow import Airflow
from launcher.lifecycle import answers
from launcher.run import DEMO_CONF
from tests import postgres

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
DAG = "initial_rdfize"
BIN = Path(sys.prefix) / "bin"


@dataclass(slots=True)
class Cluster:
    airflow: Airflow
    store: Storage
    folder: Path
    environment: dict[str, str]
    workers: dict[str, "subprocess.Popen[bytes]"]


def _port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _service(name: str, command: list[str], folder: Path, environment: dict[str, str],
             ) -> Iterator["subprocess.Popen[bytes]"]:
    with (folder / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                   start_new_session=True, cwd=folder)
    try:
        yield process
    finally:
        _end(process)


def _end(process: "subprocess.Popen[bytes]", number: signal.Signals = signal.SIGTERM) -> None:
    """Ends a service with all its children; those that do not listen are killed."""
    for one in (number, signal.SIGKILL):
        try:
            os.killpg(process.pid, one)
        except ProcessLookupError:
            break
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            continue
    process.wait()


def _environment(folder: Path, database: str, redis: int, api: int, hosts: Path) -> dict[str, str]:
    shared = dict(line.split("=", 1) for line in (ROOT / "docker" / "airflow.env").read_text().splitlines()
                  if line and not line.startswith("#"))
    secret = secrets.token_urlsafe(64)
    passwords = folder / "passwords.json"
    passwords.write_text(json.dumps({"admin": "admin"}))
    sql = database.replace("postgresql://", "postgresql+psycopg://")
    return {
        **os.environ, **shared, "PYTHONPATH": str(ROOT), "AIRFLOW_HOME": str(folder / "airflow"),
        "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"), "AIRFLOW__CORE__PLUGINS_FOLDER": str(ROOT / "plugins"),
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": sql, "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN_ASYNC": sql,
        "AIRFLOW__CELERY__RESULT_BACKEND": f"db+{sql}",
        "AIRFLOW__CELERY__BROKER_URL": f"redis://127.0.0.1:{redis}/0", "AIRFLOW__API__WORKERS": "1",
        "AIRFLOW__API__HOST": "127.0.0.1", "AIRFLOW__API__PORT": str(api),
        "AIRFLOW__CORE__EXECUTION_API_SERVER_URL": f"http://127.0.0.1:{api}/execution/",
        "AIRFLOW__API__SECRET_KEY": secret, "AIRFLOW__API_AUTH__JWT_SECRET": secret,
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": "admin:admin",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(passwords),
        # The test has no minute to spare until a killed worker is noticed.
        "AIRFLOW__SCHEDULER__TASK_INSTANCE_HEARTBEAT_TIMEOUT": "10",
        "ESTNER_HOME": str(folder / "estner"), "ESTNER_CATALOGUE": sql.replace("/postgres?", "/catalogue?"),
        "ESTNER_NAME_SERVER": str(hosts), "ESTNER_ALLOWED_NETWORKS": "127.0.0.1/32", "ESTNER_SEGMENT_DOCUMENTS": "3",
        "ESTNER_READERS": "1",
    }


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("celery")
    with ExitStack() as stack:
        database = stack.enter_context(postgres.running())
        redis, api = _port(), _port()
        stack.enter_context(_service("redis", ["redis-server", "--port", str(redis), "--bind", "127.0.0.1",
                                               "--save", "", "--dir", str(folder)], folder, dict(os.environ)))
        web = stack.enter_context(DemoServer())
        web.write_hosts(folder / "hosts")
        environment = _environment(folder, database, redis, api, folder / "hosts")
        host = database.partition("host=")[2]
        subprocess.run(["psql", "-h", host, "-U", "estner", "-d", "postgres", "-q", "-f",
                        str(ROOT / "docker" / "databases.sql")], check=True)
        subprocess.run([str(BIN / "airflow"), "db", "migrate"], env=environment, check=True, capture_output=True)
        for name in ("api-server", "scheduler", "dag-processor"):
            stack.enter_context(_service(name, [str(BIN / "airflow"), name], folder, environment))
        workers = {}
        for name in ("one", "two"):
            own = {**environment, "AIRFLOW__LOGGING__WORKER_LOG_SERVER_PORT": str(_port()),
                   "AIRFLOW__CELERY__WORKER_CONCURRENCY": "1"}
            command = [str(BIN / "airflow"), "celery", "worker", "--celery-hostname", f"{name}@%h"]
            workers[name] = stack.enter_context(_service(f"worker-{name}", command, folder, own))
        url = f"http://127.0.0.1:{api}"
        _until(lambda: answers(f"{url}/api/v2/monitor/health"), folder)
        airflow = Airflow(url, "admin", "admin")
        _until(lambda: airflow.has_dag(DAG), folder)
        yield Cluster(airflow, Storage((folder / "estner" / "store").as_uri()), folder, environment, workers)


def _until(happens, folder: Path, seconds: float = 180) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + seconds
    while not happens():
        logs = "".join(f"\n== {path.name}\n{path.read_text()[-1500:]}" for path in folder.glob("*.log"))
        assert time.monotonic() < deadline, f"waited {seconds} s in vain{logs}"
        time.sleep(0.5)


def test_a_worker_killed_in_the_middle_of_a_shard_makes_no_difference(cluster: Cluster) -> None:
    run_id = cluster.airflow.trigger(DAG, {"log_path": str(ROOT / "demo" / "crawl.log"), **DEMO_CONF})
    run = run_name(run_id)
    _until(lambda: any(path.endswith("/00000.json") for path in cluster.store.list(f"runs/{run}/shards")),
           cluster.folder)
    _end(cluster.workers["one"], signal.SIGKILL)
    _until(lambda: cluster.airflow.run_state(DAG, run_id) in ("success", "failed"), cluster.folder, 400)
    assert cluster.airflow.run_state(DAG, run_id) == "success"
    planned = read_plan(cluster.store, run)
    urls = []
    for segment in finished_segments(cluster.store, [run]):
        with cluster.store.local(segment.documents) as path:
            urls += pq.read_table(path, columns=["url"])["url"].to_pylist()
    assert len(urls) == len(set(urls)) == planned.documents


def test_the_catalogue_in_postgresql_has_every_document(cluster: Cluster) -> None:
    host = cluster.environment["ESTNER_CATALOGUE"].partition("host=")[2]
    counted = subprocess.run(["psql", "-h", host, "-U", "estner", "-d", "catalogue", "-At", "-c",
                              "SELECT count(*) FROM documents"], check=True, capture_output=True, text=True)
    (run,) = {segment.run for segment in finished_segments(cluster.store)}
    assert int(counted.stdout) == read_plan(cluster.store, run).documents
