"""The words met so far: their readings, the tags among which to disambiguate, and the type that each tag leads to."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.corrections import SET_ASIDE, Corrector
from estner_ops.ner.lean.lexicon import Lexicon
from estner_ops.ner.lean.ordering import Ordering
from estner_ops.ner.lean.reading import Reading
from estner_ops.ner.lean.tags import Tags, Tagset

WIDTH = 8  # most tags that one word can have here; a word with more is left to Vabamorf
_NOT_A_START = ","  # a capital after it is a proper name's, as inside a sentence
SURE, UNSURE, ASIDE = 0, 1, 2  # disambiguate it here, let Vabamorf do it, not at all


class Form(NamedTuple):
    text: str
    form: str
    readings: tuple[Reading, ...]  # corrected
    tags: Sequence[Tags]  # of the readings
    mark: str | None  # the punctuation mark that it is
    abbreviation: bool


class Forms:
    """It only grows: whoever holds it replaces it by a new one when it has grown too large."""

    def __init__(self, tagset: Tagset, corrector: Corrector, ordering: Ordering, lexicon: Lexicon) -> None:
        self._tagset, self._corrector, self._ordering, self._lexicon = tagset, corrector, ordering, lexicon
        self._numbers: dict[tuple[str, str, bool, tuple[str, ...]], int] = {}
        self.forms: list[Form] = []
        self.tags: NDArray[np.uint8] = np.zeros((1024, WIDTH), np.uint8)
        self.fits: NDArray[np.float32] = np.zeros((1024, WIDTH), np.float32)
        self.counts: NDArray[np.uint8] = np.zeros(1024, np.uint8)  # of tags
        self.treatment: NDArray[np.uint8] = np.zeros(1024, np.uint8)
        self.types: NDArray[np.int32] = np.zeros((1024, WIDTH), np.int32)  # of the lexicon; -1 if not looked up yet

    def __len__(self) -> int:
        return len(self.forms)

    def number(self, text: str, form: str, as_start: bool, types: tuple[str, ...]) -> int:
        """The number of a word with this text, analysed in this form, as if at the start of a sentence or not."""
        key = (text, form, as_start, types)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._add(text, form, as_start, types)
        return number

    def _add(self, text: str, form: str, as_start: bool, types: tuple[str, ...]) -> int:
        found = vabamorf.analyse([form] if as_start else [_NOT_A_START, form])[-1]
        readings = self._corrector.corrected(form, types, found)
        first_root, *_, first_part, _ = found[0]
        number = len(self.forms)
        if number == len(self.counts):
            for column in (self.tags, self.fits, self.counts, self.treatment, self.types):
                column.resize((2 * number, *column.shape[1:]), refcheck=False)
        self.types[number] = -1
        tags: Sequence[Tags] | None = ()
        if SET_ASIDE.intersection(types):
            self.treatment[number] = ASIDE
        else:
            tags = self._tagset.tags(form, readings)
            candidates = self._tagset.candidates(form, tags) if tags else ((), ())
            if tags is None or len(candidates[0]) > WIDTH:
                self.treatment[number] = UNSURE
            else:
                count = len(candidates[0])
                self.tags[number, :count], self.fits[number, :count] = candidates
                self.fits[number, count:] = -np.inf
                self.counts[number] = count
        mark = first_root if first_part == "Z" else None
        abbreviation = any(part == "Y" for *_, part, _ in found)
        self.forms.append(Form(text, form, readings, tags or (), mark, abbreviation))
        return number

    def type(self, number: int, column: int) -> int:
        """The lexicon's number for the word with the tag in this column."""
        known = int(self.types[number, column])
        if known < 0:
            known = self.types[number, column] = self._lexicon.number(
                self.forms[number].text, self.left(number, int(self.tags[number, column])))
        return known

    def left(self, number: int, tag: int) -> tuple[Reading, ...]:
        """The readings of the word that have the tag, in order."""
        form = self.forms[number]
        if self.treatment[number] == ASIDE:
            return self.ordered(form, form.readings)
        return self.ordered(form, sorted({one for one, tags in zip(form.readings, form.tags, strict=True)
                                          if tag in tags}))

    def ordered(self, form: Form, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        # EstNLTK's corrected numbers have lost their normalized form.
        word = form.text if self._corrector.is_number(form.form) else form.form
        return self._ordering.ordered(word, readings)
