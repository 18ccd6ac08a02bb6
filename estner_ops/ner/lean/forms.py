"""The words met so far: their readings, the tags among which to disambiguate, and the type that each tag leads to."""

from collections.abc import Sequence
from dataclasses import dataclass

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.corrections import SET_ASIDE, Corrector
from estner_ops.ner.lean.hmm import Candidates
from estner_ops.ner.lean.lexicon import Lexicon
from estner_ops.ner.lean.ordering import Ordering
from estner_ops.ner.lean.reading import Reading
from estner_ops.ner.lean.tags import Tags, Tagset

_NOT_A_START = ","  # a capital after it is a proper name's, as inside a sentence


@dataclass(slots=True)
class Form:
    text: str
    form: str  # what is analysed
    readings: tuple[Reading, ...]  # corrected
    aside: bool  # not disambiguated at all
    tags: Sequence[Tags]  # of the readings
    candidates: Candidates | None  # the tags to choose from; None if the choice is left to Vabamorf
    types: list[int | None]  # what each of them leads to, as far as looked up: a number of the lexicon
    mark: str | None  # the punctuation mark that it is
    abbreviation: bool


class Forms:
    """It only grows: whoever holds it replaces it by a new one when it has grown too large."""

    def __init__(self, tagset: Tagset, corrector: Corrector, ordering: Ordering, lexicon: Lexicon) -> None:
        self._tagset, self._corrector, self._ordering, self._lexicon = tagset, corrector, ordering, lexicon
        self._forms: dict[tuple[str, str, bool, tuple[str, ...]], Form] = {}

    def __len__(self) -> int:
        return len(self._forms)

    def form(self, text: str, form: str, as_start: bool, types: tuple[str, ...]) -> Form:
        """A word with this text, analysed in this form, as if at the start of a sentence or not."""
        key = (text, form, as_start, types)
        known = self._forms.get(key)
        if known is None:
            known = self._forms[key] = self._analysed(text, form, as_start, types)
        return known

    def _analysed(self, text: str, form: str, as_start: bool, types: tuple[str, ...]) -> Form:
        found = vabamorf.analyse([form] if as_start else [_NOT_A_START, form])[-1]
        readings = self._corrector.corrected(form, types, found)
        first_root, *_, first_part, _ = found[0]
        mark = first_root if first_part == "Z" else None
        abbreviation = any(part == "Y" for *_, part, _ in found)
        if SET_ASIDE.intersection(types):
            return Form(text, form, readings, True, (), None, [None], mark, abbreviation)
        tags = self._tagset.tags(form, readings)
        candidates = self._tagset.candidates(form, tags) if tags else None
        places: list[int | None] = [None] * len(candidates[0]) if candidates else []
        return Form(text, form, readings, False, tags or (), candidates, places, mark, abbreviation)

    def type(self, form: Form, place: int) -> int:
        """The lexicon's number for the word with the candidate tag in this place."""
        known = form.types[place]
        if known is None:
            left: Sequence[Reading] = form.readings
            if form.candidates:
                tag = form.candidates[0][place]
                left = sorted({one for one, tags in zip(form.readings, form.tags, strict=True) if tag in tags})
            known = form.types[place] = self.type_of(form, left)
        return known

    def type_of(self, form: Form, readings: Sequence[Reading]) -> int:
        # EstNLTK's corrected numbers have lost their normalized form.
        word = form.text if self._corrector.is_number(form.form) else form.form
        return self._lexicon.number(form.text, self._ordering.ordered(word, readings))
