"""The words around a name, found without tokenising the text."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estner_ops.ner.tagged import Tagged, Word
from estner_ops.records import EntityType

CAPITAL = "A-ZÀ-ÖØ-ÞÕÄÖÜŠŽČĒĪŪŁŚĀĢĶĻŅ"
WORD = r"\w+(?:[-'’´]\w+)*-?"
_AFTER = re.compile(rf" ({WORD})")
_AT_END = re.compile(rf"{WORD}$")
_WORDS = re.compile(WORD)
_WINDOW = 60  # characters: no word that matters here is longer
_SENTENCE_END = re.compile(r"(?:^|[\n.!?:;•*|\t]|[.!?][\"”“»)])\s*[\"'‘„“«(–-]?\s*$|(?:^|\s)[\"'‘„“«]$|\s{3}$")


class Near(NamedTuple):
    start: int
    end: int
    text: str


def word_before(text: str, start: int) -> Near | None:
    """The word before this place, on the same line with one blank between."""
    if text[start - 1 : start] != " ":
        return None
    first = max(0, start - _WINDOW)
    blank = max(text.rfind(" ", first, start - 1), text.rfind("\n", first, start - 1))
    if blank < 0 and first > 0:
        return None
    word = _AT_END.search(text, blank + 1, start - 1)
    return Near(word.start(), word.end(), word[0]) if word else None


def word_after(text: str, end: int) -> Near | None:
    """The word after this place, on the same line with one blank between."""
    word = _AFTER.match(text, end, end + _WINDOW)
    return Near(word.start(1), word.end(1), word[1]) if word else None


def starts_sentence(text: str, start: int) -> bool:
    """Whether a capital here may be owed to the beginning of a sentence, line or cell."""
    return _SENTENCE_END.search(text, max(0, start - 8), start) is not None


class Names:
    """The names of a text in their order, never two at one place."""

    def __init__(self, text: str, tagged: Sequence[Tagged]) -> None:
        self.text = text
        self.dropped: Counter[str] = Counter()  # what was taken out as no name, by reason
        self._tagged = sorted(tagged, key=lambda one: one.start)
        self._starts = [one.start for one in self._tagged]

    def __iter__(self) -> Iterator[Tagged]:
        """The names as they are now; changes made meanwhile do not show."""
        return iter(tuple(self._tagged))

    def between(self, start: int, end: int) -> list[Tagged]:
        """The names that have a character in common with this stretch."""
        first, last = self._range(start, end)
        return self._tagged[first:last]

    def put(self, start: int, end: int, label: EntityType) -> Tagged:
        """Makes a name of this stretch, in place of those that have a character in common with it."""
        first, last = self._range(start, end)
        have = {word.start: word for one in self._tagged[first:last] for word in one.words}
        words = []
        for match in _WORDS.finditer(self.text, start, end):
            word = have.get(match.start())
            if word is None or word.end != match.end():
                word = Word(match.start(), match.end(), match[0], (), ())
            words.append(word)
        new = Tagged(start, end, label, tuple(words))
        self._tagged[first:last] = [new]
        self._starts[first:last] = [start]
        return new

    def drop(self, name: Tagged) -> None:
        first, last = self._range(name.start, name.end)
        del self._tagged[first:last], self._starts[first:last]

    def _range(self, start: int, end: int) -> tuple[int, int]:
        last = bisect_left(self._starts, end)
        first = bisect_right(self._starts, start)
        while first and self._tagged[first - 1].end > start:
            first -= 1
        return first, max(first, last)
