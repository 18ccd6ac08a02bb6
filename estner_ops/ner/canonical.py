"""The nominative of every name of a document, decided from all of its mentions.

Each name first gets its possible nominatives with weights (`forms`, `structure`, and the word after it). Then the
document decides: a nominative that was seen as such in another mention outweighs any guess. What a document cannot
decide, the corpus can: every mention carries its candidates, what decided, and a confidence.

The rule over a corpus, for whoever merges documents (all within one type):
  1. `decided_by = 'nominative'` stays: the name was seen in that very form, and hardly could be another case.
  2. Otherwise, of its `candidates`, the one that most documents have with `decided_by = 'nominative'` (rule 1) wins,
     if at least one has it; ties go to the earlier candidate.
  3. Otherwise `decided_by = 'document'` or `'known'` stays.
  4. Otherwise (`guess`) all mentions with the same surface take the name with the largest sum of `confidence`.
`settle` is that rule.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from estner_ops.ner import morphology
from estner_ops.ner.forms import Form, forms
from estner_ops.ner.known import KnownNames, known_names
from estner_ops.ner.structure import structure, with_nominative
from estner_ops.ner.tagged import Tagged
from estner_ops.records import EntityType, Mention

DISAMBIGUATED = 0.8  # the reading is what EstNLTK's disambiguation chose in its sentence
CONTEXT = 1.2  # the next word asks for this case
SEEN = 4.0  # this nominative was seen in the document
SEEN_LAST = 3.0  # a person of this family name was
SURE = 0.8
MOST_CANDIDATES = 6

_FINITE = frozenset({"b", "s", "vad", "sid", "ks"})


@dataclass(frozen=True, slots=True)
class Possible:
    name: str
    case: str
    weight: float


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
        return [Possible(whole.surface, "n", 0.0)]
    if whole.settled:
        case = "n" if whole.settled == whole.parts[whole.inflecting].text else "g"
        return [Possible(with_nominative(whole, whole.settled, case, False), case, 0.0)]
    word = whole.parts[whole.inflecting].text
    wanted = _case_wanted_by(_next_word(text, tagged.end))
    chosen = _disambiguated(tagged)
    best: dict[str, Possible] = {}
    for form in forms(word, tagged.label, known):
        weight = form.weight + DISAMBIGUATED * (_key(form) in chosen) + CONTEXT * (form.case == wanted)
        name = with_nominative(whole, form.nominative, form.case, form.plural)
        if len(whole.parts) > 1 and tagged.label != "PER" and known.has(name, tagged.label):
            weight += SEEN
        if name not in best or best[name].weight < weight:
            best[name] = Possible(name, form.case, weight)
    return sorted(best.values(), key=lambda one: -one.weight)[:MOST_CANDIDATES]


def _key(form: Form) -> tuple[str, str]:
    return form.nominative.lower(), form.case


def _disambiguated(tagged: Tagged) -> set[tuple[str, str]]:
    if not tagged.words:
        return set()
    return {(one.lemma.lower(), one.form.removeprefix("sg ").removeprefix("pl ")) for one in tagged.words[-1].analyses}


def _next_word(text: str, end: int) -> str:
    """The word that follows the name with nothing but a blank between."""
    if text[end : end + 1] != " ":
        return ""
    return text[end + 1 : end + 60].split(maxsplit=1)[0].rstrip(".,;:!?)") if text[end + 1 : end + 60].strip() else ""


def _case_wanted_by(following: str) -> str:
    """The case that the next word asks for: a postposition or a noun the genitive, a verb the nominative."""
    if not following.islower():
        return ""
    read = morphology.lexical(following)
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
        if options[0].case == "n" and sure[0] >= SURE:
            names[options[0].name] += 1
            if one.label == "PER":
                last_words[options[0].name.rpartition(" ")[2]] += 1
    return _Seen(names, last_words)


def _decide(
    text: str, tagged: Tagged, possible: list[Possible], alone: list[float], seen: _Seen, known: KnownNames
) -> Mention:
    kind, best = tagged.label, possible[0]
    decided_by = "guess"
    if best.case == "n" and alone[0] >= SURE:
        decided_by = "nominative"
    else:
        evidence = [_evidence(one, kind, seen) for one in possible]
        if any(evidence):
            weighed = [Possible(one.name, one.case, one.weight + more)
                       for one, more in zip(possible, evidence, strict=True)]  # fmt: skip
            possible = sorted(weighed, key=lambda one: -one.weight)
            alone = _confidences(possible)
            if _evidence(possible[0], kind, seen):
                decided_by = "document"
        if decided_by == "guess" and known.has(possible[0].name, kind):
            decided_by = "known"
    names = tuple(one.name for one in possible)
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
    return " ".join(
        word.analyses[0].lemma[:1].upper() + word.analyses[0].lemma[1:]
        if word.analyses and word.text[:1].isupper() else word.analyses[0].lemma if word.analyses else word.text
        for word in tagged.words
    )  # fmt: skip


def settle(mentions: Iterable[Mention]) -> dict[tuple[EntityType, str, str], str]:
    """The corpus's rule: (type, surface, name as the document has it) → name. See the head of this module."""
    mentions = list(mentions)
    seen = Counter((one.type, one.name) for one in mentions if one.decided_by == "nominative")
    guesses: dict[tuple[EntityType, str], Counter[str]] = defaultdict(Counter)
    for one in mentions:
        if one.decided_by == "guess":
            guesses[one.type, one.surface][one.name] += one.confidence  # type: ignore[assignment]
    settled = {}
    for one in mentions:
        name = one.name
        if one.decided_by != "nominative":
            best = max(one.candidates, key=lambda candidate: seen[one.type, candidate])
            if seen[one.type, best]:
                name = best
            elif one.decided_by == "guess":
                name = max(guesses[one.type, one.surface].items(), key=lambda item: item[1])[0]
        settled[one.type, one.surface, one.name] = name
    return settled
