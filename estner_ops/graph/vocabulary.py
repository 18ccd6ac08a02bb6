"""The vocabularies of a release, and the names of its graphs. The SQL statements get these IRIs as parameters.

Evidence is NIF with ITS 2.0 (`nif:Phrase`, `itsrdf:taIdentRef`), not Web Annotation: in NIF a mention is one node whose
IRI is its place in the text (`…#char=12,24`, RFC 5147), with nine triples. In Web Annotation it is an annotation, a
target and two selectors: four nodes to name or leave blank and half as many triples again. Blank nodes have no order,
so releases would neither be the same bytes twice nor comparable line by line.
"""

from dataclasses import dataclass

NER = "http://www.estner.ee/estnerd#"
ONTOLOGY = "http://www.estner.ee/estnerd"  # the graph of the ontology itself: NER without its hash

# Predeclared for every query: those of the reference system were published without PREFIX lines.
PREFIXES: dict[str, str] = {
    "ner": NER,
    "nerd": "http://nerd.eurecom.fr/ontology#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "prov": "http://www.w3.org/ns/prov#",
    "void": "http://rdfs.org/ns/void#",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "itsrdf": "http://www.w3.org/2005/11/its/rdf#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "http://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "sh": "http://www.w3.org/ns/shacl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def expand(name: str) -> str:
    """The IRI of a prefixed name: expand("foaf:name") is http://xmlns.com/foaf/0.1/name."""
    prefix, local = name.split(":", 1)
    return PREFIXES[prefix] + local


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the three kinds of entities: its code in tables, its place in IRIs, its class, its name property."""

    code: str
    path: str
    type: str
    name: str


KINDS: tuple[Kind, ...] = (
    Kind("LOC", "loc", "nerd:Location", "ner:locationName"),
    Kind("ORG", "org", "nerd:Organization", "ner:orgName"),
    Kind("PER", "per", "nerd:Person", "foaf:name"),
)


@dataclass(frozen=True, slots=True)
class Graphs:
    """The named graphs of a release. Entities and documents lie in the default graph."""

    evidence: str
    corrections: str
    release: str
    ontology: str = ONTOLOGY


def graphs(base: str) -> Graphs:
    return Graphs(f"{base}/graph/evidence", f"{base}/graph/corrections", f"{base}/graph/release")
