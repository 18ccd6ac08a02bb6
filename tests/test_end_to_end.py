"""The product as its user meets it: `./estner run`, the real Airflow with its scheduler, and what SPARQL answers."""

import gzip
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import requests

from demo.manifest import manifest
from estner_ops.settings import ROOT
from estner_ops.steps import run_name
from estner_ops.storage import Storage
from estner_ops.tracing import trace
from launcher.airflow import Airflow, TaskState
from launcher.run import DEMO_CONF

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
DAG = "initial_rdfize"
NAME = {"PER": "foaf:name", "ORG": "ner:orgName", "LOC": "ner:locationName"}


@dataclass(slots=True)
class Embedded:
    """The embedded set-up in a folder of its own."""

    home: Path
    output: str = ""
    services: dict[str, Any] = field(default_factory=dict)

    def estner(self, *words: str) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "ESTNER_HOME": str(self.home)}
        return subprocess.run([str(ROOT / "estner"), *words], env=environment, capture_output=True, text=True,
                              check=False, timeout=600)

    def airflow(self) -> Airflow:
        password = json.loads((self.home / "secrets.json").read_text())["password"]
        return Airflow(f"http://127.0.0.1:{self.services['ports']['airflow']}", "admin", password)

    def sparql(self, query: str) -> list[dict[str, str]]:
        response = requests.get(f"http://127.0.0.1:{self.services['ports']['api']}/sparql", params={"query": query},
                                headers={"Accept": "application/sparql-results+json"}, timeout=30)
        assert response.status_code == 200, response.text
        return [{name: value["value"] for name, value in row.items()}
                for row in response.json()["results"]["bindings"]]


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """One `./estner run` on the demo's crawl log, for all tests of this module; taken down and wiped at the end."""
    running = Embedded(tmp_path_factory.mktemp("estner"))
    try:
        done = running.estner("run")
        logs = "".join(f"\n== {path.name}\n{path.read_text()[-3000:]}"
                       for path in (running.home / "service-logs").glob("*.log"))
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}{logs}"
        running.output = done.stdout
        running.services = json.loads((running.home / "services.json").read_text())
        yield running
    finally:
        wiped = running.estner("wipe", "--yes")
        assert wiped.returncode == 0, wiped.stderr
        assert not running.home.exists()


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return manifest()


def test_the_run_ends_with_places_to_click_and_an_answer(embedded: Embedded, expected: dict[str, Any]) -> None:
    assert re.search(r"Airflow +http://127\.0\.0\.1:\d+", embedded.output)
    assert re.search(r"query page +http://127\.0\.0\.1:\d+", embedded.output)
    pages = [url for url, page in expected["documents"].items()
             if page["clean"] and any(one["name"] == "Tartu Ülikool" for one in page["entities"])]
    assert pages
    for page in pages:
        assert page in embedded.output


def test_every_entity_of_the_clean_documents_is_found_on_its_page_in_nominative(
        embedded: Embedded, expected: dict[str, Any]) -> None:
    found = {(kind, row["name"], row["page"]) for kind, name in NAME.items() for row in embedded.sparql(
        f"SELECT ?name ?page WHERE {{ ?entity {name} ?name ; ner:mentionedAtSite ?page }}")}
    wanted = {(one["type"], one["name"], url) for url, page in expected["documents"].items() if page["clean"]
              for one in page["entities"]}
    assert len(wanted) > 150
    assert not sorted(wanted - found)


def test_an_entity_is_found_by_the_forms_in_which_it_was_seen(embedded: Embedded, expected: dict[str, Any]) -> None:
    missing = []
    lemmas = {(row["name"], row["form"]) for name in NAME.values() for row in embedded.sparql(
        f"SELECT DISTINCT ?name ?form WHERE {{ ?entity {name} ?name ; ner:lemma ?form }}")}
    for page in expected["documents"].values():
        for one in page["entities"] if page["clean"] else []:
            missing += [(one["name"], form) for form in one["forms"] if (one["name"], form) not in lemmas]
    assert not missing


def test_misbehaving_hosts_are_outcomes_not_failures(embedded: Embedded, expected: dict[str, Any]) -> None:
    odd = {url: page["outcome"] for url, page in expected["documents"].items() if not page["clean"]}
    assert len(odd) > 15
    storage = Storage((embedded.home / "store").as_uri())
    said = {url: "\n".join(trace(storage, url)) for url in odd}
    assert not {url: (outcome, said[url]) for url, outcome in odd.items() if f"[{outcome}]" not in said[url]}


def test_trace_tells_a_person_what_became_of_a_url(embedded: Embedded) -> None:
    told = embedded.estner("trace", "HTTP://keelatud.demo.test:80/leht.html#top")
    assert told.returncode == 0
    assert "The line became a source and was handed to a shard. [accepted]" in told.stdout
    assert "The host's robots.txt does not allow this address. [robots-forbidden]" in told.stdout
    unknown = embedded.estner("trace", "http://nowhere.demo.test/")
    assert unknown.returncode == 1
    assert "no crawl log that was planned has http://nowhere.demo.test/" in unknown.stdout


def test_airflow_shows_each_shard_by_its_label_and_logs_failures_in_words(embedded: Embedded) -> None:
    airflow = embedded.airflow()
    run = re.search(r"Run (\S+) of initial_rdfize", embedded.output)
    assert run
    tasks = airflow.tasks(DAG, run[1])
    shards = [task for task in tasks if task.task == "rdfize_shard"]
    assert len(shards) >= 3
    assert all(" documents" in task.label for task in shards)
    assert {task.state for task in tasks} == {"success"}
    logs = "\n".join(airflow.task_log(DAG, run[1], task) for task in shards)
    assert "The host's robots.txt does not allow this address. [robots-forbidden]" in logs


def test_a_second_run_on_a_gzipped_log_publishes_the_same_graph(embedded: Embedded) -> None:
    before = embedded.sparql("SELECT ?s ?p ?o WHERE { ?s ?p ?o } ORDER BY ?s ?p ?o")
    (embedded.home / "logs").mkdir(exist_ok=True)
    log = embedded.home / "logs" / "second.log.gz"
    log.write_bytes(gzip.compress((ROOT / "demo" / "crawl.log").read_bytes()))
    airflow = embedded.airflow()
    tasks = _wait(airflow, airflow.trigger(DAG, {"log_path": str(log), **DEMO_CONF}))
    assert {task.state for task in tasks} == {"success"}
    assert _reference(embedded.sparql("SELECT ?s ?p ?o WHERE { ?s ?p ?o } ORDER BY ?s ?p ?o")) == _reference(before)


def _reference(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """The triples of entities: what describes the release itself (its date, its run) differs from run to run."""
    return [row for row in rows if "/id/" in row["s"]]


def _bad_logs(home: Path) -> dict[str, tuple[str, str]]:
    folder = home / "logs"
    folder.mkdir(exist_ok=True)
    (folder / "empty.log").touch()
    (folder / "binary.log").write_bytes(bytes(range(256)) * 400)
    outside = home.parent / "outside.log"
    outside.write_text((ROOT / "demo" / "crawl.log").read_text())
    return {
        "missing": (str(folder / "none.log"), "none.log"),
        "outside": (str(outside), "outside.log"),
        "empty": (str(folder / "empty.log"), "empty"),
        "binary": (str(folder / "binary.log"), "binary.log"),
    }


def test_a_log_that_cannot_be_read_fails_the_plan_in_words_and_starts_no_shard(embedded: Embedded) -> None:
    airflow = embedded.airflow()
    runs = {kind: (airflow.trigger(DAG, {"log_path": path}), word)
            for kind, (path, word) in _bad_logs(embedded.home).items()}
    for kind, (run, word) in runs.items():
        tasks = _wait(airflow, run)
        states = {task.task: task.state for task in tasks}
        assert states["plan"] == "failed", kind
        assert states["rdfize_shard"] == "upstream_failed", kind
        log = airflow.task_log(DAG, run, next(task for task in tasks if task.task == "plan"))
        assert word in log, f"{kind}: {log[-2000:]}"


def _wait(airflow: Airflow, run: str) -> list[TaskState]:
    deadline = time.monotonic() + 240
    while airflow.run_state(DAG, run) not in ("success", "failed"):
        assert time.monotonic() < deadline, f"run {run} does not end"
        time.sleep(0.5)
    return airflow.tasks(DAG, run)


def test_an_update_of_the_demo_a_month_later(embedded: Embedded) -> None:
    told = embedded.estner("run", "--update")
    assert told.returncode == 0, told.stdout + told.stderr
    storage = Storage((embedded.home / "store").as_uri())
    run = run_name(re.search(r"Run (\S+) of update_rdf", told.stdout)[1])  # type: ignore[index]
    known, documents = manifest()["documents"], manifest(2)["documents"]
    outcomes = {url: page["outcome"] for url, page in documents.items() if page["clean"] or known[url]["clean"]}
    assert {"read", "gone", "unchanged-text", "not-modified", "unchanged"} == set(outcomes.values())
    found = {url: "\n".join(trace(storage, url, run)) for url in outcomes}
    assert not {url: said for url, said in found.items() if f"[{outcomes[url]}]" not in said}
    read = sum(outcome == "read" for outcome in outcomes.values())
    assert re.search(rf"^update {run}: {len(documents)} checked: {read} changed and read again, .* gone, .*; release ",
                     told.stdout, re.MULTILINE)
    lost = "http://www.ministeerium.demo.test/uudised/uus-oppeaasta.html"
    assert re.search(r"^- " + re.escape(lost) + "$", told.stdout, re.MULTILINE)
    answer = embedded.sparql(f'SELECT ?name WHERE {{ ?one ner:orgName ?name ; ner:mentionedAtSite <{lost}> }}')
    assert answer == [{"name": "Tallinna Ülikool"}]


def test_status_names_every_service_and_stop_ends_them(embedded: Embedded) -> None:
    status = embedded.estner("status")
    assert status.returncode == 0, status.stdout
    assert "DOES NOT ANSWER" not in status.stdout
    for service in ("demo-web", "airflow-api", "airflow-scheduler", "airflow-dag-processor", "query-api"):
        assert re.search(rf"{service} +answers", status.stdout), status.stdout
    assert len(re.findall(r"(?:success|failed) +(?:initial_rdfize|update_rdf) ", status.stdout)) == 5  # the last ones
    assert embedded.estner("stop").returncode == 0
    assert embedded.estner("status").returncode == 1
