"""Compound tokens: tokens that are one word together, as numbers, addresses, abbreviations, hyphenated words are.

EstNLTK's patterns give hints where a compound token may be. First-level hints must begin and end where tokens do;
second-level hints ("LinkedIn -ist", "-20,5%") join what stands there already.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from estner_ops.ner.lean import sources
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


class Hint(NamedTuple):
    start: int
    end: int
    type: str
    normalized: str | None
    left_strict: bool
    right_strict: bool


@dataclass(frozen=True, slots=True)
class _Pattern:
    find: Any  # a compiled pattern of the regex module
    group: int
    priority: tuple[int, ...]
    type: str
    normalize: Callable[[Any], str | None]
    left_strict: bool
    right_strict: bool


def _patterns(tables: Iterable[str]) -> list[_Pattern]:
    found = sources.rules(sources.SEGMENTATION / "patterns.py", tables)
    patterns = [_Pattern(one["_regex_pattern_"], one["_group_"], one["_priority_"], one["pattern_type"],
                         one["normalized"], one.get("left_strict", True), one.get("right_strict", True))
                for table in found.values() for one in table]
    if len({one.priority for one in patterns}) != len(patterns):
        raise ValueError("two patterns of EstNLTK have the same priority")
    return patterns


class Compounder:
    def __init__(self, normal: Callable[[str], str | None]) -> None:
        self._normal = normal
        self._first = _patterns(_FIRST_LEVEL)
        self._second = _patterns(_SECOND_LEVEL)

    def compounds(self, text: str, tokens: Sequence[Span]) -> list[Compound]:
        ends = {end: number for number, (_, end) in enumerate(tokens)}
        starts = {start: number for number, (start, _) in enumerate(tokens)}
        # In the order in which a walk over the tokens comes upon them: a hyphenated word once it is over.
        found = [(compound.tokens[0], 0, compound) for compound in self._hinted(text, starts, ends)]
        found += [(compound.tokens[-1] + 1, 1, compound) for compound in self._hyphenated(text, tokens)]
        compounds = [compound for _, _, compound in sorted(found, key=lambda one: one[:2])]
        compounds = self._joined(text, tokens, compounds)
        return _longest(compounds)

    def _hinted(self, text: str, starts: dict[int, int], ends: dict[int, int]) -> Iterator[Compound]:
        for hint in _hints(text, self._first):
            first, last = starts.get(hint.start), ends.get(hint.end)
            # EstNLTK takes the number 0 of a last token for "not found".
            if first is None or not last or hint.type.startswith("negative:"):
                continue
            if _SEPARATOR not in text[hint.start : hint.end]:
                yield Compound(hint.start, hint.end, (hint.type,), hint.normalized, tuple(range(first, last + 1)))

    def _hyphenated(self, text: str, tokens: Sequence[Span]) -> Iterator[Compound]:
        for first, after in _hyphenations(text, tokens):
            start, end = tokens[first][0], tokens[after - 1][1]
            word = text[start:end]
            if _LETTERS.search(word) or _HYPHENS.match(word):
                yield Compound(start, end, ("hyphenation",), self._normal(word), tuple(range(first, after)))

    def _joined(self, text: str, tokens: Sequence[Span], compounds: list[Compound]) -> list[Compound]:
        """The compound tokens with those that second-level hints make of them and of tokens."""
        seen = 0  # tokens before this number are no longer looked at
        for hint in _hints(text, self._second):
            covered = [one for one in compounds if _covers(hint, one.start, one.end)]
            numbers = []
            for number in range(seen, len(tokens)):
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
                compounds = [one for one in compounds
                             if not any(other.start <= one.start and one.end <= other.end for other in covered)]
                place = next((place for place, one in enumerate(compounds) if joined.end <= one.start), len(compounds))
                compounds.insert(place, joined)
        return compounds


def _hints(text: str, patterns: list[_Pattern]) -> list[Hint]:
    """What the patterns find; where they overlap, the one with the lowest priority number stands."""
    found: dict[Span, tuple[_Pattern, Any]] = {}
    for pattern in patterns:
        for match in pattern.find.finditer(text):
            span = match.span(pattern.group)
            if span[0] < span[1] and (span not in found or pattern.priority < found[span][0].priority):
                found[span] = (pattern, match)
    taken: list[Span] = []
    hints = []
    for (start, end), (pattern, match) in sorted(found.items(), key=lambda one: one[1][0].priority):
        place = bisect_left(taken, (start, end))
        if (place and taken[place - 1][1] > start) or (place < len(taken) and taken[place][0] < end):
            continue
        taken.insert(place, (start, end))
        normalized = pattern.normalize(match)
        hints.append(Hint(start, end, pattern.type, normalized, pattern.left_strict, pattern.right_strict))
    return sorted(hints)


def _hyphenations(text: str, tokens: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Ranges of tokens with hyphens between them and no space; one that ends the text is not found."""
    number = 1
    while number < len(tokens):
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
    if hint.left_strict and hint.right_strict:
        return hint.start <= start and end <= hint.end
    return hint.start <= (start if hint.left_strict else end) <= hint.end


def _fits(hint: Hint, tokens: list[Span], compounds: list[Compound]) -> bool:
    if hint.left_strict:
        firsts = [spans[0][0] for spans in (tokens, compounds) if spans]
        if min(firsts) != hint.start:
            return False
    if hint.right_strict:
        lasts = [spans[-1][1] for spans in (tokens, compounds) if spans]
        return max(lasts) == hint.end
    return True


def _join(text: str, hint: Hint, compounds: list[Compound], free: list[int], tokens: Sequence[Span]) -> Compound:
    numbers = sorted({number for one in compounds for number in one.tokens}.union(free))
    start, end = tokens[numbers[0]][0], tokens[numbers[-1]][1]
    types = [type_ for one in compounds for type_ in one.types] + [hint.type]
    if "non_ending_abbreviation" in types and "case_ending" in types and text.endswith("st", start, end):
        types.remove("non_ending_abbreviation")  # "st" was not an abbreviation, but the ending
    if "sign" in types and "hyphenation" in types and _LETTERS.match(text[start]):
        types.remove("sign")  # it was a hyphen
    parts = {one.start: (one.normalized, one.end) for one in compounds if one.normalized is not None}
    if hint.normalized is not None:
        parts[hint.start] = (hint.normalized, hint.end)
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
