"""Checks that a release looks as its shapes (SHACL, shapes.ttl) say, with one pass over its files.

A SHACL engine that walks from node to node needs hours for what a large release holds. Here each constraint of a
property shape is one set-based statement (sql/merge/check_*.sql) with the shape's values as its parameters, over the
triples read back from the very files that are to be published. A test holds this against pySHACL.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from estner_ops.errors import ReleaseError
from estner_ops.graph.merge import Merge
from estner_ops.graph.pieces import plain_files
from estner_ops.graph.rdfxml import ontology
from estner_ops.graph.vocabulary import PREFIXES, expand, graphs

SHAPES_FILE = Path(__file__).with_name("shapes.ttl")
_SH = PREFIXES["sh"]
_NAMED = 20  # violations of one constraint that a message names
_MOST = 2**31


@dataclass(frozen=True, slots=True)
class Rule:
    """A property shape: what must hold for the values of a path of every node of a class."""

    target: str
    path: str
    least: int = 0
    most: int = _MOST
    iri: bool = False
    datatype: str | None = None
    of_class: str | None = None
    shortest: int = 0
    longest: int = _MOST
    pattern: str | None = None
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A node whose path breaks a constraint: MinCount, MaxCount, NodeKind, Datatype, Class, MinLength, …"""

    focus: str
    path: str
    component: str


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The shapes as tables know them: numbers for paths, subclasses for classes."""

    rules: tuple[Rule, ...]
    paths: dict[str, int] = field(default_factory=dict)

    @property
    def type(self) -> int:
        return self.paths[expand("rdf:type")]


def check_shapes(merge: Merge, files: Iterable[Path]) -> None:
    """Raises ReleaseError, naming what is wrong, unless the files are as the shapes say."""
    found = violations(merge, files)
    if found:
        named = "; ".join(f"{one.focus} {one.component} of {one.path}" for one in found[:_NAMED])
        raise ReleaseError(f"the release breaks its shapes and is not published: {named}")


def violations(merge: Merge, files: Iterable[Path]) -> list[Violation]:
    """What is wrong: for each constraint the first few nodes that break it."""
    paths = [str(file) for file in files]
    shapes = _read(merge, paths)
    broken = [(rule.path, subject, component) for rule in shapes.rules
              for subject, component in _broken(merge, shapes, rule)]
    if not broken:
        return []
    digests = sorted({subject for _, subject, _ in broken})
    names = dict(row for packed in paths for file in plain_files(packed, merge.scratch)
                 for row in merge.rows("check_subjects", file=file, digests=digests))
    return sorted({Violation(names[subject].strip("<>"), path, component) for path, subject, component in broken})


def _read(merge: Merge, files: Sequence[str]) -> _Vocabulary:
    shapes = _Vocabulary(rules())
    for path in sorted({expand("rdf:type"), *(rule.path for rule in shapes.rules)}):
        shapes.paths[path] = len(shapes.paths)
    keep = {rule.path for rule in shapes.rules if rule.pattern or rule.words}
    merge.execute("shape_paths", predicates=[f"<{path}>" for path in shapes.paths],
                  numbers=list(shapes.paths.values()), keep=[path in keep for path in shapes.paths])
    merge.execute("facts_empty")
    for name, graph in (("nt.gz", ""), *_graphs_by_file(merge.base)):
        for packed in (file for file in files if file.endswith(name)):
            for file in plain_files(packed, merge.scratch):
                merge.execute("facts", file=file, ending=f"{graph} .", string=expand("xsd:string"),
                              language_string=expand("rdf:langString"))
    return shapes


def _graphs_by_file(base: str) -> Iterator[tuple[str, str]]:
    """Which graphs of which file the shapes speak of. Reading a file once is a good part of the work of a check."""
    named = graphs(base)
    yield "evidence.nq.gz", f" <{named.evidence}>"
    yield "about.nq.gz", f" <{named.release}>"
    yield "about.nq.gz", f" <{named.ontology}>"


def _broken(merge: Merge, shapes: _Vocabulary, rule: Rule) -> list[tuple[str, str]]:
    where: dict[str, Any] = {"path": shapes.paths[rule.path], "type": shapes.type, "limit": _NAMED,
                             "classes": _with_subclasses(rule.target)}
    found: list[tuple[Any, ...]] = []
    if rule.least > 0 or rule.most < _MOST:
        found += merge.rows("check_count", **where, least=rule.least, most=rule.most)
    if replace(rule, least=0, most=_MOST, of_class=None) != Rule(rule.target, rule.path):
        found += merge.rows("check_value", **where, iri=rule.iri, datatype=rule.datatype, shortest=rule.shortest,
                            longest=rule.longest, pattern=rule.pattern, words=list(rule.words) if rule.words else None)
    if rule.of_class:
        found += merge.rows("check_class", **where, wanted=_with_subclasses(rule.of_class))
    return [(subject, component) for subject, component in found]


@cache
def _with_subclasses(iri: str) -> list[str]:
    below = [one.subject.value for one in ontology()
             if one.predicate.value == expand("rdfs:subClassOf") and one.object.value == iri]
    return sorted({iri}.union(*map(_with_subclasses, below)))


@cache
def rules() -> tuple[Rule, ...]:
    """The property shapes of shapes.ttl."""
    store: Any = ox.Store()
    store.load(path=str(SHAPES_FILE), format=ox.RdfFormat.TURTLE)
    return tuple(sorted((_rule(store, target.object.value, shape.object)
                         for target in store.quads_for_pattern(None, ox.NamedNode(_SH + "targetClass"), None)
                         for shape in store.quads_for_pattern(target.subject, ox.NamedNode(_SH + "property"), None)),
                        key=lambda rule: (rule.target, rule.path)))


def _rule(store: Any, target: str, shape: Any) -> Rule:
    said = {quad.predicate.value.removeprefix(_SH): quad.object for quad in store.quads_for_pattern(shape, None, None)}
    rule = Rule(target, said.pop("path").value)
    readers: dict[str, Callable[[Any], dict[str, Any]]] = {
        "minCount": lambda one: {"least": int(one.value)}, "maxCount": lambda one: {"most": int(one.value)},
        "minLength": lambda one: {"shortest": int(one.value)}, "maxLength": lambda one: {"longest": int(one.value)},
        "datatype": lambda one: {"datatype": one.value}, "class": lambda one: {"of_class": one.value},
        "pattern": lambda one: {"pattern": one.value}, "nodeKind": lambda one: {"iri": one.value == _SH + "IRI"},
        "in": lambda one: {"words": tuple(_items(store, one))},
    }
    for word, value in said.items():
        if word not in readers:
            raise ReleaseError(f"{SHAPES_FILE.name}: {word} is not a constraint that shapes.py can check")
        rule = replace(rule, **readers[word](value))
    return rule


def _items(store: Any, head: Any) -> Iterable[str]:
    while head.value != expand("rdf:nil"):
        yield next(store.quads_for_pattern(head, ox.NamedNode(expand("rdf:first")), None)).object.value
        head = next(store.quads_for_pattern(head, ox.NamedNode(expand("rdf:rest")), None)).object
