"""Which tag each word of a sentence has: the most likely sequence by the trigrams of Vabamorf's disambiguator.

Its data file says how likely a tag is after two others, which tags a frequent word has, and how tags share among words
that can have the same ones. Sums are kept in 32 bits and in the order in which Vabamorf adds them up: near ties hang on
their rounding.
"""

import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Candidates = tuple[tuple[int, ...], tuple[float, ...]]  # tags, ascending, and how well each fits the word

BOUNDARY = 0  # the tag that stands before, between and after sentences
_TRAILER = struct.Struct("<BI")  # a section's kind and where it begins
_AT_ONCE = 1 << 20  # numbers handled together


class Hmm:
    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        sections = _sections(data)
        count = struct.unpack_from("<I", data, sections[1])[0]
        self.tags = data[sections[1] + 4 :].split(b"\0", count)[:count]
        shape = (count, count, count)
        self._trigrams: Floats = np.frombuffer(data, "<f4", count**3, sections[2]).reshape(shape).copy()
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
        return (key, known if known else (float(np.float32(np.log(1 / len(key)))),) * len(key))

    def decode(self, tags: Numbers, fits: Floats, lengths: Numbers) -> Numbers:
        """For each word the column of its best tag. Words have as many tags as there are columns where fits > -inf.

        tags and fits are [word, column], the words of sentences of the given lengths one after another.
        """
        best = np.zeros(len(tags), np.int64)
        if not len(tags):
            return best
        width = tags.shape[1]
        starts = np.cumsum(lengths) - lengths
        order = np.argsort(-lengths, kind="stable")
        share = max(1, _AT_ONCE // width**3)
        for place in range(0, len(order), share):
            part = order[place : place + share]
            self._decode(tags, fits, starts[part], lengths[part], best)
        return best

    def _decode(self, tags: Numbers, fits: Floats, starts: Numbers, lengths: Numbers, best: Numbers) -> None:
        """Sentences side by side, longest first."""
        longest, width = int(lengths[0]), tags.shape[1]
        going = np.searchsorted(-lengths, -np.arange(longest), side="left")
        before = np.full((len(starts), width), BOUNDARY, np.int64)
        last = before
        paths = np.full((len(starts), width, width), -np.inf, np.float32)  # best that ends in these two columns
        paths[:, 0, 0] = 0
        came_from: list[Numbers] = []
        for step in range(longest):
            running = going[step]
            words = starts[:running] + step
            here = tags[words]
            before, last = before[:running], last[:running]
            steps = self._trigrams[before[:, :, None, None], last[:, None, :, None], here[:, None, None, :]]
            steps += paths[:running, :, :, None]
            steps += fits[words][:, None, None, :]
            came_from.append(steps.argmax(axis=1))
            paths[:running] = steps.max(axis=1)
            before, last = last, here
            ended = np.flatnonzero(lengths[:running] == step + 1)
            if len(ended):
                self._trace(before[ended], last[ended], paths[ended], came_from, starts[ended], ended, best)

    def _trace(self, before: Numbers, last: Numbers, paths: Floats, came_from: list[Numbers], starts: Numbers,
               sentences: Numbers, best: Numbers) -> None:
        """Sentences that end here: from their best ends back to their beginnings."""
        ends = paths + self._trigrams[before[:, :, None], last[:, None, :], BOUNDARY]
        width = ends.shape[1]
        left, right = np.divmod(ends.reshape(len(ends), -1).argmax(axis=1), width)
        for step in range(len(came_from) - 1, -1, -1):
            best[starts + step] = right
            left, right = came_from[step][sentences, left, right], left


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
    return (tuple(tag for tag, _ in pairs), tuple(fit for _, fit in pairs)), place + 1 + 5 * count


def _classes(data: bytes, place: int) -> Iterable[Candidates]:
    count = struct.unpack_from("<I", data, place)[0]
    place += 4
    for _ in range(count):
        one, place = _candidates(data, place)
        yield one
