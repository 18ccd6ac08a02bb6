"""How right the names are: EstNLTK's default and ours, on text with known names that no rule was made with.

`text`: names found with the right place and type, precision and recall. `names`: share of right nominatives of names
whose place and type are given. The tuning parts are only scored with `--tuning`, which also lists their mistakes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from estner_ops.ner import canonical
from estner_ops.ner.stock import analyses
from estner_ops.ner.tagged import Tagged, Word

GOLD = Path(__file__).parent / "gold"
_MARKED = re.compile(r"\[(PER|ORG|LOC) ([^\]|]+)(?:\|([^\]]+))?\]")


@dataclass(frozen=True)
class Gold:
    start: int
    end: int
    type: str
    name: str


@dataclass(frozen=True)
class Document:
    text: str
    names: tuple[Gold, ...]


@dataclass(frozen=True)
class Case:
    type: str
    text: str
    start: int
    end: int
    nominative: str


def documents(part: str) -> Iterator[Document]:
    for marked in re.split(r"^#.*\n", (GOLD / f"text_{part}.txt").read_text("utf-8"), flags=re.M)[1:]:
        text, names, done = "", [], 0
        for found in _MARKED.finditer(marked.strip()):
            text += marked.strip()[done : found.start()]
            names.append(Gold(len(text), len(text) + len(found[2]), found[1], found[3] or found[2]))
            text, done = text + found[2], found.end()
        yield Document(text + marked.strip()[done:], tuple(names))


def cases(part: str) -> Iterator[Case]:
    for line in (GOLD / f"names_{part}.tsv").read_text("utf-8").splitlines():
        kind, form, nominative = line.split("\t")
        before, bracket, rest = form.partition("[")
        inside, _, after = rest.partition("]") if bracket else (form, "", "")
        before = before if bracket else ""
        yield Case(kind, before + inside + after, len(before), len(before) + len(inside), nominative)


def _nominatives(part: str, known: Any = None) -> Iterator[tuple[Case, str]]:
    """Each case of the list with the nominative we give it, in its sentence as EstNLTK disambiguates it."""
    from estnltk import Text

    for case in cases(part):
        text = Text(case.text + " .").tag_layer("morph_analysis")
        words = tuple(
            Word(span.start, span.end, span.text, analyses(span), ())
            for span in text["morph_analysis"] if span.start >= case.start and span.end <= case.end
        )  # fmt: skip
        tagged = Tagged(case.start, case.end, case.type, words)  # type: ignore[arg-type]
        [mention] = canonical.mentions(case.text, [tagged], known)
        yield case, mention.name
