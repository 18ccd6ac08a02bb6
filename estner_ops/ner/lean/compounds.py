"""Compound tokens: tokens that are one word together, as numbers, addresses, abbreviations, hyphenated words are.

EstNLTK's patterns give hints where a compound token may be. First-level hints must begin and end where tokens do;
second-level hints ("LinkedIn -ist", "-20,5%") join what stands there already.
"""

import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from estner_ops.ner.lean.hints import Hint, Spots, hints, patterns
from estner_ops.ner.lean.tokens import Span

_FIRST_LEVEL = (
    "email_and_www_patterns", "emoticon_patterns", "xml_patterns", "unit_patterns", "number_patterns",
    "abbreviations_before_initials_patterns", "initial_patterns", "abbreviation_patterns",
)  # fmt: skip
_SECOND_LEVEL = ("case_endings_patterns", "number_fixes_patterns")
_SEPARATOR = "\n\n"  # no compound token reaches over the end of a paragraph
_LETTERS = re.compile("[a-zšžõäöüA-ZŠŽÕÄÖÜ]+")
_HYPHENS = re.compile("-{2,}$")


class Compound(NamedTuple):
    start: int
    end: int
    types: tuple[str, ...]
    normalized: str | None  # what to analyse in place of the text
    tokens: tuple[int, ...]  # numbers of the tokens that it consists of


class Compounder:
    def __init__(self, normal: Callable[[str], str | None]) -> None:
        self._normal = normal
        self._spots = Spots()
        self._first = patterns(_FIRST_LEVEL)
        self._second = patterns(_SECOND_LEVEL)

    def compounds(self, text: str, tokens: Sequence[Span]) -> list[Compound]:
        found: list[Compound] = []
        for spot in self._spots.spots(text):
            its = range(bisect_left(tokens, (spot[0],)), bisect_left(tokens, (spot[1],)))
            if not its:
                continue
            hinted = [(compound.tokens[0], 0, compound) for compound in self._hinted(text, spot, tokens)]
            hyphenated = [(compound.tokens[-1] + 1, 1, compound) for compound in self._hyphenated(text, tokens, its)]
            # In the order in which a walk over the tokens comes upon them: a hyphenated word once it is over.
            compounds = [compound for _, _, compound in sorted(hinted + hyphenated, key=lambda one: one[:2])]
            found += _longest(self._joined(text, spot, tokens, its, compounds))
        return found

    def _hinted(self, text: str, spot: Span, tokens: Sequence[Span]) -> Iterator[Compound]:
        for hint in hints(text, spot, self._first):
            first, after = bisect_left(tokens, (hint.start,)), bisect_left(tokens, (hint.end,))
            # EstNLTK takes the number 0 of a last token for "not found".
            if not 1 < after > first or tokens[first][0] != hint.start or tokens[after - 1][1] != hint.end:
                continue
            type_ = hint.pattern.type
            if not type_.startswith("negative:") and _SEPARATOR not in text[hint.start : hint.end]:
                yield Compound(hint.start, hint.end, (type_,), hint.normalized, tuple(range(first, after)))

    def _hyphenated(self, text: str, tokens: Sequence[Span], its: range) -> Iterator[Compound]:
        if text.find("-", tokens[its.start][0], tokens[its.stop - 1][1]) < 0:
            return
        for first, after in _hyphenations(text, tokens, its):
            start, end = tokens[first][0], tokens[after - 1][1]
            word = text[start:end]
            if _LETTERS.search(word) or _HYPHENS.match(word):
                yield Compound(start, end, ("hyphenation",), self._normal(word), tuple(range(first, after)))

    def _joined(self, text: str, spot: Span, tokens: Sequence[Span], its: range,
                compounds: list[Compound]) -> list[Compound]:
        """The compound tokens with those that second-level hints make of them and of tokens."""
        seen = its.start  # tokens before this number are no longer looked at
        row = _Row(compounds)
        for hint in hints(text, spot, self._second):
            row.move(hint.start, hint.end)
            covered = [one for one in row.near if _covers(hint, one.start, one.end)]
            numbers = []
            for number in range(seen, its.stop):
                if _covers(hint, *tokens[number]):
                    numbers.append(number)
                if hint.end < tokens[number][0]:
                    seen = number - 1
                    break
            free = [number for number in numbers
                    if not any(one.start <= tokens[number][0] and tokens[number][1] <= one.end for one in covered)]
            if not (free or covered) or not _fits(hint, [tokens[number] for number in free], covered):
                continue
            joined = _join(text, hint, covered, free, tokens)
            if _SEPARATOR not in text[joined.start : joined.end]:
                row.replace(covered, joined)
        return row.all()


class _Row:
    """Compound tokens in the order of a walk over a text, of which only those near a hint are looked at.

    A table of percentages has a hint in each cell: looking at all of its cells for each would take for ever.
    """

    def __init__(self, compounds: list[Compound]) -> None:
        self.near: list[Compound] = []
        self._passed: list[Compound] = []
        self._ahead = compounds
        self._next = 0
        # The row is not quite sorted: where the first of those from a number on begins.
        starts = accumulate((one.start for one in reversed(compounds)), min, initial=sys.maxsize)
        self._first_start = list(starts)[::-1]

    def move(self, start: int, end: int) -> None:
        """On to a hint: what ends before it is passed by, unless something that goes on reaches back to it."""
        while self.near and self._is_over(self.near[0], start, self.near[1:], self._next):
            self._passed.append(self.near.pop(0))
        while not self.near and self._next < len(self._ahead) and self._is_over(
                self._ahead[self._next], start, (), self._next + 1):
            self._passed.append(self._ahead[self._next])
            self._next += 1
        self._reach(end)

    def replace(self, covered: list[Compound], joined: Compound) -> None:
        self._reach(joined.end)
        self.near = [one for one in self.near
                     if not any(other.start <= one.start and one.end <= other.end for other in covered)]
        place = next((place for place, one in enumerate(self.near) if joined.end <= one.start), len(self.near))
        self.near.insert(place, joined)

    def all(self) -> list[Compound]:
        return [*self._passed, *self.near, *self._ahead[self._next :]]

    def _reach(self, end: int) -> None:
        while self._first_start[self._next] <= end:
            self.near.append(self._ahead[self._next])
            self._next += 1

    def _is_over(self, one: Compound, start: int, others: Sequence[Compound], ahead: int) -> bool:
        return (one.end < start and one.end <= self._first_start[ahead]
                and all(one.end <= other.start for other in others))


def _hyphenations(text: str, tokens: Sequence[Span], its: range) -> Iterator[tuple[int, int]]:
    """Ranges of tokens with hyphens between them and no space; one that ends the text is not found."""
    number = max(its.start, 1)
    while number < its.stop:
        if not _is_joint(text, tokens, number):
            number += 1
            continue
        first = number - 1
        while _is_joint(text, tokens, number):
            number += 1
            if number < len(tokens) and tokens[number - 1][1] == tokens[number][0]:
                number += 1
            else:
                break
        if number >= len(tokens):
            return
        yield first, number
        number += 1


def _is_joint(text: str, tokens: Sequence[Span], number: int) -> bool:
    if number >= len(tokens):
        return False
    start, end = tokens[number]
    return tokens[number - 1][1] == start and text[start:end] == "-"


def _covers(hint: Hint, start: int, end: int) -> bool:
    if hint.pattern.left_strict and hint.pattern.right_strict:
        return hint.start <= start and end <= hint.end
    return hint.start <= (start if hint.pattern.left_strict else end) <= hint.end


def _fits(hint: Hint, tokens: list[Span], compounds: list[Compound]) -> bool:
    if hint.pattern.left_strict:
        firsts = [spans[0][0] for spans in (tokens, compounds) if spans]
        if min(firsts) != hint.start:
            return False
    if hint.pattern.right_strict:
        lasts = [spans[-1][1] for spans in (tokens, compounds) if spans]
        return max(lasts) == hint.end
    return True


def _join(text: str, hint: Hint, compounds: list[Compound], free: list[int], tokens: Sequence[Span]) -> Compound:
    numbers = sorted({number for one in compounds for number in one.tokens}.union(free))
    start, end = tokens[numbers[0]][0], tokens[numbers[-1]][1]
    types = [type_ for one in compounds for type_ in one.types] + [hint.pattern.type]
    if "non_ending_abbreviation" in types and "case_ending" in types and text.endswith("st", start, end):
        types.remove("non_ending_abbreviation")  # "st" was not an abbreviation, but the ending
    if "sign" in types and "hyphenation" in types and _LETTERS.match(text[start]):
        types.remove("sign")  # it was a hyphen
    parts = {one.start: (one.normalized, one.end) for one in compounds if one.normalized is not None}
    normalized = hint.normalized
    if normalized is not None:
        parts[hint.start] = (normalized, hint.end)
    return Compound(start, end, tuple(types), _rewritten(text, start, end, parts), tuple(numbers))


def _rewritten(text: str, start: int, end: int, parts: dict[int, tuple[str, int]]) -> str:
    """text[start:end] with its parts normalized. A part may begin with the last letter of the part before."""
    written: list[str] = []
    after_part = False
    place = start
    while place < end:
        overlapping = parts.get(place - 1)
        last = text[place - 1 : place]
        if after_part and overlapping and written[-1].endswith(last) and overlapping[0].startswith(last):
            written.append(overlapping[0][1:])
            place = overlapping[1]
        elif place in parts:
            written.append(parts[place][0])
            place = parts[place][1]
            after_part = True
        else:
            written.append(text[place])
            place += 1
            after_part = False
    return "".join(written)


def _longest(compounds: list[Compound]) -> list[Compound]:
    """Of compound tokens that overlap the longest, of equally long ones the first."""
    kept: list[Compound] = []
    for one in sorted(compounds, key=lambda one: (one.start - one.end, one.start, one.end)):
        place = bisect_left(kept, one[:2])
        if not ((place and kept[place - 1].end > one.start) or (place < len(kept) and kept[place].start < one.end)):
            kept.insert(place, one)
    return kept
