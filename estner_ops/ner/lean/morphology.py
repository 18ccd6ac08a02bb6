"""From words in sentences to types: analysis, and disambiguation sentence by sentence."""

from collections.abc import Sequence

import numpy as np

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.forms import ASIDE, UNSURE, WIDTH, Form, Forms
from estner_ops.ner.lean.hmm import Hmm, Numbers
from estner_ops.ner.lean.lexicon import Lexicon
from estner_ops.ner.lean.reading import reading
from estner_ops.ner.lean.words import Word

_ANALYSED_TOGETHER = 15_000  # words of a sentence that EstNLTK gives Vabamorf at once
_LIST_MARK = frozenset("1234567890.()")
_WIDTHS = (2, 4, WIDTH)  # sentences are decoded together with others of no more tags per word


class Morphology:
    def __init__(self, hmm: Hmm, forms: Forms, lexicon: Lexicon) -> None:
        self._hmm, self._forms, self._lexicon = hmm, forms, lexicon

    def forms(self, words: Sequence[Word], ends: Sequence[int]) -> Numbers:
        """The number of the form of each word."""
        number_of, forms = self._forms.number, self._forms.forms
        found: list[int] = []
        for start, end in zip([0, *ends], ends, strict=False):
            for number in range(start, end):
                _, _, text, form, types = words[number]
                together = (number - start) % _ANALYSED_TOGETHER
                as_start = form[0].isupper() and _as_start([forms[one] for one in found[number - together :]])
                found.append(number_of(text, form, as_start, types))
        return np.array(found, np.int64)

    def types(self, forms: Numbers, lengths: Numbers) -> Numbers:
        """The type of each word, by its form and the sentence that it stands in."""
        columns = np.zeros(len(forms), np.int64)
        treatment = self._forms.treatment[forms]
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        counts = self._forms.counts[forms]
        most = np.zeros(len(lengths), np.uint8)
        np.maximum.at(most, sentence, counts)
        unsure = np.zeros(len(lengths), bool)
        unsure[sentence[treatment == UNSURE]] = True
        narrower = 1
        for width in _WIDTHS:
            chosen = (most > narrower) & (most <= width) & ~unsure
            narrower = width
            here = np.flatnonzero(chosen[sentence] & (treatment != ASIDE))
            if len(here):
                its_lengths = np.bincount(sentence[here], minlength=len(lengths))
                columns[here] = self._hmm.decode(
                    self._forms.tags[forms[here], :width].astype(np.int64), self._forms.fits[forms[here], :width],
                    its_lengths[its_lengths > 0])
        types = self._forms.types[forms, columns].astype(np.int64)
        for place in np.flatnonzero((types < 0) & ~unsure[sentence]).tolist():
            types[place] = self._forms.type(int(forms[place]), int(columns[place]))
        starts = np.cumsum(lengths) - lengths
        for number in np.flatnonzero(unsure).tolist():
            its = slice(int(starts[number]), int(starts[number] + lengths[number]))
            types[its] = self._by_vabamorf(forms[its].tolist())
        return types

    def _by_vabamorf(self, numbers: list[int]) -> list[int]:
        """The types of the words of one sentence, as Vabamorf disambiguates it."""
        forms = [self._forms.forms[number] for number in numbers]
        aside = [self._forms.treatment[number] == ASIDE for number in numbers]
        given = [(form.form, [one[:5] for one in form.readings])
                 for form, out in zip(forms, aside, strict=True) if not out]
        left = iter(vabamorf.disambiguate(given))
        types = []
        for form, out in zip(forms, aside, strict=True):
            readings = form.readings if out else [reading(*one) for one in next(left)]
            types.append(self._lexicon.number(form.text, self._forms.ordered(form, readings)))
        return types


def _as_start(before: Sequence[Form]) -> bool:
    """Might a word with a capital, after these, be at the start of a sentence? Then the capital tells nothing."""
    if not before:
        return True
    mark = before[-1].mark
    if mark is None or mark in (",", ";"):
        return False
    if mark == "." and len(before) > 1 and before[-2].abbreviation:
        return False
    if mark in (".", ")"):
        return len(before) > 1 and all(_LIST_MARK.issuperset(form.form) for form in before[:-1])
    return True
