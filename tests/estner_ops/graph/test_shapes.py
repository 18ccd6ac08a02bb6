"""The set-based check and pySHACL, a SHACL engine that we did not write, must find the same."""

import gzip

import pyshacl
import pytest
import rdflib

from estner_ops.errors import ReleaseError
from estner_ops.graph import build_release, serialise
from estner_ops.graph.merge import open_merge
from estner_ops.graph.shapes import SHAPES_FILE, Violation, rules, violations
from estner_ops.settings import Settings
from estner_ops.storage import Storage

BASE = "http://www.estner.ee/id"
SH = rdflib.Namespace("http://www.w3.org/ns/shacl#")
XSD = "http://www.w3.org/2001/XMLSchema#"


@pytest.fixture(scope="module")
def good(tmp_path_factory, document, mention, shard):
    """The lines of a small release, by file."""
    storage = Storage(tmp_path_factory.mktemp("store").as_uri())
    page, other = document("http://a.ee/"), document("http://b.ee/", title="")
    shard(storage, [page, other], [
        mention(page, "PER", "Jaan Tamm"), mention(page, "LOC", "Tartu", 20),
        mention(page, "ORG", 'AS "Ühisus" \\ Ko', 40),
        mention(other, "PER", "Madonna"), mention(other, "LOC", "Tartu", 20, surface="Tartus", decided_by="guess")])
    release = build_release(storage, Settings(), "run-1")
    return {name: gzip.decompress(storage.read_bytes(f"releases/{release.id}/{name}")).decode().split("\n")[:-1]
            for name in release.parts}


def ours(folder, parts):
    for name, said in parts.items():
        (folder / name).write_bytes(gzip.compress("".join(f"{line}\n" for line in said).encode()))
    with open_merge(Settings(), BASE, folder) as merge:
        return set(violations(merge, [folder / name for name in parts]))


def theirs(parts):
    data = rdflib.Graph()
    for name, said in parts.items():
        graphs = (" <http://www.estner.ee/id/graph/evidence> .", " <http://www.estner.ee/id/graph/release> .",
                  " <http://www.estner.ee/estnerd> .")
        for line in said:
            ending = next((one for one in graphs if line.endswith(one)), " .") if name.endswith(".nq.gz") else " ."
            data.parse(data=line.removesuffix(ending) + " .", format="nt")
    _, report, _ = pyshacl.validate(data, shacl_graph=str(SHAPES_FILE), shacl_graph_format="turtle")
    return {Violation(str(report.value(one, SH.focusNode)), str(report.value(one, SH.resultPath)),
                      str(report.value(one, SH.sourceConstraintComponent)).rpartition("#")[2].removesuffix(
                          "ConstraintComponent"))
            for one in report.subjects(rdflib.RDF.type, SH.ValidationResult)}


def changed(parts, name, change):
    assert any(change(line) != [line] for line in parts[name]), "the test changes nothing"
    return {**parts, name: [new for line in parts[name] for new in change(line)]}


def drop(word):
    return lambda line: [] if word in line else [line]


def swap(word, old, new):
    return lambda line: [line.replace(old, new)] if word in line else [line]


def double(word, old, new):
    return lambda line: [line, line.replace(old, new)] if word in line else [line]


DAMAGE = {
    "nothing": ("LOC.nt.gz", lambda line: [line, line] if "#label" in line else [line], set()),
    "no label": ("LOC.nt.gz", drop("#label"), {"MinCount"}),
    "two names": ("PER.nt.gz", double("foaf/0.1/name", '"Jaan', '"Juhan'), {"MaxCount"}),
    "a page that is a text": ("LOC.nt.gz", swap("AtSite", "<http://a.ee/>", '"http://a.ee/"'), {"NodeKind", "Class"}),
    "a page that nobody knows": ("LOC.nt.gz", swap("AtSite", "<http://a.ee/>", "<http://c.ee/>"), {"Class"}),
    "no page": ("ORG.nt.gz", drop("AtSite"), {"MinCount"}),
    "a name in a language": ("LOC.nt.gz", swap("locationName", '"Tartu"', '"Tartu"@et'), {"Datatype"}),
    "a name that is an IRI": ("LOC.nt.gz", swap("locationName", '"Tartu"', "<http://a.ee/tartu>"), {"Datatype"}),
    "an empty name": ("LOC.nt.gz", swap("locationName", '"Tartu"', '""'), {"MinLength"}),
    "a long name": ("LOC.nt.gz", swap("locationName", '"Tartu"', f'"{"õ" * 201}"'), {"MaxLength"}),
    "a longest name with escapes": ("LOC.nt.gz", swap("locationName", '"Tartu"', '"' + '\\"\\\\' * 100 + '"'), set()),
    "a family name of two words": ("PER.nt.gz", swap("familyName", '"Tamm"', '"Tamm Kask"'), {"Pattern"}),
    "another datatype": ("documents.nt.gz", swap("byteSize", "nonNegativeInteger", "integer"), {"Datatype"}),
    "not a number": ("documents.nt.gz", swap("byteSize", '"1000"', '"-1"'), {"Datatype"}),
    "not a time": ("documents.nt.gz", swap("issued", '"2026-11-01T00:00:00Z"', '"eile"'), {"Datatype"}),
    "no version": ("documents.nt.gz", drop("hasVersion"), {"MinCount"}),
    "a decision unheard of": ("evidence.nq.gz", swap("decidedBy", '"corpus"', '"oracle"'), {"In"}),
    "a mention without place": ("evidence.nq.gz", drop("beginIndex"), {"MinCount"}),
    "a mention of nobody": ("evidence.nq.gz", swap("taIdentRef", "loc/tartu", "loc/narva"), {"Class"}),
    "one title": ("about.nq.gz", drop('documents"@en'), {"MinCount"}),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_both_find_the_same(good, tmp_path, damage):
    name, change, components = DAMAGE[damage]
    parts = changed(good, name, change)
    found = ours(tmp_path, parts)
    assert {one.component for one in found} == components
    assert found == theirs(parts)


def test_a_release_that_breaks_its_shapes_is_not_published(storage, settings, document, mention, shard, monkeypatch):
    page = document("http://a.ee/")
    shard(storage, [page], [mention(page, "LOC", "Tartu")])
    first = build_release(storage, settings, "run-1")
    new = document("http://a.ee/", day=1, content="uus")
    shard(storage, [new], [mention(new, "LOC", "Narva")], run="run-2")
    monkeypatch.setitem(serialise._TERMS, "label", "rdfs:seeAlso")
    with pytest.raises(ReleaseError, match=r"id/loc/narva MinCount of http://www.w3.org/2000/01/rdf-schema#label"):
        build_release(storage, settings, "run-2")
    assert storage.read_text("releases/CURRENT").strip() == first.id


def test_an_unknown_constraint_stops(tmp_path, monkeypatch):
    rules.cache_clear()
    odd = tmp_path / "shapes.ttl"
    odd.write_text(SHAPES_FILE.read_text(encoding="utf-8").replace("sh:minLength 1", "sh:uniqueLang true"))
    monkeypatch.setattr("estner_ops.graph.shapes.SHAPES_FILE", odd)
    with pytest.raises(ReleaseError, match="uniqueLang is not a constraint"):
        rules()
    monkeypatch.undo()
    rules.cache_clear()
    assert len(rules()) > 30
