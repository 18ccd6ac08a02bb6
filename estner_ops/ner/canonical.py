"""The nominative of every name of a document, decided from all of its mentions.

Each name first gets its possible nominatives with weights (`forms`, `structure`, and the word after it). Then the
document decides: a nominative that was seen as such in another mention outweighs any guess. What a document cannot
decide, the corpus can: every mention carries its candidates, what decided, and a confidence.

The rule over a corpus, for whoever merges documents (all within one type):
  1. `nominative` and `document` stay: the form was seen, here, in the nominative.
  2. Otherwise (`known`, `guess`) the first of the candidates that some document has with `decided_by = 'nominative'`.
  3. Otherwise the name stays as its document has it.
`settle` is that rule for one mention.
"""

import math
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from estner_ops.ner import morphology
from estner_ops.ner.forms import Form, cased, forms
from estner_ops.ner.known import KnownNames, known_names
from estner_ops.ner.structure import structure, with_nominative
from estner_ops.ner.tagged import Tagged, Word
from estner_ops.ner.tokens import word_after
from estner_ops.records import EntityType, Mention

DISAMBIGUATED = 0.4  # the reading is what EstNLTK's disambiguation chose in its sentence
CONTEXT = 1.2  # the next word asks for this case
ALONE = 4.0  # the nominative, of a person that has a line or a cell of a table to itself
SEEN = 4.0  # this nominative was seen in the document
SEEN_LAST = 3.0  # a person of this family name was
SURE = 0.8
MOST_CANDIDATES = 6
LEAST_SHARE = 0.003  # of the probability, below which a candidate is not handed on

_FINITE = frozenset({"b", "s", "vad", "sid", "ks"})


@dataclass(frozen=True, slots=True)
class Possible:
    name: str
    weight: float
    as_seen: bool  # the name stands in the text in this very form


def mentions(text: str, tagged: Sequence[Tagged], known: KnownNames | None = None) -> list[Mention]:
    """The names with their nominatives, in the order given."""
    known = known_names() if known is None else known
    possible = [_possible(text, one, known) for one in tagged]
    alone = [_confidences(one) for one in possible]
    seen = _seen(tagged, possible, alone)
    return [_decide(text, *each, seen, known) for each in zip(tagged, possible, alone, strict=True)]


def _possible(text: str, tagged: Tagged, known: KnownNames) -> list[Possible]:
    """The nominatives the name may have, best first."""
    whole = structure(text[tagged.start : tagged.end], tagged.label)
    if whole.inflecting is None:
        return [Possible(whole.surface, 0.0, True)]
    if whole.settled:
        name = with_nominative(whole, whole.settled, "n", False)
        return [Possible(name, 0.0, name == whole.surface)]
    word = whole.parts[whole.inflecting].text
    wanted, worth = ("n", ALONE) if _person_alone(text, tagged) else (_case_wanted_after(text, tagged.end), CONTEXT)
    chosen = _disambiguated(tagged)
    best: dict[str, Possible] = {}
    kind = "PER" if whole.parts[0].text == "FIE" else tagged.label  # a sole trader has a person's name
    for form in forms(word, kind, known):
        weight = form.weight + DISAMBIGUATED * (_key(form) in chosen) + worth * (form.case == wanted)
        name = with_nominative(whole, form.nominative, form.case, form.plural)
        if len(whole.parts) > 1 and tagged.label != "PER" and known.has(name, tagged.label):
            weight += SEEN
        if name not in best or best[name].weight < weight:
            best[name] = Possible(name, weight, name == whole.surface)
    return sorted(best.values(), key=lambda one: -one.weight)[:MOST_CANDIDATES]


def _key(form: Form) -> tuple[str, str]:
    return form.nominative.lower(), form.case


def _disambiguated(tagged: Tagged) -> set[tuple[str, str]]:
    if not tagged.words:
        return set()
    return {(one.lemma.lower(), one.form.removeprefix("sg ").removeprefix("pl ")) for one in tagged.words[-1].analyses}


def _person_alone(text: str, tagged: Tagged) -> bool:
    before, after = text[max(0, tagged.start - 1) : tagged.start], text[tagged.end : tagged.end + 1]
    return tagged.label == "PER" and before in ("", "\n", "\t") and after in ("", "\n", "\t")


def _case_wanted_after(text: str, end: int) -> str:
    """The case that the next word asks for: a postposition or a noun the genitive, a verb the nominative."""
    following = word_after(text, end)
    if following is None or not following.text.islower():
        return ""
    read = morphology.lexical(following.text)
    kinds = {one.partofspeech for one in read}
    if "K" in kinds or (kinds and kinds <= {"S"}):
        return "g"
    return "n" if any(one.partofspeech == "V" and one.form in _FINITE for one in read) and "S" not in kinds else ""


def _confidences(possible: Sequence[Possible]) -> list[float]:
    exponents = [math.exp(one.weight - possible[0].weight) for one in possible]
    return [one / sum(exponents) for one in exponents]


@dataclass(frozen=True, slots=True)
class _Seen:
    """Nominatives seen in a document: whole names, and the last words of people's."""

    names: Counter[str]
    last_words: Counter[str]


def _seen(tagged: Sequence[Tagged], possible: Sequence[list[Possible]], alone: Sequence[list[float]]) -> _Seen:
    names, last_words = Counter[str](), Counter[str]()
    for one, options, sure in zip(tagged, possible, alone, strict=True):
        if options[0].as_seen and sure[0] >= SURE:
            names[options[0].name] += 1
            if one.label == "PER":
                last_words[options[0].name.rpartition(" ")[2]] += 1
    return _Seen(names, last_words)


def _decide(
    text: str, tagged: Tagged, possible: list[Possible], alone: list[float], seen: _Seen, known: KnownNames
) -> Mention:
    kind, best = tagged.label, possible[0]
    decided_by = "guess"
    if best.as_seen and alone[0] >= SURE:
        decided_by = "nominative"
    else:
        evidence = [_evidence(one, kind, seen) for one in possible]
        if any(evidence):
            weighed = (replace(one, weight=one.weight + more) for one, more in zip(possible, evidence, strict=True))
            possible = sorted(weighed, key=lambda one: -one.weight)
            alone = _confidences(possible)
            if _evidence(possible[0], kind, seen):
                decided_by = "document"
        if decided_by == "guess" and known.has(possible[0].name, kind):
            decided_by = "known"
    names = tuple(one.name for one, share in zip(possible, alone, strict=True) if share >= LEAST_SHARE)
    surface = text[tagged.start : tagged.end]
    return Mention(tagged.start, tagged.end, surface, kind, names[0], lemma(tagged) or names[0], names, decided_by,
                   round(alone[0], 3))  # fmt: skip


def _evidence(one: Possible, kind: EntityType, seen: _Seen) -> float:
    if one.name in seen.names:
        return SEEN
    if kind == "PER" and one.name.rpartition(" ")[2] in seen.last_words:
        return SEEN_LAST
    return 0.0


def lemma(tagged: Tagged) -> str:
    """The name with every word's lemma, as EstNLTK gives them."""
    return " ".join(_lemma(word) for word in tagged.words)


def _lemma(word: Word) -> str:
    read = word.analyses or morphology.lexical(word.text) or morphology.readings(word.text)
    return cased(read[0].lemma, word.text) if read and read[0].lemma else word.text


def settle(mention: Mention, seen: Container[tuple[EntityType, str]]) -> str:
    """The name by the corpus's rule (see above); `seen` has the types and names of all mentions in the nominative."""
    if mention.decided_by in ("nominative", "document"):
        return mention.name
    return next((name for name in mention.candidates if (mention.type, name) in seen), mention.name)
