"""What holds for every DAG: it imports, explains itself, retries, and keeps its tasks in order."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from estner_ops.settings import ROOT, Settings

Dags = dict[str, dict[str, Any]]
CHECK = """
import json, sys
from airflow.dag_processing.dagbag import DagBag
bag = DagBag(sys.argv[1])
assert not bag.import_errors, bag.import_errors
print(json.dumps({name: {
    "doc": dag.doc_md or "", "tags": sorted(dag.tags), "catchup": dag.catchup,
    "defaults": {key: dag.params[key] for key in dag.params if key != "log_path"},
    "schedule": str(dag.schedule), "max_active_runs": dag.max_active_runs,
    "params": {key: param.schema for key, param in dag.params.items() for param in [dag.params.get_param(key)]},
    "tasks": {task.task_id: {"retries": task.retries, "owner": task.owner,
                             "upstream": sorted(task.upstream_task_ids)} for task in dag.tasks},
} for name, dag in bag.dags.items()}))
"""


@pytest.fixture(scope="module")
def dags(tmp_path_factory: pytest.TempPathFactory) -> Dags:
    """The DAGs as Airflow reads them, in a process of its own: Airflow is configured when it is imported."""
    home: Path = tmp_path_factory.mktemp("airflow")
    environment = {**os.environ, "AIRFLOW_HOME": str(home), "PYTHONPATH": str(ROOT),
                   "ESTNER_DELAY": "7.5", "ESTNER_LOG_ROOTS": "/crawls gs://logs",
                   "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"),
                   "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{home / 'airflow.db'}"}
    done = subprocess.run([sys.executable, "-W", "error::DeprecationWarning:dags", "-c", CHECK, str(ROOT / "dags")],
                          env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: Dags = json.loads(done.stdout.splitlines()[-1])
    return found


def test_every_dag_explains_itself(dags: Dags) -> None:
    for name, dag in dags.items():
        for words in ("When it runs", "When a task is red"):
            assert words in dag["doc"], f"{name} does not say: {words}"
        assert dag["tags"] == ["estner"]
        assert dag["catchup"] is False


def test_every_task_has_an_owner_and_retries(dags: Dags) -> None:
    for name, dag in dags.items():
        for task, facts in dag["tasks"].items():
            assert facts["owner"] == "estner", f"{name}.{task}"
            assert facts["retries"] >= 2, f"{name}.{task}"


def test_every_parameter_has_a_title_and_a_description(dags: Dags) -> None:
    for name, dag in dags.items():
        for key, schema in dag["params"].items():
            assert schema.get("title"), f"{name}.{key}"
            assert schema.get("description_md") or schema.get("description"), f"{name}.{key}"


def test_the_forms_begin_with_what_the_settings_say(dags: Dags) -> None:
    """A scheduled run uses the form as it begins: a number of its own there would overrule the operator's."""
    for name in ("initial_rdfize", "update_rdf"):
        assert dags[name]["defaults"]["delay"] == 7.5
        assert dags[name]["defaults"]["shard_documents"] == Settings().shard_documents
    assert "- /crawls\n- gs://logs" in dags["initial_rdfize"]["params"]["log_path"]["description_md"]


def test_initial_rdfize_keeps_its_order(dags: Dags) -> None:
    tasks = dags["initial_rdfize"]["tasks"]
    assert {task: facts["upstream"] for task, facts in tasks.items()} == {
        "plan": [], "rdfize_shard": ["plan"], "merge": ["rdfize_shard"], "archive": ["merge"],
        "metadata_sync": ["archive"],
    }


def test_update_rdf_keeps_its_order(dags: Dags) -> None:
    tasks = dags["update_rdf"]["tasks"]
    assert {task: facts["upstream"] for task, facts in tasks.items()} == {
        "choose": [], "refresh_shard": ["choose"], "merge": ["refresh_shard"], "archive": ["merge"],
        "metadata_sync": ["archive"], "report": ["metadata_sync"],
    }


def test_update_rdf_runs_monthly_and_one_at_a_time(dags: Dags) -> None:
    assert dags["update_rdf"]["schedule"] == "@monthly"
    assert dags["update_rdf"]["max_active_runs"] == 1
    assert set(dags["update_rdf"]["params"]) >= {"hosts", "media_types", "older_than_days", "most", "dry_run"}


def test_log_path_is_required(dags: Dags) -> None:
    assert dags["initial_rdfize"]["params"]["log_path"]["type"] == "string"
