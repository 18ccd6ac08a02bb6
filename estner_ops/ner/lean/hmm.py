"""Which tag each word of a sentence has: the most likely sequence by the trigrams of Vabamorf's disambiguator.

Its data file says how likely a tag is after two others, which tags a frequent word has, and how tags share among words
that can have the same ones. Sums are kept in 32 bits and in the order in which Vabamorf adds them up: near ties hang on
their rounding.
"""

import struct
from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Candidates = tuple[tuple[int, ...], tuple[np.float32, ...]]  # tags, ascending, and how well each fits the word

BOUNDARY = 0  # the tag that stands before, between and after sentences
_TRAILER = struct.Struct("<BI")  # a section's kind and where it begins
_OUTSIDE = (BOUNDARY,)
_NOTHING = np.float32(0)
_ONLY = [[0]]
_first = itemgetter(0)


class Hmm:
    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        sections = _sections(data)
        count = struct.unpack_from("<I", data, sections[1])[0]
        self.tags = data[sections[1] + 4 :].split(b"\0", count)[:count]
        self._size = count
        # How likely the last of three tags is after the other two, at (first * size + second) * size + last.
        self._trigrams: NDArray[np.float32] = np.frombuffer(data, "<f4", count**3, sections[2])
        self._data = data
        self._words = _word_index(data, sections[3])
        self._classes = dict(_classes(data, sections[4]))

    def word(self, form: str) -> Candidates | None:
        """The tags that the form had in the disambiguator's training text."""
        place = self._words.get(form.replace(" ", "_").encode("utf-8", "surrogatepass"))
        return None if place is None else _candidates(self._data, place)[0]

    def among(self, tags: Iterable[int]) -> Candidates:
        """The tags of a word that can have these."""
        key = tuple(sorted(set(tags)))
        known = self._classes.get(key)
        return (key, known if known else (np.float32(np.log(1 / len(key))),) * len(key))

    def decode(self, words: Sequence[Candidates]) -> list[int]:
        """For each word of a sentence the place of its best tag among its candidates.

        The best path to each pair of tags of the last two words is kept; of equal ones the first.
        """
        size, trigrams = self._size, self._trigrams
        before: tuple[int, ...] = _OUTSIDE
        last: tuple[int, ...] = _OUTSIDE
        paths: list[list[Any]] = [[_NOTHING]]  # by the tags of the last two words
        came_from: list[list[list[int]]] = []
        for tags, fits in words:
            if len(before) == len(last) == len(tags) == 1:  # most words: there is nothing to choose
                place = (before[0] * size + last[0]) * size + tags[0]
                paths, before, last = [[paths[0][0] + trigrams[place] + fits[0]]], last, tags
                came_from.append(_ONLY)
                continue
            rows = [[(tag_before * size + tag_last) * size for tag_last in last] for tag_before in before]
            new, choices = [], []
            for place_last in range(len(last)):
                reached, best_before = [], []
                for tag, fit in zip(tags, fits, strict=True):
                    best, where = None, 0
                    for place_before, row in enumerate(rows):
                        path = paths[place_before][place_last] + trigrams[row[place_last] + tag] + fit
                        if best is None or path > best:
                            best, where = path, place_before
                    reached.append(best)
                    best_before.append(where)
                new.append(reached)
                choices.append(best_before)
            came_from.append(choices)
            paths, before, last = new, last, tags
        ends = [(paths[left][right] + trigrams[(tag_before * size + tag_last) * size + BOUNDARY], left, right)
                for left, tag_before in enumerate(before) for right, tag_last in enumerate(last)]
        _, left, right = max(ends, key=_first)
        found = []
        for choices in reversed(came_from):
            found.append(right)
            left, right = choices[left][right], left
        return found[::-1]


def _sections(data: bytes) -> dict[int, int]:
    """Where the parts of the file begin; its end has a table of them, their number, and a date on a line of its own."""
    table_end = data.rindex(b"\n", 0, len(data)) - 1
    count = data[table_end]
    return dict(_TRAILER.unpack_from(data, table_end - _TRAILER.size * (number + 1)) for number in range(count))


def _word_index(data: bytes, start: int) -> dict[bytes, int]:
    count = struct.unpack_from("<I", data, start)[0]
    index = {}
    place = start + 4
    for _ in range(count):
        end = data.index(0, place + 4)
        index[data[place + 4 : end]] = int.from_bytes(data[place : place + 4], "little")
        place = end + 1
    return index


def _candidates(data: bytes, place: int) -> tuple[Candidates, int]:
    count = data[place]
    pairs = sorted(struct.iter_unpack("<Bf", data[place + 1 : place + 1 + 5 * count]))
    return (tuple(tag for tag, _ in pairs), tuple(np.float32(fit) for _, fit in pairs)), place + 1 + 5 * count


def _classes(data: bytes, place: int) -> Iterable[Candidates]:
    count = struct.unpack_from("<I", data, place)[0]
    place += 4
    for _ in range(count):
        one, place = _candidates(data, place)
        yield one
