"""What a name is, where the words in it or beside it know better than the model."""

from estner_ops.ner.forms import forms
from estner_ops.ner.known import known_names
from estner_ops.ner.structure import structure, with_nominative
from estner_ops.ner.tagged import Tagged
from estner_ops.ner.tokens import Names, word_before
from estner_ops.ner.words import (
    LEGAL_FORM,
    LEGAL_WORDS,
    PLACE_MAKERS,
    PLACE_WORDS,
    STREET_WORDS,
    is_body,
    is_place_word,
    is_title,
    noun_lemmas,
)
from estner_ops.records import EntityType

_NOT_PEOPLE: tuple[EntityType, ...] = ("LOC", "ORG")


def by_words(names: Names) -> None:
    """Legal forms and the kind of body make an organisation, administrative and street words a place."""
    for one in names:
        if one.words and (label := _label_by_words(one)) and label != one.label:
            names.put(one.start, one.end, label)


def _label_by_words(one: Tagged) -> EntityType | None:
    first, last = one.words[0].text, one.words[-1].text
    if LEGAL_FORM.fullmatch(first) or LEGAL_FORM.fullmatch(last) or not LEGAL_WORDS.isdisjoint(noun_lemmas(first)):
        return "ORG"
    # Saar, Mägi, Oja are also what people are called; with a small letter they are places.
    among = PLACE_WORDS if last.islower() else PLACE_MAKERS
    if len(one.words) > 1 and (last in STREET_WORDS or is_place_word(last, among)):
        return "LOC"
    if is_body(last) or (len(one.words) > 1 and is_body(first)):
        return "ORG"
    return None


def by_known(names: Names) -> None:
    """A given name makes a person; what is known as a place or an institution is that, unless a title precedes it."""
    known = known_names()
    for one in names:
        label: EntityType | None = None
        if len(one.words) > 1:
            if _is_person_in_full(one) and _label_by_words(one) is None:
                label = "PER"
            else:
                label = next((kind for kind in _NOT_PEOPLE if _is_known(names.text[one.start : one.end], kind)), None)
        elif one.words:
            word = one.words[0].text
            before = word_before(names.text, one.start)
            if before is not None and is_title(before.text):
                label = "PER" if one.label == "PER" else None
            elif forms(word, "LOC", known)[0].nominative in known.places and not _is_person(word):
                label = "LOC"
            elif forms(word, "ORG", known)[0].nominative in known.organisations and not _is_person(word):
                label = "ORG"
        if label and label != one.label:
            names.put(one.start, one.end, label)


def _is_person_in_full(one: Tagged) -> bool:
    last = one.words[-1].text
    return one.words[0].text in known_names().given and last[:1].isupper() and (len(one.words) == 2 or _is_person(last))


def _is_known(surface: str, kind: EntityType) -> bool:
    whole, known = structure(surface, kind), known_names()
    if whole.inflecting is None or whole.settled:
        return False
    best = forms(whole.parts[whole.inflecting].text, kind, known)
    return any(known.has(with_nominative(whole, one.nominative, one.case, one.plural), kind) for one in best)


def _is_person(word: str) -> bool:
    known = known_names()
    return known.has(forms(word, "PER", known)[0].nominative, "PER")
