"""Answers to SPARQL queries in the formats of the standard, cut at a limit."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from estner_ops.graph.vocabulary import PREFIXES

RESULTS = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
}
GRAPHS = {
    "ttl": "text/turtle; charset=utf-8",
    "nt": "application/n-triples",
    "rdf": "application/rdf+xml",
    "jsonld": "application/ld+json",
}
_RDF = {"ttl": ox.RdfFormat.TURTLE, "nt": ox.RdfFormat.N_TRIPLES, "rdf": ox.RdfFormat.RDF_XML,
        "jsonld": ox.RdfFormat.JSON_LD}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PARTS = ("subject", "predicate", "object")
MAX_BYTES = 50_000_000  # of an answer: what one row can hold has no limit of its own

Row = Sequence[Any]  # of terms, None where a variable is not bound


@dataclass(frozen=True, slots=True)
class Answer:
    media_type: str
    body: bytes
    rows: int
    cut: bool  # whether there was more


def negotiate(accept: str) -> tuple[str, str]:
    """The formats for rows and for triples that an Accept header asks for; JSON and Turtle if it does not care."""
    weights = [_weight(part) for part in accept.lower().split(",") if part.strip()]
    wanted = [media for media, quality in sorted(weights, key=lambda one: -one[1]) if quality > 0]
    aliases = {"application/json": "json", "application/xml": "xml", "text/xml": "xml", "text/plain": "nt"}
    known = {media.split(";")[0]: name for name, media in {**RESULTS, **GRAPHS}.items()}
    names = [known.get(media) or aliases.get(media, "") for media in wanted]
    return next((one for one in names if one in RESULTS), "json"), next((one for one in names if one in GRAPHS), "ttl")


def _weight(part: str) -> tuple[str, float]:
    media, *parameters = (one.strip() for one in part.split(";"))
    quality = next((one[2:] for one in parameters if one.startswith("q=")), "1")
    try:
        return media, float(quality)
    except ValueError:
        return media, 0.0


def answer(found: Any, results: str, graph: str, limit: int) -> Answer:
    """Writes what pyoxigraph found; at most `limit` rows or triples of it."""
    if isinstance(found, ox.QueryBoolean):
        return Answer(RESULTS[results], _WRITERS[results]([], iter([]), bool(found)), 1, False)
    counter = _Counter(found, limit)
    if isinstance(found, ox.QueryTriples):
        body = ox.serialize(counter, format=_RDF[graph], prefixes=PREFIXES)
        return Answer(GRAPHS[graph], body or b"", counter.count, counter.cut)
    variables = [variable.value for variable in found.variables]
    rows = ([row[name] for name in variables] for row in counter)
    return Answer(RESULTS[results], _WRITERS[results](variables, rows, None), counter.count, counter.cut)


class _Counter:
    """Passes on as many as allowed and remembers whether there were more."""

    def __init__(self, found: Iterable[Any], limit: int) -> None:
        self._found, self._limit, self.count, self.cut = iter(found), limit, 0, False

    def __iter__(self) -> Iterator[Any]:
        size = 0
        for one in islice(self._found, self._limit):
            size += len(str(one))
            if size > MAX_BYTES:
                self.cut = True
                return
            self.count += 1
            yield one
        self.cut = next(self._found, None) is not None


def _json(variables: list[str], rows: Iterator[Row], truth: bool | None) -> bytes:
    if truth is not None:
        return json.dumps({"head": {}, "boolean": truth}).encode()
    bindings = [{name: _json_term(term) for name, term in zip(variables, row, strict=True) if term is not None}
                for row in rows]
    return json.dumps({"head": {"vars": variables}, "results": {"bindings": bindings}}, ensure_ascii=False).encode()


def _json_term(term: Any) -> dict[str, Any]:
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, ox.Triple):
        return {"type": "triple", "value": {part: _json_term(getattr(term, part)) for part in _PARTS}}
    said = {"type": "literal", "value": term.value}
    if term.language:
        return {**said, "xml:lang": term.language}
    plain = term.datatype.value == "http://www.w3.org/2001/XMLSchema#string"
    return said if plain else {**said, "datatype": term.datatype.value}


def _xml(variables: list[str], rows: Iterator[Row], truth: bool | None) -> bytes:
    head = "".join(f"<variable name={quoteattr(name)}/>" for name in variables)
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">'
           f"<head>{head}</head>"]
    if truth is not None:
        out.append(f"<boolean>{str(truth).lower()}</boolean></sparql>\n")
        return "".join(out).encode()
    out.append("<results>\n")
    for row in rows:
        cells = (f"<binding name={quoteattr(name)}>{_xml_term(term)}</binding>"
                 for name, term in zip(variables, row, strict=True) if term is not None)
        out.append(f"<result>{''.join(cells)}</result>\n")
    out.append("</results></sparql>\n")
    return "".join(out).encode()


def _xml_term(term: Any) -> str:
    if isinstance(term, ox.Triple):
        return f"<triple>{''.join(f'<{one}>{_xml_term(getattr(term, one))}</{one}>' for one in _PARTS)}</triple>"
    value = escape(_NOT_XML.sub("\ufffd", term.value))
    if isinstance(term, ox.NamedNode):
        return f"<uri>{value}</uri>"
    if isinstance(term, ox.BlankNode):
        return f"<bnode>{value}</bnode>"
    said = _json_term(term)
    extra = "".join(f" {name}={quoteattr(said[name])}" for name in ("xml:lang", "datatype") if name in said)
    return f"<literal{extra}>{value}</literal>"


def _csv(variables: list[str], rows: Iterator[Row], truth: bool | None) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    if truth is not None:
        writer.writerow([str(truth).lower()])
        return out.getvalue().encode()
    writer.writerow(variables)
    for row in rows:
        writer.writerow(["" if term is None else f"_:{term.value}" if isinstance(term, ox.BlankNode)
                         else str(term) if isinstance(term, ox.Triple) else term.value for term in row])
    return out.getvalue().encode()


def _tsv(variables: list[str], rows: Iterator[Row], truth: bool | None) -> bytes:
    if truth is not None:
        return f"{str(truth).lower()}\n".encode()
    lines = ["\t".join(f"?{name}" for name in variables)]
    lines += ["\t".join("" if term is None else str(term).replace("\t", "\\t") for term in row) for row in rows]
    return ("\n".join(lines) + "\n").encode()


_WRITERS: dict[str, Callable[[list[str], Iterator[Row], bool | None], bytes]] = {
    "json": _json, "xml": _xml, "csv": _csv, "tsv": _tsv,
}
