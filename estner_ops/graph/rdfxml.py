"""The frame of the RDF/XML files: the namespaces, the ontology as their header, and the closing tag."""

from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from estner_ops.graph.vocabulary import PREFIXES

ONTOLOGY_FILE = Path(__file__).with_name("estnerd.ttl")


@cache
def ontology() -> tuple[Any, ...]:
    """The triples of estNERD, sorted. It has no blank nodes: its triples are the same after each reading."""
    quads = ox.parse(path=str(ONTOLOGY_FILE), format=ox.RdfFormat.TURTLE)
    return tuple(sorted((quad.triple for quad in quads), key=str))


@cache
def header() -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<rdf:RDF"]
    lines += [f"  xmlns:{prefix}={quoteattr(iri)}" for prefix, iri in sorted(PREFIXES.items())]
    lines[-1] += ">"
    for subject in dict.fromkeys(triple.subject for triple in ontology()):
        lines.append(f"<rdf:Description rdf:about={quoteattr(subject.value)}>")
        lines += [_property(triple) for triple in ontology() if triple.subject == subject]
        lines.append("</rdf:Description>")
    return ("\n".join(lines) + "\n").encode()


def footer() -> bytes:
    return b"</rdf:RDF>\n"


def _property(triple: Any) -> str:
    tag = _qualified(triple.predicate.value)
    value = triple.object
    if isinstance(value, ox.NamedNode):
        return f"  <{tag} rdf:resource={quoteattr(value.value)}/>"
    if value.language:
        return f'  <{tag} xml:lang="{value.language}">{escape(value.value)}</{tag}>'
    datatype = "" if value.datatype.value.endswith("#string") else f" rdf:datatype={quoteattr(value.datatype.value)}"
    return f"  <{tag}{datatype}>{escape(value.value)}</{tag}>"


def _qualified(iri: str) -> str:
    prefix, namespace = max(((prefix, one) for prefix, one in PREFIXES.items() if iri.startswith(one)),
                            key=lambda pair: len(pair[1]))
    return f"{prefix}:{iri.removeprefix(namespace)}"
