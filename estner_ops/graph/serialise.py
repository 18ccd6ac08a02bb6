"""Writes the tables of a merge as files. DuckDB makes the lines; they pass through as bytes, no Python object each.

The order of the lines depends on the lines alone and compression leaves out the time, so that the same tables give the
same bytes on every machine.
"""

import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from estner_ops.graph.merge import Merge, statement
from estner_ops.graph.rdfxml import footer, header
from estner_ops.graph.vocabulary import Kind, expand, graphs

RANGE = 50_000  # mentions or relations sorted and written at a time
_LEVEL = 3  # of compression: such lines shrink to a twentieth with it, 6 takes 2.5 times as long and saves nothing

_TERMS = {
    "rdf_type": "rdf:type", "label": "rdfs:label", "given_name": "foaf:givenName", "family_name": "foaf:familyName",
    "lemma": "ner:lemma", "mentioned_at": "ner:mentionedAtSite",
    "document_class": "foaf:Document", "distribution_class": "dcat:Distribution", "title": "dc:title",
    "language": "dc:language", "format": "dc:format", "byte_size": "dcat:byteSize", "issued": "dcterms:issued",
    "modified": "dcterms:modified", "has_version": "dcterms:hasVersion", "host": "ner:host",
    "context_class": "nif:Context", "version_of": "dcterms:isVersionOf", "identifier": "dcterms:identifier",
    "generated_at": "prov:generatedAtTime", "generated_by": "prov:wasGeneratedBy",
    "phrase_class": "nif:Phrase", "context": "nif:referenceContext", "begin": "nif:beginIndex", "end": "nif:endIndex",
    "anchor": "nif:anchorOf", "entity": "itsrdf:taIdentRef", "confidence": "itsrdf:taConfidence",
    "decided_by": "ner:decidedBy", "snippet": "ner:snippet",
    "non_negative": "xsd:nonNegativeInteger", "date_time": "xsd:dateTime", "double": "xsd:double",
}


@dataclass(frozen=True, slots=True)
class Written:
    """One written part of a release: its file, how many triples it holds and the digest of its lines."""

    path: Path
    triples: int
    sha256: str


class LineFile:
    """A gzip file of lines that counts and digests what passes through."""

    def __init__(self, path: Path) -> None:
        self.path, self.triples, self._digest = path, 0, hashlib.sha256()
        self._raw = path.open("wb")
        self._file = gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=self._raw, mtime=0)

    def write(self, lines: memoryview | bytes) -> None:
        self.triples += int(np.count_nonzero(np.frombuffer(lines, dtype=np.uint8) == 10))
        self._digest.update(lines)
        self._file.write(lines)

    def close(self) -> Written:
        self._file.close()
        self._raw.close()
        return Written(self.path, self.triples, self._digest.hexdigest())


def write_entities(merge: Merge, kind: Kind, folder: Path) -> Written:
    """<KIND>.nt.gz and <KIND>.rdf"""
    lines = LineFile(folder / f"{kind.code}.nt.gz")
    terms = _terms("entity_lines", {
        "type": kind.code, "class": expand(kind.type), "name": expand(kind.name), "class_tag": kind.type,
        "name_tag": kind.name, "ending": " .\n"})
    with (folder / f"{kind.code}.rdf").open("wb") as xml:
        xml.write(header())
        for first, last in merge.rows("entity_ranges", type=kind.code, size=RANGE):
            for batch in merge.batches("entity_lines", **terms, first=first, last=last):
                lines.write(text_of(batch.column(0)))
                xml.write(text_of(batch.column(1)))
        xml.write(footer())
    return lines.close()


def write_documents(merge: Merge, folder: Path) -> Written:
    lines = LineFile(folder / "documents.nt.gz")
    terms = _terms("document_lines", {"ending": " .\n"})
    for first, last in merge.rows("document_ranges", size=RANGE):
        for batch in merge.batches("document_lines", **terms, first=first, last=last):
            lines.write(text_of(batch.column(0)))
    return lines.close()


def write_evidence(merge: Merge, folder: Path) -> Written:
    lines = LineFile(folder / "evidence.nq.gz")
    ending = {"ending": f" <{graphs(merge.base).evidence}> .\n"}
    for first, last in merge.rows("document_ranges", size=RANGE):
        for name in ("version_lines", "mention_lines"):
            for batch in merge.batches(name, **_terms(name, ending), first=first, last=last):
                lines.write(text_of(batch.column(0)))
    return lines.close()


def write_rejected(merge: Merge, folder: Path) -> None:
    """rejected.jsonl.gz: what the release leaves out, for those who look for it."""
    lines = LineFile(folder / "rejected.jsonl.gz")
    for batch in merge.batches("rejected_lines"):
        lines.write(text_of(batch.column(0)))
    lines.close()


def write_lines(path: Path, lines: Iterable[str]) -> Written:
    file = LineFile(path)
    for line in lines:
        file.write(line.encode())
    return file.close()


def text_of(column: pa.Array) -> memoryview:
    """The bytes of all strings of a column, one after the other, as Arrow holds them: nothing is copied."""
    if len(column) == 0:
        return memoryview(b"")
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    _, offsets, data = column.buffers()
    places = np.frombuffer(offsets, dtype=width)
    return memoryview(data)[places[column.offset]:places[column.offset + len(column)]]


def _terms(name: str, more: dict[str, str]) -> dict[str, str]:
    """The parameters of a statement: DuckDB wants exactly those that stand in it."""
    wanted = set(re.findall(r"\$(\w+)", statement(name))) - {"first", "last"}
    return {one: more[one] if one in more else expand(_TERMS[one]) for one in wanted}
