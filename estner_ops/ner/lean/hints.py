"""Where EstNLTK's patterns see compound tokens.

The patterns are many, and most of a text has nothing for them. So they are tried only on spots that have something of
what they need: a digit, a sign, an abbreviation. A spot ends between two plain words, where no pattern reaches over.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from estner_ops.ner.lean import sources
from estner_ops.ner.lean.tokens import Span

_TABLE = sources.SEGMENTATION / "patterns.py"
_LETTER = "[a-zšžõäöüA-ZŠŽÕÄÖÜ]"
# Between two words of letters, with nothing but blanks around them, if no sign stands before the first: whatever a
# pattern takes for one thing with blanks inside has a sign or a digit next to the blank. The one exception is "a la".
_BETWEEN_PLAIN = re.compile(rf"(?<=[a-zšžõäöüA-ZŠŽÕÄÖÜ,])\s+(?!a\s){_LETTER}+(?=\s+{_LETTER}+\s)")
_TAG = re.compile("<[^<>]+>")  # may hold anything, plain words too
# What a text must have for a pattern of a type to match: one of these characters, where 0 is any digit.
_NEEDED = {
    "xml_tag": ">", "email": "@[(", "www_address": ":w", "www_address_short": ".", "emoticon": ":;=", "unit": "/",
    "numeric": "0", "numeric_date": "0", "numeric_time": ":", "roman_numerals": ".", "name_with_initial": ".",
    "negative:temperature_unit": "º˚°", "case_ending": "-'′’´`0", "sign": "0", "percentage": "0",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pattern:
    find: Any  # a compiled pattern of the regex module
    group: int
    priority: tuple[int, ...]
    type: str
    normalize: Callable[[Any], str | None]
    left_strict: bool
    right_strict: bool
    needs: frozenset[str]


class Hint(NamedTuple):
    start: int
    end: int
    pattern: Pattern
    match: Any

    @property
    def normalized(self) -> str | None:
        """What to analyse in place of the text."""
        return self.pattern.normalize(self.match)


def patterns(tables: Iterable[str]) -> list[Pattern]:
    found = sources.rules(_TABLE, tables)
    read = [Pattern(one["_regex_pattern_"], one["_group_"], one["_priority_"], one["pattern_type"], one["normalized"],
                    one.get("left_strict", True), one.get("right_strict", True),
                    frozenset(_NEEDED.get(one["pattern_type"], "")))
            for table in found.values() for one in table]
    if len({one.priority for one in read}) != len(read):
        raise ValueError(f"two patterns in {_TABLE} have the same priority")
    return read


class Spots:
    def __init__(self) -> None:
        macros = sources.rules(_TABLE, ["MACROS"])["MACROS"]
        abbreviations = "|".join(macros[f"ABBREVIATIONS{name}"] for name in ("1", "2", "3B"))
        # Signs other than those of plain prose, digits, full stops that do not just end a sentence, abbreviations.
        self._trigger = re.compile(
            rf"[^\w\s,.!?\"“”„«»()]|[\d_]|\(at\)|\.\w|\s\.|(?<!\w)\w{{1,5}}\s?\.|(?<!\w)(?:{abbreviations})(?!\w)")

    def spots(self, text: str) -> Iterator[Span]:
        """Stretches of the text outside of which there is no compound token."""
        cuts = [0, *(match.end() for match in _BETWEEN_PLAIN.finditer(text)), len(text)]
        for tag in _TAG.finditer(text):
            del cuts[bisect_right(cuts, tag.start()) : bisect_left(cuts, tag.end())]
        start = end = -1
        place = 0
        while trigger := self._trigger.search(text, place):
            number = bisect_right(cuts, trigger.start(), hi=len(cuts) - 1)
            place = cuts[number]
            if cuts[number - 1] == end:
                end = place  # the spot before goes on
                continue
            if end >= 0:
                yield start, end
            start, end = cuts[number - 1], place
        if end >= 0:
            yield start, end


def hints(text: str, spot: Span, patterns: Iterable[Pattern]) -> list[Hint]:
    """What the patterns find there; where they overlap, the one with the lowest priority number stands."""
    characters = set(text[slice(*spot)])
    if any(map(str.isdecimal, characters)):
        characters.add("0")
    found: dict[Span, tuple[Pattern, Any]] = {}
    for pattern in patterns:
        if not pattern.needs or not characters.isdisjoint(pattern.needs):
            for match in pattern.find.finditer(text, *spot):
                span = match.span(pattern.group)
                if span[0] < span[1] and (span not in found or pattern.priority < found[span][0].priority):
                    found[span] = (pattern, match)
    taken: list[Span] = []
    left: list[Hint] = []
    for (start, end), (pattern, match) in sorted(found.items(), key=lambda one: one[1][0].priority):
        place = bisect_left(taken, (start, end))
        if (place and taken[place - 1][1] > start) or (place < len(taken) and taken[place][0] < end):
            continue
        taken.insert(place, (start, end))
        left.insert(place, Hint(start, end, pattern, match))
    return left
