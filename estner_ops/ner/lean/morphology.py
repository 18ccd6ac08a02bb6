"""From words in sentences to types: analysis, and disambiguation sentence by sentence."""

from collections.abc import Sequence

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.forms import Form, Forms
from estner_ops.ner.lean.hmm import Hmm
from estner_ops.ner.lean.reading import reading
from estner_ops.ner.lean.words import Word

_ANALYSED_TOGETHER = 15_000  # words of a sentence that EstNLTK gives Vabamorf at once
_LIST_MARK = frozenset("1234567890.()")


class Morphology:
    def __init__(self, hmm: Hmm, forms: Forms) -> None:
        self._hmm, self._forms = hmm, forms

    def types(self, words: Sequence[Word]) -> list[int]:
        """The type of each word of a sentence."""
        form_of = self._forms.form
        forms: list[Form] = []
        for number, (_, _, text, form, compound_types) in enumerate(words):
            as_start = form[0].isupper() and _as_start(forms[number - number % _ANALYSED_TOGETHER :])
            forms.append(form_of(text, form, as_start, compound_types))
        return self._disambiguated(forms)

    def _disambiguated(self, forms: list[Form]) -> list[int]:
        open_ = [form for form in forms if not form.aside]
        if not all(form.candidates for form in open_):
            return self._by_vabamorf(forms)
        candidates = [form.candidates for form in open_ if form.candidates]
        ambiguous = [number for number, (tags, _) in enumerate(candidates) if len(tags) > 1]
        places = [0] * len(candidates)
        if ambiguous:
            # Two words with one tag each after the last ambiguous one settle everything before them.
            decided = self._hmm.decode(candidates[: ambiguous[-1] + 3])
            places[: len(decided)] = decided
        chosen = iter(places)
        return [self._forms.type(form, 0 if form.aside else next(chosen)) for form in forms]

    def _by_vabamorf(self, forms: list[Form]) -> list[int]:
        left = iter(vabamorf.disambiguate([(form.form, [one[:5] for one in form.readings])
                                           for form in forms if not form.aside]))
        return [self._forms.type_of(form, form.readings if form.aside else [reading(*one) for one in next(left)])
                for form in forms]


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
