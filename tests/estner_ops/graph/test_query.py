import csv
import io
import json
import os
import socket
import threading
import time
from dataclasses import replace
from xml.etree import ElementTree

import pyoxigraph as ox
import pytest

from estner_ops.errors import QueryError
from estner_ops.graph import Evaluators, build_release, open_release
from estner_ops.graph.query import refuse_forbidden
from estner_ops.settings import Settings
from estner_ops.storage import Storage

ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p }"


@pytest.fixture(scope="module")
def release(tmp_path_factory, document, mention, shard):
    storage = Storage(tmp_path_factory.mktemp("store").as_uri())
    page, other = document("http://online.le.ee/"), document("http://b.ee/a b")
    shard(storage, [page, other], [
        mention(page, "ORG", "Bmw"), mention(page, "PER", "Jaan Tamm", 20, surface="Jaan Tammele"),
        mention(page, "LOC", "Tartu", 50), mention(other, "ORG", "Bmw", surface="Bmw-le"),
        mention(other, "LOC", 'A "B", C', 30)])
    build_release(storage, Settings(), "run-1")
    return open_release(storage, Settings())


@pytest.fixture(scope="module")
def evaluators(release):
    with Evaluators(Settings(query_workers=1, query_seconds=30.0)) as workers:
        yield workers


def rows(answer):
    found = json.loads(answer.body)["results"]["bindings"]
    return [{name: term["value"] for name, term in row.items()} for row in found]


def test_the_queries_of_the_reference_system_run_unchanged(evaluators, release):
    by_name = evaluators.query(release, """SELECT DISTINCT * WHERE {
        {{?obj ner:orgName "Bmw"} UNION {?obj ner:lemma "Bmw"}}.
        ?obj ner:mentionedAtSite ?webpage } ORDER BY ?webpage""")
    assert [row["webpage"] for row in rows(by_name)] == ["http://b.ee/a%20b", "http://online.le.ee/"]
    on_page = evaluators.query(release, """SELECT ?name WHERE { ?obj ner:mentionedAtSite <http://online.le.ee/> .
        ?obj ner:orgName ?name . }""")
    assert rows(on_page) == [{"name": "Bmw"}]
    person = "SELECT ?p { ?o foaf:givenName \"Jaan\" ; foaf:familyName \"Tamm\" ; ner:mentionedAtSite ?p }"
    assert rows(evaluators.query(release, person)) == [{"p": "http://online.le.ee/"}]
    by_form = 'SELECT ?o { ?o a nerd:Person ; ner:lemma "jaan tammele" }'
    assert rows(evaluators.query(release, by_form)) == [{"o": "http://www.estner.ee/id/per/jaan_tamm"}]


def test_tables_in_all_formats(evaluators, release):
    query = 'SELECT ?n ?none ?page { ?o ner:locationName ?n ; ner:mentionedAtSite ?page } ORDER BY ?n'
    wanted = [('A "B", C', "http://b.ee/a%20b"), ("Tartu", "http://online.le.ee/")]
    assert [(row["n"], row["page"]) for row in rows(evaluators.query(release, query))] == wanted
    tables = {name: evaluators.query(release, query, results=name) for name in ("xml", "csv", "tsv")}
    literals = ElementTree.fromstring(tables["xml"].body).iter("{http://www.w3.org/2005/sparql-results#}literal")
    assert [one.text for one in literals] == [name for name, _ in wanted]
    assert list(csv.reader(io.StringIO(tables["csv"].body.decode()))) == [
        ["n", "none", "page"], *([name, "", page] for name, page in wanted)]
    assert tables["tsv"].body.decode().split("\n")[1] == '"A \\"B\\", C"\t\t<http://b.ee/a%20b>'
    for name in ("json", "xml", "tsv"):
        parsed = ox.parse_query_results(evaluators.query(release, query, results=name).body,
                                        getattr(ox.QueryResultsFormat, name.upper()))
        assert [(row["n"].value, row["page"].value) for row in parsed] == wanted


@pytest.mark.parametrize(("name", "truth"), [
    ("json", b'{"head": {}, "boolean": true}'), ("csv", b"true\r\n"), ("tsv", b"true\n")])
def test_truth_values(evaluators, release, name, truth):
    assert evaluators.query(release, "ASK { ?s a nerd:Location }", results=name).body == truth


@pytest.mark.parametrize(("name", "format"), [
    ("ttl", ox.RdfFormat.TURTLE), ("nt", ox.RdfFormat.N_TRIPLES), ("rdf", ox.RdfFormat.RDF_XML),
    ("jsonld", ox.RdfFormat.JSON_LD)])
def test_graphs_in_all_formats(evaluators, release, name, format):
    answer = evaluators.query(release, "CONSTRUCT { ?s ?p ?o } WHERE { ?s a nerd:Person ; ?p ?o }", graph=name)
    found = {quad.triple for quad in ox.parse(answer.body, format)}
    assert found == {quad.triple for quad in release.store.quads_for_pattern(
        ox.NamedNode("http://www.estner.ee/id/per/jaan_tamm"), None, None, ox.DefaultGraph())}
    assert answer.rows == len(found)


def test_a_long_answer_is_cut_and_says_so(evaluators, release):
    every = evaluators.query(release, "SELECT * { ?s ?p ?o }")
    assert not every.cut
    cut = evaluators.query(release, "SELECT * { ?s ?p ?o }", rows=3)
    assert (cut.rows, cut.cut, len(rows(cut))) == (3, True, 3)
    graph = evaluators.query(release, "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }", graph="nt", rows=3)
    assert (graph.cut, graph.body.count(b"\n")) == (True, 3)
    exact = evaluators.query(release, "SELECT * { ?s ?p ?o }", rows=every.rows)
    assert not exact.cut
    assert evaluators.query(release, "SELECT * { ?s ?p ?o }", rows=10**9).rows == every.rows


def test_named_graphs_can_be_chosen(evaluators, release):
    evidence = "http://www.estner.ee/id/graph/evidence"
    query = "SELECT (COUNT(*) AS ?n) { ?m a nif:Phrase }"
    assert rows(evaluators.query(release, query)) == [{"n": "0"}]
    assert rows(evaluators.query(release, query, default_graphs=[evidence])) == [{"n": "5"}]
    with pytest.raises(QueryError) as caught:
        evaluators.query(release, query, default_graphs=["not an iri"])
    assert caught.value.problem == "syntax"


def test_a_mistake_is_named_and_the_worker_lives_on(evaluators, release):
    with pytest.raises(QueryError, match="line 1") as caught:
        evaluators.query(release, "SELEC * {}")
    assert caught.value.problem == "syntax"
    with pytest.raises(QueryError):
        evaluators.query(release, "DELETE WHERE { ?s ?p ?o }")
    assert evaluators.query(release, "ASK {}").body


def test_an_endless_query_is_ended_and_the_next_is_answered(evaluators, release):
    with pytest.raises(QueryError, match=r"longer than 0\.5 seconds") as caught:
        evaluators.query(release, ENDLESS, seconds=0.5)
    assert caught.value.problem == "time"
    assert evaluators.query(release, "ASK {}").body


def test_a_hungry_query_is_ended_and_the_next_is_answered(release):
    hungry = ("SELECT (GROUP_CONCAT(CONCAT(STR(?c), STR(?f), STR(?i))) AS ?x) "
              "{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }")
    with Evaluators(Settings(query_workers=1, query_memory=100_000_000, query_seconds=60.0)) as workers:
        with pytest.raises(QueryError) as caught:
            workers.query(release, hungry)
        assert caught.value.problem == "memory"
        assert workers.query(release, "ASK {}").body


def test_when_all_are_busy_the_next_is_told_so(release):
    with Evaluators(Settings(query_workers=1, query_seconds=3.0)) as workers:
        workers.query(release, "ASK {}")
        problems = []

        def ask():
            with pytest.raises(QueryError) as caught:
                workers.query(release, ENDLESS)
            problems.append(caught.value.problem)

        thread = threading.Thread(target=ask)
        thread.start()
        time.sleep(0.5)
        with pytest.raises(QueryError) as caught:
            workers.query(release, "ASK {}", seconds=0.2)
        thread.join()
        assert (caught.value.problem, problems) == ("busy", ["time"])


def test_a_worker_that_died_is_replaced(release):
    with Evaluators(Settings(query_workers=1)) as workers:
        first = json.loads(workers.query(release, "SELECT * {}").body)
        worker = workers._free.get()
        os.kill(worker.process.pid, 9)
        worker.process.wait()
        workers._free.put(worker)
        assert json.loads(workers.query(release, "SELECT * {}").body) == first


def test_no_worker_outlives_its_parent(release):
    with Evaluators(Settings(query_workers=1)) as workers:
        workers.query(release, "ASK {}")
        worker = workers._free.queue[0]
    assert worker.process.poll() is not None


def test_another_release_is_opened_when_asked_for(release, storage, settings, document, mention, shard):
    page = document("http://c.ee/")
    shard(storage, [page], [mention(page, "LOC", "Narva")])
    build_release(storage, settings, "run-1")
    names = "SELECT ?n { ?o ner:locationName ?n } ORDER BY ?n"
    with Evaluators(replace(settings, query_workers=1)) as workers:
        assert len(rows(workers.query(release, names))) == 2
        assert rows(workers.query(open_release(storage, settings), names)) == [{"n": "Narva"}]


@pytest.mark.parametrize("query", [
    "SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { service silent ?x { ?s ?p ?o } }",
    "SELECT * { ?s ?p 'x' .SERVICE<http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { \\u0053ERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { # harmless\nSERVICE <http://127.0.0.1/> { } }",
    "SELECT * { ?s ?p \"\"\"a\"b\"\"\" SERVICE <http://127.0.0.1/> { } }",
    "SELECT * { FILTER(?a<?b) SERVICE <http://127.0.0.1/> { } FILTER(?c>?d) }",
    "SELECT * { FILTER(1<2)SERVICE<http://127.0.0.1/>{} }",
    "SELECT * { ?s ?p '\\'' . SERVICE <http://127.0.0.1/> { ?s ?p '' } }",
    "SELECT * { ?s a:b SERVICE <http://127.0.0.1/> { } }",
    "SELECT * { ?s a:b\\# ?o . SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { ?s a:b\\' ?o . SERVICE <http://127.0.0.1/> { ?s ?p ' ' } }",
    "PREFIX : <http://127.0.0.1/> SELECT * { SERVICE:x { ?s ?p ?o } }",
    "SELECT * { ?s ?p 1SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { <http://a/\\u0041'b> ?p ?o . SERVICE <http://127.0.0.1/> { ?s ?p ' ' } }",
    "x" * 100_001,
])
def test_what_the_public_may_not_ask(query):
    with pytest.raises(QueryError) as caught:
        refuse_forbidden(query)
    assert caught.value.problem == "refused"


def test_behind_the_refusal_the_worker_has_no_network(evaluators, release, monkeypatch):
    monkeypatch.setattr("estner_ops.graph.query.refuse_forbidden", lambda query: None)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(QueryError) as caught:
            evaluators.query(release, f"SELECT * {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}")
        assert caught.value.problem == "refused"
        evaluators.query(release, f"SELECT * {{ SERVICE SILENT <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}")
        server.settimeout(0.2)
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize("query", [
    'SELECT ?service { ?service ner:lemma "SERVICE" } # no SERVICE here',
    "PREFIX s: <http://a/service#> SELECT * { ?s s:service 'it''s SERVICE' }",
    "SELECT * { <http://a.ee/SERVICE> ?p '''SERVICE ' SERVICE''' }",
    "SELECT ?serviceName ($service AS ?b) {}",
])
def test_the_word_alone_is_no_crime(query):
    refuse_forbidden(query)
