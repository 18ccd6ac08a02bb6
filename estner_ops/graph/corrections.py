"""Corrections made by people: triples in files of their own under `corrections/`, applied at every merge.

    <http://www.estner.ee/id/org/brasiilia> owl:deprecated true .                 this is no organisation
    <http://www.estner.ee/id/org/tartu> dcterms:isReplacedBy <…/id/loc/tartu> .   it is a place
    <http://www.estner.ee/id/per/t._h._ilves> owl:sameAs <…/id/per/toomas_hendrik_ilves> .   these two are one
    <http://www.estner.ee/id/per/kravitz> foaf:name "Kravitz" .                   this is how it is written

Of two that are one, the object stays. Whatever else the files say (who, when, why) is kept with it. The files are
Turtle, N-Triples, TriG or N-Quads; all of it is published in the graph of corrections.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import pyoxigraph as ox

from estner_ops.errors import ReleaseError
from estner_ops.graph.vocabulary import KINDS, expand
from estner_ops.storage import Storage

FOLDER = "corrections"
_FORMATS = {".ttl": ox.RdfFormat.TURTLE, ".nt": ox.RdfFormat.N_TRIPLES, ".trig": ox.RdfFormat.TRIG,
            ".nq": ox.RdfFormat.N_QUADS}
_SAME = {expand("dcterms:isReplacedBy"), expand("owl:sameAs")}
_NAMES = {expand("rdfs:label"), *(expand(kind.name) for kind in KINDS)}
_TRUE = {"true", "1"}
_CONTROL = re.compile("[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Move:
    """What stands in an entity's place, and its kind (PER, ORG or LOC); both None if nothing does."""

    iri: str
    replaced_by: str | None
    type: str | None


@dataclass(frozen=True, slots=True)
class Corrections:
    """What people said, as triples in N-Triples lines, and what follows for the merge."""

    lines: tuple[str, ...]  # "subject predicate object", sorted
    moves: tuple[Move, ...]
    names: dict[str, str]  # of an entity's IRI


def read_corrections(storage: Storage, base: str) -> Corrections:
    triples: set[Any] = set()
    for path in storage.list(FOLDER):
        triples |= _parse(path, storage.read_bytes(path))
    said = sorted(triples, key=str)
    names = {one.subject.value: one.object.value for one in reversed(said)
             if one.predicate.value in _NAMES and isinstance(one.object, ox.Literal)}
    return Corrections(
        tuple(f"{one.subject} {one.predicate} {one.object}" for one in said),
        tuple(Move(iri, end, _type(base, end)) for iri, end in _moves(said, base).items()),
        names,
    )


def _parse(path: str, data: bytes) -> set[Any]:
    suffix = PurePosixPath(path).suffix
    if suffix not in _FORMATS:
        raise ReleaseError(f"{path}: corrections are files named *{', *'.join(_FORMATS)}")
    try:
        triples = {quad.triple for quad in ox.parse(data, _FORMATS[suffix])}
    except SyntaxError as error:
        raise ReleaseError(f"{path}: {error}") from error
    blank = next((one for one in triples if ox.BlankNode in map(type, (one.subject, one.object))), None)
    if blank:
        raise ReleaseError(f"{path}: give {blank.subject} an IRI; blank nodes have no name that stays the same")
    odd = next((one for one in triples if _CONTROL.search(str(one))), None)
    if odd:
        raise ReleaseError(f"{path}: control characters in what is said of {odd.subject}")
    return triples


def _moves(said: list[Any], base: str) -> dict[str, str | None]:
    """Where each corrected entity went, in the end: chains are followed, a circle ends at its first IRI."""
    gone = {one.subject.value for one in said if one.predicate.value == expand("owl:deprecated")
            and isinstance(one.object, ox.Literal) and one.object.value in _TRUE}
    step: dict[str, str] = {}
    for one in said:
        if one.predicate.value in _SAME and _type(base, one.object.value):  # others link to other people's data
            step.setdefault(one.subject.value, one.object.value)
    return {iri: _end(iri, step, gone) for iri in sorted(gone | set(step)) if _end(iri, step, gone) != iri}


def _end(iri: str, step: dict[str, str], gone: set[str]) -> str | None:
    seen = [iri]
    while seen[-1] in step:
        if step[seen[-1]] in seen:
            return min(seen[seen.index(step[seen[-1]]):])
        seen.append(step[seen[-1]])
    return None if seen[-1] in gone else seen[-1]


def _type(base: str, iri: str | None) -> str | None:
    return next((kind.code for kind in KINDS if iri and iri.startswith(f"{base}/{kind.path}/")), None)
