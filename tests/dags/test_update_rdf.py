"""update_rdf as Airflow runs it: all tasks, on a small web that has changed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.update import changed_relations, environment, initial, outcomes
from bench.update_web import Mixture, UpdateWeb
from estner_ops import settings as settings_module
from estner_ops.catalogue.lock import holder_of
from estner_ops.graph import current_id
from estner_ops.settings import ROOT
from estner_ops.storage import Storage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
MIXTURE = Mixture(documents=30, hosts=3, changed=4, vanished=1, moved=1, dated=2, stamped=2)


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UpdateWeb]:
    monkeypatch.setenv("ESTNER_READERS", "1")
    with UpdateWeb(MIXTURE) as running, environment(tmp_path / "ours", running):
        initial("first")
        running.state = 2
        yield running


@pytest.fixture
def airflow(tmp_path: Path) -> dict[str, str]:
    """The environment of a fresh Airflow with its database."""
    home = tmp_path / "airflow"
    variables = {**os.environ, "AIRFLOW_HOME": str(home), "PYTHONPATH": str(ROOT),
                 "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"),
                 "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{home / 'airflow.db'}"}
    run(variables, "db", "migrate")
    return variables


def run(variables: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "airflow", *words], env=variables, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout + done.stderr


def update_runs(storage: Storage) -> list[str]:
    return sorted({path.split("/")[1] for path in storage.list("runs") if path.endswith("/update/report.txt")})


def test_a_dry_run_then_all_tasks_then_nothing_to_do(web: UpdateWeb, airflow: dict[str, str]) -> None:
    conf = {"older_than_days": 0, "delay": 0, "shard_documents": 10}
    storage = Storage(settings_module.load().store)
    release = current_id(storage)
    run(airflow, "dags", "test", "update_rdf", "2029-01-01", "-c", json.dumps({**conf, "dry_run": True}))
    (dry,) = update_runs(storage)
    assert "30 checked: 6 would be read again" in storage.read_text(f"runs/{dry}/update/report.txt")
    assert not storage.list(f"runs/{dry}/shards")
    assert current_id(storage) == release
    assert holder_of(storage, "update", 900) is None

    run(airflow, "dags", "test", "update_rdf", "-c", json.dumps(conf))
    (name,) = set(update_runs(storage)) - {dry}
    assert "30 checked: 4 changed and read again" in storage.read_text(f"runs/{name}/update/report.txt")
    assert outcomes(name)["read"] == 4
    assert {page for _, _, page in changed_relations()} == web.of_kind("changed")
    assert holder_of(storage, "update", 900) is None, "the last task frees the lock"

    run(airflow, "dags", "test", "update_rdf", "2030-01-01", "-c", json.dumps({"hosts": ["nowhere.ee"]}))
    (other,) = set(update_runs(storage)) - {name, dry}
    assert "no document is due" in storage.read_text(f"runs/{other}/update/report.txt")
    assert holder_of(storage, "update", 900) is None
