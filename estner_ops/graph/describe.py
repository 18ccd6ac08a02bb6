"""The release about itself, as quads: the ontology, the dataset (VoID, DCAT) and the run that made it (PROV)."""

from collections.abc import Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from estner_ops.graph.iris import document_iri, run_iri
from estner_ops.graph.merge import Counts
from estner_ops.graph.rdfxml import ontology
from estner_ops.graph.vocabulary import KINDS, expand, graphs


@dataclass(frozen=True, slots=True)
class About:
    """What the description says beyond the counts."""

    base: str
    run: str
    licence: str
    triples: int
    counts: Counts


def description(about: About) -> list[str]:
    """Lines of N-Quads, sorted."""
    named = graphs(about.base)
    quads = [ox.Quad(*triple, ox.NamedNode(named.release)) for triple in _dataset(about)]
    quads += [ox.Quad(one.subject, one.predicate, one.object, ox.NamedNode(named.ontology)) for one in ontology()]
    return sorted(f"{quad} .\n" for quad in quads)


def _dataset(about: About) -> Iterator[tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal]]:
    base, counts = about.base, about.counts
    dataset, run = ox.NamedNode(f"{base}/dataset"), ox.NamedNode(run_iri(base, about.run))
    yield dataset, _term("rdf:type"), _term("void:Dataset")
    yield dataset, _term("rdf:type"), _term("dcat:Dataset")
    yield dataset, _term("dcterms:title"), ox.Literal("EstNER: nimed avalikes dokumentides", language="et")
    yield dataset, _term("dcterms:title"), ox.Literal("EstNER: names in public documents", language="en")
    if document_iri(about.licence):
        yield dataset, _term("dcterms:license"), ox.NamedNode(about.licence)
    if counts.newest:
        yield dataset, _term("dcterms:modified"), ox.Literal(counts.newest, datatype=_term("xsd:dateTime"))
    yield dataset, _term("void:uriSpace"), ox.Literal(f"{base}/")
    yield dataset, _term("void:triples"), _number(about.triples)
    yield dataset, _term("void:entities"), _number(counts.people + counts.organisations + counts.places)
    yield dataset, _term("void:documents"), _number(counts.documents)
    yield dataset, _term("prov:wasGeneratedBy"), run
    for vocabulary in ("ner", "nerd", "foaf", "dc", "dcterms", "dcat", "prov", "nif", "itsrdf"):
        yield dataset, _term("void:vocabulary"), _term(f"{vocabulary}:")
    yield from _partitions(dataset, counts)
    yield run, _term("rdf:type"), _term("prov:Activity")
    yield run, _term("dcterms:identifier"), ox.Literal(about.run)


def _partitions(
    dataset: ox.NamedNode, counts: Counts
) -> Iterator[tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal]]:
    sizes = {"LOC": counts.places, "ORG": counts.organisations, "PER": counts.people}
    classes = [(kind.path, kind.type, sizes[kind.code]) for kind in KINDS]
    classes += [("documents", "foaf:Document", counts.documents), ("mentions", "nif:Phrase", counts.mentions)]
    for name, kind, size in classes:
        part = ox.NamedNode(f"{dataset.value}/{name}")
        yield dataset, _term("void:classPartition"), part
        yield part, _term("void:class"), _term(kind)
        yield part, _term("void:entities"), _number(size)
    relations = ox.NamedNode(f"{dataset.value}/relations")
    yield dataset, _term("void:propertyPartition"), relations
    yield relations, _term("void:property"), _term("ner:mentionedAtSite")
    yield relations, _term("void:triples"), _number(counts.relations)


def _term(name: str) -> ox.NamedNode:
    return ox.NamedNode(expand(name))


def _number(value: int) -> ox.Literal:
    return ox.Literal(str(value), datatype=_term("xsd:integer"))
