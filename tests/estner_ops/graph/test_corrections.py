import pytest

from estner_ops.errors import ReleaseError
from estner_ops.graph import build_release, open_release
from estner_ops.graph.corrections import read_corrections

BASE = "http://www.estner.ee/id"
PREFIXES = (f"@prefix per: <{BASE}/per/> . @prefix org: <{BASE}/org/> . @prefix loc: <{BASE}/loc/> . "
            "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix dcterms: <http://purl.org/dc/terms/> . "
            "@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")


def moves(storage):
    return {one.iri.removeprefix(f"{BASE}/"): (one.replaced_by or "").removeprefix(f"{BASE}/")
            for one in read_corrections(storage, BASE).moves}


def correct(storage, text, name="ina.ttl"):
    storage.write_text(f"corrections/{name}", PREFIXES + text)


def test_corrections_are_applied_and_survive_a_rebuild(storage, settings, document, mention, shard, lines):
    page, other = document("http://a.ee/"), document("http://b.ee/")
    shard(storage, [page, other], [
        mention(page, "ORG", "Brasiilia"), mention(page, "ORG", "Tartu", 20), mention(page, "PER", "T. H. Ilves", 40),
        mention(other, "PER", "Toomas Hendrik Ilves"), mention(other, "PER", "Kravitzi", 30)])
    before = build_release(storage, settings, "run-1")
    correct(storage, """org:brasiilia owl:deprecated true ; rdfs:comment "riik, mitte asutus"@et .
        org:tartu dcterms:isReplacedBy loc:tartu .
        per:t._h._ilves owl:sameAs per:toomas_hendrik_ilves .
        per:kravitzi owl:sameAs per:kravitz . per:kravitz foaf:name "Kravitz" .
        per:toomas_hendrik_ilves owl:sameAs <http://www.wikidata.org/entity/Q57384> .""")
    after = build_release(storage, settings, "run-1")
    assert after.id != before.id
    new = document("http://a.ee/", day=3, content="uus")
    shard(storage, [new], [mention(new, "ORG", "Brasiilia"), mention(new, "PER", "T. H. Ilves", 40),
                           mention(new, "ORG", "Tartu", 60)], run="run-2")
    rebuilt = build_release(storage, settings, "run-2")
    assert rebuilt.rejected == {"corrected": 1}
    assert rebuilt.counts.organisations == 0
    people = "\n".join(lines(storage, rebuilt.id, "PER.nt.gz"))
    assert "/per/t._h._ilves>" not in people
    assert f'<{BASE}/per/toomas_hendrik_ilves> <http://www.estner.ee/estnerd#lemma> "T. H. Ilves" .' in people
    assert f'<{BASE}/per/toomas_hendrik_ilves> <http://xmlns.com/foaf/0.1/name> "Toomas Hendrik Ilves" .' in people
    assert f'<{BASE}/per/kravitz> <http://xmlns.com/foaf/0.1/name> "Kravitz" .' in people
    assert f'<{BASE}/per/kravitz> <http://www.estner.ee/estnerd#lemma> "Kravitzi" .' in people
    assert "/loc/tartu>" in "\n".join(lines(storage, rebuilt.id, "LOC.nt.gz"))
    said = open_release(storage, settings).store.query(
        f'ASK {{ GRAPH <{BASE}/graph/corrections> {{ <{BASE}/org/brasiilia> ?why "riik, mitte asutus"@et }} }}')
    assert bool(said)


def test_chains_are_followed_and_circles_end(storage):
    correct(storage, """per:a owl:sameAs per:b . per:b dcterms:isReplacedBy per:c .
        per:x owl:sameAs per:y . per:y owl:sameAs per:x . per:z owl:sameAs per:y .
        per:d owl:sameAs per:e . per:e owl:deprecated true . per:self owl:sameAs per:self .""")
    assert moves(storage) == {"per/a": "per/c", "per/b": "per/c", "per/y": "per/x", "per/z": "per/x", "per/d": "",
                              "per/e": ""}


def test_files_of_all_formats_count_and_their_order_does_not(storage):
    storage.write_text("corrections/a.nt", f"<{BASE}/per/a> <http://www.w3.org/2002/07/owl#sameAs> <{BASE}/per/b> .\n")
    storage.write_text("corrections/b.nq", f"<{BASE}/per/b> <http://www.w3.org/2002/07/owl#sameAs> <{BASE}/per/c> "
                                           f"<{BASE}/graph/corrections> .\n")
    assert moves(storage) == {"per/a": "per/c", "per/b": "per/c"}


@pytest.mark.parametrize(("name", "text", "words"), [
    ("a.ttl", "per:a owl:sameAs", r"corrections/a\.ttl"),
    ("a.ttl", "per:a owl:sameAs [ ] .", "blank nodes"),
    ("a.txt", "", r"corrections/a\.txt: corrections are files named"),
])
def test_a_file_that_cannot_be_read_stops_the_merge_and_names_itself(storage, name, text, words):
    correct(storage, text, name)
    with pytest.raises(ReleaseError, match=words):
        read_corrections(storage, BASE)
