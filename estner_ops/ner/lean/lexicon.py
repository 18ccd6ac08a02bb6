"""What the CRF model says of words: everything that does not depend on where in a document a word stands.

A type is a word as it is written, with its readings. Its features are looked up once; a document is then scored by
adding rows of numbers.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from estner_ops.ner.lean.gazetteer import Gazetteer
from estner_ops.ner.lean.model import OFFSETS, Model, Weights
from estner_ops.ner.lean.reading import Reading

CAPITAL, PROPER, QUOTE = 1, 2, 4  # bits of `flags`
_QUOTES = frozenset("”„“")
_INNER_UNDERSCORE = re.compile(r"(?<=[^\W_])_(?=[^\W_])")


class Lexicon:
    """The types met so far. It only grows: whoever holds it replaces it by a new one when it has grown too large."""

    def __init__(self, model: Model, gazetteer: Gazetteer) -> None:
        self._model = model
        self._gazetteer = gazetteer
        self._fields = model.fields
        self._none: Weights = np.zeros((len(OFFSETS), len(model.labels)))
        self._shapes: dict[tuple[str, ...], Weights] = {}
        self._lemmas = dict(model.field("lem").index)  # numbers of lemmas; the model's own come first
        self._numbers: dict[tuple[str, tuple[Reading, ...]], int] = {}
        self.lemma_texts: list[str] = []
        self.readings: list[tuple[Reading, ...]] = []
        self.weights: Weights = np.zeros((1024, len(OFFSETS), len(model.labels)))
        self.lemmas: NDArray[np.int64] = np.zeros(1024, np.int64)
        self.partsofspeech: NDArray[np.int64] = np.zeros(1024, np.int64)
        self.flags: NDArray[np.uint8] = np.zeros(1024, np.uint8)
        self.kinds: NDArray[np.uint8] = np.zeros(1024, np.uint8)  # that the gazetteer has the lemma alone under

    def __len__(self) -> int:
        return len(self.lemma_texts)

    def number(self, text: str, readings: tuple[Reading, ...]) -> int:
        known = self._numbers.get((text, readings))
        if known is not None:
            return known
        number = len(self.lemma_texts)
        if number == len(self.flags):
            self._make_room(2 * number)
        self._describe(number, text, readings)
        self._numbers[text, readings] = number
        return number

    def _make_room(self, size: int) -> None:
        self.weights.resize((size, *self.weights.shape[1:]), refcheck=False)
        for column in (self.lemmas, self.partsofspeech, self.flags, self.kinds):
            column.resize(size, refcheck=False)

    def _weights(self, name: str, value: str) -> Weights:
        field = self._fields.get(name)
        place = None if field is None else field.index.get(value)
        return self._none if field is None or place is None else field.weights[place]

    def _of_shape(self, names: tuple[str, ...]) -> Weights:
        if names not in self._shapes:
            self._shapes[names] = sum((self._weights(name, "y") for name in names), np.zeros_like(self._none))
        return self._shapes[names]

    def _describe(self, number: int, text: str, readings: tuple[Reading, ...]) -> None:
        lemma = feature_lemma(text, readings[0])
        row = self.weights[number]
        for name, value in features(lemma, readings):
            row += self._weights(name, value)
        row += self._of_shape(shape(text))
        parts = self._model.field("pos").index
        self.lemmas[number] = self._lemmas.setdefault(lemma, len(self._lemmas))
        self.partsofspeech[number] = parts.get(part_of_speech(readings), len(parts))
        self.flags[number] = CAPITAL * text[0].isupper() | PROPER * is_proper(readings) | QUOTE * (text in _QUOTES)
        self.kinds[number] = self._gazetteer.kind(lemma) if text[0].isupper() else 0
        self.lemma_texts.append(lemma)
        self.readings.append(readings)


def feature_lemma(text: str, first: Reading) -> str:
    """The lemma as the model's features know it: without ending, compound marks and capitals."""
    marked = "_".join(first.root_tokens) + (f"+{first.ending}" if first.ending else "")
    lemma = marked or text
    if len(lemma) > 1:
        end = lemma.rfind("=")
        if end == -1:
            end = lemma.rfind("+")
        if end > 0:
            lemma = lemma[:end]
        lemma = _INNER_UNDERSCORE.sub("", lemma)
    return lemma.lower()


def part_of_speech(readings: Sequence[Reading]) -> str:
    return f"_{'|'.join(sorted({one.partofspeech for one in readings}))}_"


def is_proper(readings: Sequence[Reading]) -> bool:
    return len(readings) == 1 and readings[0].partofspeech == "H"


def features(lemma: str, readings: tuple[Reading, ...]) -> Iterator[tuple[str, str]]:
    """The features that a word has by its readings, as pairs of a field of the model and a value."""
    first = readings[0]
    yield "lem", lemma
    part = part_of_speech(readings)
    yield "pos", part
    if part == "_Z_":
        yield "pun", "y"
    if is_proper(readings):
        yield "prop", "y"
    if len(first.root_tokens) > 1:
        yield "pref", first.root_tokens[0].lower()
        yield "post", first.root_tokens[-1].lower()
    case = first.form.split(" ")
    if len(case) > 1:
        yield "case", case[1]
    endings = sorted({one.ending for one in readings})
    if endings not in ([""], ["0"]):
        yield "end", "|".join(endings)
    for length in (3, 4):
        if len(lemma) >= length:
            yield f"p{length}", lemma[:length]
            yield f"s{length}", lemma[-length:]
    if "-" in lemma:
        before, after = lemma.split("-", 1)
        yield "bdash", before
        yield "adash", after


def shape(text: str) -> tuple[str, ...]:
    """The features that a word has by its letters."""
    symbols = [not letter.isalnum() for letter in text]
    found = (
        ("iu", text[0].isupper()),
        ("au", text.isupper()),
        ("ad", text.isdigit()),
        ("ao", all(symbols)),
        ("aan", text.isalnum()),
        ("cu", any(map(str.isupper, text))),
        ("cd", any(map(str.isdigit, text))),
        ("cs", any(symbols)),
        ("cp", "'" in text),
        ("cds", "-" in text),
        ("cdt", "." in text),
    )
    return tuple(name for name, has in found if has)
