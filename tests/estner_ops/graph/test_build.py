import gzip
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from estner_ops.errors import FencedError, ReleaseError
from estner_ops.graph import build, build_release, current_id, list_releases, open_release

ROOT = Path(__file__).resolve().parents[3]
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
SITE = "<http://www.estner.ee/estnerd#mentionedAtSite>"


def relations(lines, storage, release):
    found = set()
    for name in ("LOC.nt.gz", "ORG.nt.gz", "PER.nt.gz"):
        for line in lines(storage, release, name):
            subject, predicate, thing, _ = line.split(" ", 3) if SITE in line else ("", "", "", "")
            if predicate:
                found.add((subject.rsplit("/id/")[1].strip(">"), thing.strip("<>")))
    return found


def test_a_release_holds_the_reference_triples(storage, settings, document, mention, shard, lines):
    page = document("http://www.kirik.ee/")
    shard(storage, [page], [mention(page, "PER", "Toomas Hendrik Ilves", surface="Toomas Hendrik Ilvesele"),
                            mention(page, "PER", "Madonna", 50), mention(page, "ORG", "Riigikogu", 80)])
    summary = build_release(storage, settings, "run-1")
    person = "<http://www.estner.ee/id/per/toomas_hendrik_ilves>"
    said = lines(storage, summary.id, "PER.nt.gz")
    assert f"{person} <{RDF_TYPE}> <http://nerd.eurecom.fr/ontology#Person> ." in said
    assert f'{person} <http://xmlns.com/foaf/0.1/givenName> "Toomas Hendrik" .' in said
    assert f'{person} <http://xmlns.com/foaf/0.1/familyName> "Ilves" .' in said
    assert f'{person} <http://www.estner.ee/estnerd#lemma> "toomas hendrik ilvesele" .' in said
    assert f"{person} {SITE} <http://www.kirik.ee/> ." in said
    assert not [line for line in said if "/madonna>" in line and ("givenName" in line or "familyName" in line)]
    assert '<http://www.estner.ee/id/org/riigikogu> <http://www.estner.ee/estnerd#orgName> "Riigikogu" .' in lines(
        storage, summary.id, "ORG.nt.gz")
    assert (summary.published, summary.counts.people, summary.counts.organisations, summary.counts.places) == (
        True, 2, 1, 0)


def test_running_twice_gives_the_same_release_and_publishes_nothing(storage, settings, document, mention, shard):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")])
    first = build_release(storage, settings, "run-1")
    files = storage.list("releases")
    second = build_release(storage, settings, "run-2")
    assert (second.id, second.published) == (first.id, False)
    assert storage.list("releases") == files
    assert "Nothing changed" in second.sentence


def test_a_changed_document_loses_its_old_relations_and_the_patch_names_them(
    storage, settings, document, mention, shard, lines
):
    old, other = document("http://a.ee/"), document("http://b.ee/")
    shard(storage, [old, other], [mention(old, "LOC", "Tartu"), mention(old, "LOC", "Narva", 9),
                                  mention(other, "LOC", "Tartu")])
    first = build_release(storage, settings, "run-1")
    new = document("http://a.ee/", day=30, content="uus")
    shard(storage, [new], [mention(new, "LOC", "Võru")], run="run-2")
    second = build_release(storage, settings, "run-2")
    assert relations(lines, storage, second.id) == {("loc/võru", "http://a.ee/"), ("loc/tartu", "http://b.ee/")}
    patch = [line for line in lines(storage, second.id, "changes.rdfp.gz") if SITE in line]
    assert sorted(line[0] + line.split("/id/")[1].split(">")[0] for line in patch) == [
        "Aloc/võru", "Dloc/narva", "Dloc/tartu"]
    assert (second.changes.relations_added, second.changes.relations_removed) == (1, 2)
    assert (second.changes.entities_added, second.changes.entities_removed) == (1, 1)
    before = set(lines(storage, first.id, "release.nq.gz"))
    patch = lines(storage, second.id, "changes.rdfp.gz")[1:-1]
    assert (second.changes.added, second.changes.removed) == (
        sum(line[0] == "A" for line in patch), sum(line[0] == "D" for line in patch))
    for line in patch:
        (before.add if line[0] == "A" else before.remove)(line[2:])
    assert before == set(lines(storage, second.id, "release.nq.gz"))


def test_which_outcomes_take_a_document_out_of_the_graph(storage, settings, document, mention, shard, lines):
    stays = {
        "not-modified": True, "unchanged": True, "unchanged-text": True, "timed-out timed-out": True,
        "server-busy": True, "http-error http-error": True, "broken-document": True, "gone": True, "gone gone": False,
        "gone soft-404": False, "gone timed-out gone": False, "gone not-modified gone": True,
        "gone gone unchanged": True, "foreign-language": False, "no-text": False, "unsupported-type": False,
        "gone no-text": False, "gone gone read": True,
    }
    pages = {later: document(f"http://a.ee/{number}") for number, later in enumerate(stays)}
    shard(storage, list(pages.values()), [mention(page, "LOC", "Tartu") for page in pages.values()])
    for later, page in pages.items():
        for day, outcome in enumerate(later.split(), 1):
            check = document(page.url, day=30 * day, outcome=outcome, content=f"{outcome}{day}")
            shard(storage, [check], [mention(check, "LOC", "Tartu")] if outcome == "read" else [], run=f"run-1{day}",
                  shard=page.url[-2:].strip("/").zfill(5))
    found = {page for _, page in relations(lines, storage, build_release(storage, settings, "run").id)}
    assert {later: page.url in found for later, page in pages.items()} == stays


def test_unfinished_shards_are_not_read(storage, settings, document, mention, shard):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")], finish=False)
    with pytest.raises(ReleaseError, match="no finished shard"):
        build_release(storage, settings, "run-1")


def test_a_guess_takes_the_candidate_that_stands_in_the_nominative_elsewhere(
    storage, settings, document, mention, shard, lines
):
    page, other = document("http://a.ee/"), document("http://b.ee/")
    guess = {"decided_by": "guess", "candidates": ["Tamme", "Tamm", "Tammi"], "surface": "Tammele"}
    shard(storage, [page, other], [mention(page, "PER", "Tamme", **guess), mention(other, "PER", "Tamm")])
    summary = build_release(storage, settings, "run-1")
    assert relations(lines, storage, summary.id) == {("per/tamm", "http://a.ee/"), ("per/tamm", "http://b.ee/")}
    decided = [line for line in lines(storage, summary.id, "evidence.nq.gz") if "decidedBy" in line]
    assert sorted(line.split('"')[1] for line in decided) == ["corpus", "nominative"]


def test_a_name_once_seen_in_the_nominative_stays_known(storage, settings, document, mention, shard, lines):
    page, other = document("http://a.ee/"), document("http://b.ee/")
    guess = {"decided_by": "guess", "candidates": ["Tamme", "Tamm"], "surface": "Tammele"}
    shard(storage, [page, other], [mention(page, "PER", "Tamme", **guess), mention(other, "PER", "Tamm")])
    shard(storage, [document("http://b.ee/", day=1, content="tühi")], [], run="run-2")
    assert relations(lines, storage, build_release(storage, settings, "run").id) == {("per/tamm", "http://a.ee/")}


def test_case_and_composition_do_not_make_two_entities_but_kinds_do(storage, settings, document, mention, shard, lines):
    page = document("http://a.ee/")
    names = ["Võru", "VÕRU", "Võru", "Vo\u0303ru"]
    shard(storage, [page], [*(mention(page, "LOC", name, 10 * at) for at, name in enumerate(names)),
                            mention(page, "PER", "Võru", 90)])
    summary = build_release(storage, settings, "run-1")
    assert relations(lines, storage, summary.id) == {("loc/võru", "http://a.ee/"), ("per/võru", "http://a.ee/")}
    assert '<http://www.estner.ee/id/loc/võru> <http://www.estner.ee/estnerd#locationName> "Võru" .' in lines(
        storage, summary.id, "LOC.nt.gz")


def test_the_evidence_says_where(storage, settings, document, mention, shard):
    page = document("http://a.ee/", last_modified="Tue, 15 Nov 1994 12:45:26 GMT")
    shard(storage, [page], [mention(page, "LOC", "Tartu", 10, surface="Tartus"), mention(page, "LOC", "Tartu", 40)])
    build_release(storage, settings, "run-1")
    found = open_release(storage, settings).store.query("""
        PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
        PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX prov: <http://www.w3.org/ns/prov#>
        SELECT ?begin ?end ?form ?snippet ?sha ?run ?modified WHERE {
          <http://a.ee/> dcterms:hasVersion ?version ; dcterms:modified ?modified .
          GRAPH <http://www.estner.ee/id/graph/evidence> {
            ?mention <http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://www.estner.ee/id/loc/tartu> ;
              nif:referenceContext ?version ; nif:beginIndex ?begin ; nif:endIndex ?end ; nif:anchorOf ?form ;
              <http://www.estner.ee/estnerd#snippet> ?snippet .
            ?version dcterms:identifier ?sha ; prov:wasGeneratedBy ?run } } ORDER BY ?begin""")
    rows = [[term.value for term in row] for row in found]
    assert rows == [[begin, end, form, f"ja {form} ütles", f"urn:sha224:{page.sha224}",
                     "http://www.estner.ee/id/run/run-1", "1994-11-15T12:45:26Z"]
                    for begin, end, form in (("10", "16", "Tartus"), ("40", "45", "Tartu"))]


def test_what_cannot_be_published_is_counted(storage, settings, document, mention, shard):
    page, bad = document("http://a.ee/"), document("http://[zz/")
    shard(storage, [page, bad], [mention(page, "LOC", "Tartu"), mention(page, "LOC", "x" * 10_000, 10),
                                 mention(page, "LOC", "—", 20_000), mention(page, "XXX", "Narva", 30_000),
                                 mention(bad, "LOC", "Tartu")])
    summary = build_release(storage, settings, "run-1")
    assert summary.rejected == {"invalid-url": 1, "name-too-long": 1, "name-without-letters": 1, "unknown-type": 1}
    rejected = [json.loads(line) for line in gzip.decompress(
        storage.read_bytes(f"releases/{summary.id}/rejected.jsonl.gz")).decode().splitlines()]
    assert {(one["reason"], one["url"]) for one in rejected} == {
        ("invalid-url", "http://[zz/"), ("name-too-long", "http://a.ee/"), ("name-without-letters", "http://a.ee/"),
        ("unknown-type", "http://a.ee/")}
    assert max(len(json.dumps(one)) for one in rejected) < 1000


def test_odd_rows_do_not_stop_a_release(storage, settings, document, mention, shard, lines):
    pages = [document("http://a.ee/", last_modified="Tue, 15 Nov 2094 12:45:26 GMT", bytes=-1, characters=-5, host=""),
             document("http://b.ee/", last_modified="Tue, 15 Nov 0001 12:45:26 GMT", title="x" * 9999),
             document("http://c.ee/", last_modified="eile"), document(f"http://d.ee/{'x' * 9000}")]
    shard(storage, pages, [
        mention(pages[0], "LOC", "\u0958" * 150),  # composing makes it 300 characters
        mention(pages[0], "LOC", "Tartu", 500, surface="Tartu", end=400), mention(pages[0], "LOC", "Tartu", -3),
        mention(pages[1], "LOC", "Tartu", confidence=float("nan"), snippet="y" * 99_999),
        mention(pages[1], "LOC", "Narva", 50, snippet="", confidence=7.0, candidates=[]),
        replace(mention(pages[2], "LOC", "Võru", 50), surface="")])
    summary = build_release(storage, settings, "run-1")
    assert summary.rejected == {
        "impossible-place": 2, "invalid-url": 1, "name-too-long": 1, "name-without-letters": 1}
    modified = [line for line in lines(storage, summary.id, "documents.nt.gz") if "terms/modified" in line]
    assert len(modified) == 3
    assert all('"2026-11-01T00:00:00Z"' in line for line in modified)


def test_another_merge_in_the_meantime_is_not_overwritten(
    storage, settings, document, mention, shard, monkeypatch
):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")])
    build_release(storage, settings, "run-1")
    new = document("http://a.ee/", day=1, content="uus")
    shard(storage, [new], [mention(new, "LOC", "Narva")], run="run-2")
    upload = build._upload

    def slow(*arguments):
        upload(*arguments)
        storage.write_text("releases/CURRENT", "00009-0123456789abcdef\n")

    monkeypatch.setattr(build, "_upload", slow)
    with pytest.raises(FencedError, match="00009-0123456789abcdef"):
        build_release(storage, settings, "run-2")
    assert current_id(storage) == "00009-0123456789abcdef"


def test_two_attempts_at_once_leave_one_whole_release(storage, settings, document, mention, shard, monkeypatch):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")])
    upload, inner = build._upload, []

    def meanwhile(*arguments):
        if not inner:
            inner.append(None)
            inner.append(build_release(storage, settings, "run-1"))
        upload(*arguments)

    monkeypatch.setattr(build, "_upload", meanwhile)
    assert build_release(storage, settings, "run-1").id == inner[1].id
    assert [one.id for one in list_releases(storage)] == [inner[1].id]
    release = open_release(storage, settings)
    assert sum(1 for _ in release.store.quads_for_pattern(None, None, None)) == release.summary.triples


_KILLED = """
import os, signal, sys
from estner_ops.graph import build, releases
from estner_ops.settings import Settings
from estner_ops.storage import Storage

calls = 0
def counted(method):
    def call(self, path, *rest, **named):
        global calls
        if not path.startswith(("releases", "corrections")):
            return method(self, path, *rest, **named)
        calls += 1
        if calls == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return method(self, path, *rest, **named)
    return call

for name in ("write_bytes", "create", "delete"):
    setattr(Storage, name, counted(getattr(Storage, name)))
upload = Storage.upload
Storage.upload = lambda self, local, path, **more: counted(
    lambda self, path: upload(self, local, path, **more))(self, path)
print(build.build_release(Storage(sys.argv[1]), Settings(releases_kept=1), "run-2").id)
"""


@pytest.mark.slow
def test_killed_at_any_write_readers_see_a_whole_release_and_a_rerun_gives_the_same(
    storage, settings, document, mention, shard, tmp_path
):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")])
    first = build_release(storage, settings, "run-1")
    new = document("http://a.ee/", day=1, content="uus")
    shard(storage, [new], [mention(new, "LOC", "Narva")], run="run-2")
    seen, at, code = set(), 0, -signal.SIGKILL
    while code == -signal.SIGKILL:
        at += 3
        run = subprocess.run([sys.executable, "-c", _KILLED, storage.url, str(at)], cwd=ROOT, check=False,
                             capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        code = run.returncode
        release = open_release(storage, settings)
        seen.add(release.id)
        assert sum(1 for _ in release.store.quads_for_pattern(None, None, None)) == release.summary.triples
    assert code == 0, run.stderr
    assert seen == {first.id, run.stdout.strip()}
    assert at > 10
    (release,) = list_releases(storage)
    folders = {"/".join(path.split("/")[:3]) for path in storage.list("releases") if "/store-" in path}
    assert len(folders) == 1


def test_the_same_bytes_on_another_day_in_another_order(storage, settings, document, mention, shard, tmp_path):
    from estner_ops.storage import Storage

    page, other = document("http://a.ee/"), document("http://b.ee/")
    names = [mention(page, "LOC", "Tartu"), mention(page, "PER", "Jaan Tamm", 20), mention(other, "ORG", "AS Ühisus")]
    shard(storage, [page, other], names)
    there = Storage((tmp_path / "there").as_uri())
    shard(there, [other], names[2:], shard="00007")
    shard(there, [page], names[1::-1], shard="00003")
    one, two = (build_release(where, settings, "run-1") for where in (storage, there))
    assert one == two
    files = [path for path in storage.list(f"releases/{one.id}") if "/store-" not in path and "COMMITTED" not in path]
    assert len(files) >= 11
    assert all(storage.read_bytes(path) == there.read_bytes(path) for path in files)


def test_time_of_reading_again_changes_nothing(storage, settings, document, mention, shard):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")])
    first = build_release(storage, settings, "run-1")
    again = document("http://a.ee/", fetched_at=page.fetched_at + timedelta(days=40))
    shard(storage, [again, again], [mention(again, "LOC", "Tartu")] * 2, run="run-2")
    assert build_release(storage, settings, "run-2").id == first.id
