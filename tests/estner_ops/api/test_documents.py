"""Ontology, entities, documents and archived versions over HTTP, from a run of the demo's shapes."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pyoxigraph as ox
import pytest
from fastapi.testclient import TestClient

from estner_ops.api import create_app
from estner_ops.archive import archive_run
from estner_ops.catalogue import sync_run
from estner_ops.plan import make_plan
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import Page, make_run

HTML = b"<script>alert(1)</script><p>Tere, Tartu</p>"


@pytest.fixture
def client(storage: Storage, settings: Settings) -> Iterator[TestClient]:
    make_run(storage, "run-1", [Page("http://a.ee/uks", HTML), Page("http://b.ee/kaks", b"gone", "gone", status=404)])
    archive_run(storage, settings, "run-1")
    sync_run(storage, settings, "run-1")
    with TestClient(create_app(settings)) as client:
        yield client


def test_the_ontology_and_the_shapes_are_valid_turtle(client: TestClient) -> None:
    for path in ("/estnerd", "/shapes"):
        response = client.get(path)
        assert response.status_code == 200
        assert len(list(ox.parse(response.content, format=ox.RdfFormat.TURTLE))) > 20


def test_an_entity_is_served_at_the_path_of_its_iri(released: Storage, settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        rows = client.get("/sparql", params={"query": "SELECT ?s WHERE { ?s ner:orgName 'Tartu Ülikool' }"}).json()
        iri = rows["results"]["bindings"][0]["s"]["value"]
        assert iri.startswith(settings.base_iri)
        for path in (iri.removeprefix("http://www.estner.ee"), quote(iri.removeprefix("http://www.estner.ee"), "/%")):
            assert "http://www.ylikool.test/ajalugu" in client.get(path, headers={"Accept": "text/turtle"}).text
        assert client.get("/id/org/Puudub").status_code == 404
        assert client.get("/id/xyz/Tartu").status_code == 404
        assert client.get("/id/org/" + quote("a> ?p ?o } #", "")).status_code == 404


def test_documents_are_browsed_with_facets(client: TestClient) -> None:
    page = client.get("/documents").json()
    assert {one["url"] for one in page["documents"]} == {"http://a.ee/uks", "http://b.ee/kaks"}
    assert page["facets"]["total"] == 2
    failed = client.get("/documents", params={"errors": True}).json()
    assert [one["url"] for one in failed["documents"]] == ["http://b.ee/kaks"]
    assert client.get("/documents", params={"order": "sideways"}).status_code == 422


def test_what_browsing_cannot_answer_is_said(client: TestClient, tmp_path: Path) -> None:
    for after in ("x", "W0luZmluaXR5LCAxLCAiIiwgIiJd"):
        assert client.get("/documents", params={"after": after}).status_code == 400
    assert client.get("/documents", params={"host": "\0"}).json()["facets"]["total"] == 0
    empty = replace(client.app.state.settings, catalogue=f"sqlite:///{tmp_path / 'empty.db'}")  # type: ignore[attr-defined]
    with TestClient(create_app(empty)) as before_the_first_run:
        for path in ("/documents", "/runs"):
            response = before_the_first_run.get(path)
            assert response.status_code == 503
            assert "cannot be asked" in response.text


def test_figures_of_runs(client: TestClient) -> None:
    (run,) = client.get("/runs").json()
    assert (run["run"], run["documents"], run["errors"]) == ("run-1", 2, 1)
    assert {one["code"] for one in run["outcomes"]} == {"read", "gone"}
    assert client.get("/runs", params={"run": "other"}).json() == []


def test_a_damaged_copy_is_named(client: TestClient, storage: Storage) -> None:
    (warc,) = [path for path in storage.list("runs") if path.endswith(".warc.gz")]
    storage.delete(warc)
    response = client.get("/archive?url=http://a.ee/uks")
    assert response.status_code == 500
    assert warc in response.text


def test_archived_bytes_come_back_and_cannot_act(client: TestClient) -> None:
    digest, name = hashlib.sha224(HTML).hexdigest(), hashlib.sha224(b"http://a.ee/uks").hexdigest()
    for path in ("/archive?url=http://a.ee/uks", f"/archive/sha224/{digest}", f"/archive/01_11_2026/a.ee/{name}"):
        response = client.get(path)
        assert response.content == HTML, path
        assert response.headers["content-security-policy"] == "sandbox; default-src 'none'"
        assert response.headers["content-disposition"] == "attachment"
    assert client.get("/archive?url=http://a.ee/puudub").status_code == 404
    assert client.get("/archive/..%2F/etc/passwd").status_code == 404


def test_tracing_before_anything_was_planned_says_so(client: TestClient) -> None:
    response = client.get("/trace", params={"url": "http://a.ee/uks"})
    assert response.status_code == 503
    assert "no planned run yet" in response.text


def test_a_url_is_traced_through_plan_and_shards(storage: Storage, settings: Settings, tmp_path: Path) -> None:
    log = tmp_path / "crawl.log"
    log.write_text("2014-05-08T21:35:57.220Z   200        58 http://a.ee/uks L http://a.ee/ text/html #048 "
                   "20140508213556681+234 sha1:C2LVXEPH6TEQROI4UA62E5U35432MVJO - -\n")
    (shard,) = make_plan(storage, settings, "run-1", str(log)).shards
    make_run(storage, "run-1", [Page("http://a.ee/uks", HTML)], shard=shard.id)
    with TestClient(create_app(settings)) as client:
        line, document = client.get("/trace", params={"url": "HTTP://A.ee:80/uks"}).json()["found"]
    assert "crawl.log, line 1: The line became a source" in line
    assert "[read] 3 names in version" in document
