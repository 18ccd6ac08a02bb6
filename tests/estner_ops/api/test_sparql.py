"""The SPARQL 1.1 protocol, as programs use it."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from estner_ops.api import create_app
from estner_ops.settings import Settings, override
from estner_ops.storage import Storage

PAGES = 'SELECT ?page WHERE { ?org ner:orgName "Tartu Ülikool" ; ner:mentionedAtSite ?page } ORDER BY ?page'
FOUND = ["http://www.linn.test/uudis", "http://www.ylikool.test/ajalugu"]


@pytest.fixture
def client(released: Storage, settings: Settings) -> Iterator[TestClient]:
    limits = override(settings, {"query_seconds": 2.0, "query_workers": 1, "query_rows": 50})
    with TestClient(create_app(limits)) as client:
        yield client


def rows(response) -> list[str]:  # type: ignore[no-untyped-def]
    assert response.status_code == 200, response.text
    return [row["page"]["value"] for row in response.json()["results"]["bindings"]]


def test_a_query_by_get_by_form_and_by_body(client: TestClient) -> None:
    assert rows(client.get("/sparql", params={"query": PAGES})) == FOUND
    assert rows(client.post("/sparql", data={"query": PAGES})) == FOUND
    assert rows(client.post("/sparql", content=PAGES, headers={"Content-Type": "application/sparql-query"})) == FOUND


@pytest.mark.parametrize(("accept", "kind", "start"), [
    ("application/sparql-results+json", "application/sparql-results+json", '{"head"'),
    ("application/sparql-results+xml", "application/sparql-results+xml", "<?xml"),
    ("text/csv", "text/csv; charset=utf-8", "page\r\n"),
    ("text/tab-separated-values", "text/tab-separated-values; charset=utf-8", "?page\n"),
    ("text/html, */*;q=0.1", "application/sparql-results+json", '{"head"'),
])
def test_the_format_is_the_one_asked_for(client: TestClient, accept: str, kind: str, start: str) -> None:
    response = client.get("/sparql", params={"query": PAGES}, headers={"Accept": accept})
    assert response.headers["content-type"] == kind
    assert response.text.startswith(start)


def test_triples_and_truth(client: TestClient) -> None:
    built = client.get("/sparql", params={"query": "CONSTRUCT WHERE { ?s ner:orgName ?name }", "format": "nt"})
    assert '"Tartu Ülikool"' in built.text
    assert client.get("/sparql", params={"query": "ASK { ?s ner:locationName 'Tartu' }"}).json()["boolean"] is True


@pytest.mark.parametrize(("query", "status", "words"), [
    ("", 400, "there is no query"),
    ("SELECT", 400, ""),
    ("INSERT DATA { <a:b> <a:c> <a:d> }", 400, ""),
    ("SELECT * WHERE { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }", 403, "SERVICE is not allowed"),
])
def test_what_is_wrong_or_forbidden_is_refused_in_words(client: TestClient, query: str, status: int,
                                                        words: str) -> None:
    response = client.get("/sparql", params={"query": query})
    assert response.status_code == status
    assert words in response.text


def test_updates_and_other_bodies_are_refused(client: TestClient) -> None:
    assert client.post("/sparql", data={"update": "CLEAR ALL"}).status_code == 403
    assert client.post("/sparql", content="CLEAR ALL",
                       headers={"Content-Type": "application/sparql-update"}).status_code == 415
    assert client.get("/sparql", params={"query": PAGES, "format": "exe"}).status_code == 400


def test_two_queries_are_refused(client: TestClient) -> None:
    for response in (client.get("/sparql", params={"query": [PAGES, "ASK {}"]}),
                     client.post("/sparql", data={"query": [PAGES, "ASK {}"]})):
        assert (response.status_code, response.text) == (400, "there are 2 queries: give one\n")


def test_a_page_of_another_site_may_post_a_query(client: TestClient) -> None:
    asked = client.options("/sparql", headers={"Origin": "https://other.ee", "Access-Control-Request-Method": "POST",
                                               "Access-Control-Request-Headers": "content-type"})
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in asked.headers["Access-Control-Allow-Headers"]
    answer = client.get("/sparql", params={"query": PAGES})
    assert "X-EstNER-Cut" in answer.headers["Access-Control-Expose-Headers"]


def test_an_endless_query_is_ended_and_the_next_is_answered(client: TestClient) -> None:
    endless = "SELECT (COUNT(*) AS ?n) WHERE { " + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(9)) + " }"
    response = client.get("/sparql", params={"query": endless})
    assert response.status_code == 503
    assert "longer than 2 seconds" in response.text
    assert rows(client.get("/sparql", params={"query": PAGES})) == FOUND


def test_a_long_answer_is_cut_and_says_so(client: TestClient) -> None:
    response = client.get("/sparql", params={"query": "SELECT * WHERE { ?s ?p ?o . ?x ?y ?z }"})
    assert response.status_code == 200
    assert len(response.json()["results"]["bindings"]) == 50
    assert response.headers["x-estner-cut"] == "only the first 50 rows"


def test_before_the_first_release_it_says_so(storage: Storage, settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert client.get("/health").json() == {"status": "ok", "release": None}
        response = client.get("/sparql", params={"query": PAGES})
        assert response.status_code == 503
        assert "nothing has been published" in response.text


def test_every_answer_carries_the_guarding_headers(client: TestClient) -> None:
    headers = client.get("/").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]
