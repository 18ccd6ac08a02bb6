"""Words: compound tokens, and the tokens that are part of none."""

from collections.abc import Sequence
from typing import NamedTuple

from estner_ops.ner.lean.compounds import Compound
from estner_ops.ner.lean.tokens import Span


class Word(NamedTuple):
    start: int
    end: int
    text: str
    form: str  # what is analysed: the text, or its normalized form
    types: tuple[str, ...]  # of the compound token


def words(text: str, tokens: Sequence[Span], compounds: Sequence[Compound]) -> list[Word]:
    inside = {number for compound in compounds for number in compound.tokens}
    found = [Word(start, end, surface := text[start:end], surface, ())
             for number, (start, end) in enumerate(tokens) if number not in inside]
    for start, end, types, normalized, _ in compounds:
        surface = text[start:end]
        found.append(Word(start, end, surface, surface if normalized is None else normalized, types))
    found.sort()
    return found
