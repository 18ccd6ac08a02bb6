"""Possible nominatives of one inflected word of a name, each with the case it would then be in and a weight.

Weights are logarithms: what a source is worth, plus how usual the case is for a name of that type. They were set on the
tuning part of `bench/gold` and are only ever compared with each other.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from estner_ops.ner import morphology
from estner_ops.ner.known import KnownNames
from estner_ops.ner.tagged import Analysis
from estner_ops.ner.words import BODY_ENDS
from estner_ops.records import EntityType

# What a reading is worth: backed by Vabamorf's dictionary as a name or as a noun, or guessed by it, or guessed by us.
NAME, NOUN, GUESS, OURS = 3.0, 2.5, 1.0, 0.0
KNOWN = 2.5
BODY = 1.5  # of an organisation's name: ends like one ("Pank", not "Pangas")
# A guessed nominative of what can be read with a case ending ("Obamale" as a name of its own) is hardly ever right.
UNLIKELY = -4.0
LONGEST_ABBREVIATION = 5

_CASES: dict[EntityType, dict[str, float]] = {
    "PER": {"n": 0.0, "g": -0.3, "p": -2.0, "adt": -5.0, "all": -1.5, "kom": -1.5, "abl": -2.0, "ad": -2.5, "el": -2.5,
            "in": -4.5, "ill": -4.0},
    "ORG": {"n": 0.0, "g": 0.0, "p": -1.5, "adt": -1.5, "all": -1.0, "kom": -1.0, "abl": -1.5, "ad": -1.5, "el": -1.5,
            "in": -1.5, "ill": -1.5},
    "LOC": {"n": -0.7, "g": 0.0, "p": -2.0, "adt": -0.7, "all": -1.0, "kom": -2.0, "abl": -1.5, "ad": -0.7, "el": -0.7,
            "in": 0.0, "ill": -0.7},
}  # fmt: skip
_OTHER_CASE = -3.0
_PLURAL = -1.0
_LONG_ENDINGS = frozenset({"all", "abl", "kom", "el", "ill", "tr", "ab", "es", "ter"})
_SHORT_ENDINGS = frozenset({"in", "ad"})

_ENDING_CASES = {
    "le": "all", "lt": "abl", "l": "ad", "ga": "kom", "st": "el", "sse": "ill", "s": "in", "ks": "tr", "ta": "ab",
    "ni": "ter", "na": "es", "t": "p", "d": "p", "": "g",
}  # fmt: skip
_ENDING = "|".join(sorted(filter(None, _ENDING_CASES), key=len, reverse=True))
# KredEx-i, NATOs, SEB-le; Google'ilt: where the stem ends is plain to see.
_ABBREVIATION = re.compile(rf"((?:[^\W\d_]*[A-ZÕÄÖÜŠŽ]){{2}}[^\W_]*?)-(i|e|u|a)?({_ENDING})?")
_CAPITALS = re.compile(rf"([A-ZÕÄÖÜŠŽ][A-ZÕÄÖÜŠŽ\d]+)(i|e|u|a)?({_ENDING})?")
_APOSTROPHE = re.compile(rf"(\w[\w-]*)['’´`](i|e|u|a)?({_ENDING})?")
_OBLIQUE = re.compile(rf"(\w+[aeiouõäöüyėáéíó])({_ENDING})")


@dataclass(frozen=True, slots=True)
class Form:
    """One way to read a word: the nominative it would be of, and the number and case it is in."""

    nominative: str
    case: str  # n, g, p, all…
    plural: bool
    weight: float


@lru_cache(maxsize=20_000)
def forms(word: str, kind: EntityType, known: KnownNames) -> tuple[Form, ...]:
    """Every way to read the word, best first; never none."""
    if len(word) > morphology.LONGEST_WORD:
        return (Form(word, "n", False, OURS),)
    if marked := _marked(word, kind):
        return marked
    if word.isupper():
        return _in_capitals(word, kind, known)
    head, hyphen, tail = word.rpartition("-")
    if head and tail[:1].isupper() and not morphology.lexical(word):
        # The last part alone is inflected, and the dictionary may know it: "NATO-Eestis".
        return tuple(replace(one, nominative=head + hyphen + one.nominative) for one in forms(tail, kind, known))
    analysed = _analysed(word, kind)
    own_name = 0.0 if any(form.nominative == word and backed for form, backed in analysed) else _ending_seen(analysed)
    best: dict[tuple[str, str, bool], Form] = {}
    for form in (*(form for form, _ in analysed), *_guessed(word, kind)):
        weight = form.weight + (own_name if form.nominative == word else 0.0)
        weight += KNOWN if known.has(form.nominative, kind) else 0.0
        weight += BODY if kind == "ORG" and form.nominative.lower().endswith(BODY_ENDS) else 0.0
        key = (form.nominative, form.case, form.plural)
        if key not in best or best[key].weight < weight:
            best[key] = Form(*key, weight)
    return tuple(sorted(best.values(), key=lambda form: -form.weight))


def _marked(word: str, kind: EntityType) -> tuple[Form, ...]:
    """The reading of a word that shows where its stem ends."""
    for pattern in (_APOSTROPHE, _ABBREVIATION, _CAPITALS):
        if (match := pattern.fullmatch(word)) and (match[2] or match[3]):
            case = _ENDING_CASES[match[3] or ""]
            return (Form(match[1], case, False, NAME + _case_weight(kind, case)),)
    return ()


def _in_capitals(word: str, kind: EntityType, known: KnownNames) -> tuple[Form, ...]:
    """An abbreviation stands for itself (the analyser would take "EAS" for a form of "iga"), a longer word does not."""
    if len(word) <= LONGEST_ABBREVIATION:
        return (Form(word, "n", False, NAME),)
    read = forms(word.capitalize(), kind, known)
    return tuple(Form(one.nominative.upper(), one.case, one.plural, one.weight) for one in read)


def _analysed(word: str, kind: EntityType) -> list[tuple[Form, bool]]:
    """Vabamorf's readings, and whether its dictionary backs them as a noun or name."""
    backed = {(one.lemma, one.form) for one in morphology.lexical(word) if kind != "PER" or one.partofspeech != "A"}
    found = []
    for one in morphology.readings(word):
        case = one.form.removeprefix("sg ").removeprefix("pl ")
        if one.partofspeech not in "HSAYCU" or case in ("", "?"):
            continue
        is_backed = (one.lemma, one.form) in backed
        plural = one.form.startswith("pl ")
        if plural and (kind == "PER" or not is_backed):
            continue  # "Näide" is no plural of a name "Näi"
        source = (NAME if one.partofspeech == "H" else NOUN) if is_backed else GUESS
        nominative = _plural_nominative(one) if plural else one.lemma
        weight = source + _case_weight(kind, case) + (_PLURAL if plural else 0.0)
        found.append((Form(cased(nominative, word), case, plural, weight), is_backed))
    return found


def _ending_seen(analysed: list[tuple[Form, bool]]) -> float:
    """What a guess loses that takes the word for a nominative, when others read a case ending off it."""
    cases = {form.case for form, _ in analysed}
    return UNLIKELY if cases & _LONG_ENDINGS else UNLIKELY / 2 if cases & _SHORT_ENDINGS else 0.0


def _guessed(word: str, kind: EntityType) -> list[Form]:
    """Readings of our own, for names the analyser does not see through: Jõksi, Tänaku, Grybauskaitėle."""
    found = [Form(word, "n", False, OURS - 0.5 + _case_weight(kind, "n"))]
    stems = [(word, "g", 0.0)]
    if match := _OBLIQUE.fullmatch(word):
        stems.append((match[1], _ENDING_CASES[match[2]], 0.0))
    for stem, case, weight in stems:
        weight += _case_weight(kind, case)
        found.append(Form(stem, case, False, OURS + weight))
        if (drop := _vowel_drop(stem)) is not None:
            found.append(Form(stem[:-1], case, False, drop + weight))
    return found


def _vowel_drop(genitive: str) -> float | None:
    """How likely the nominative is the genitive without its last vowel, against with it; None if not at all."""
    if len(genitive) < 4 or genitive[-2].lower() in "aeiouõäöüy":
        return None
    ending = genitive[-3:].lower()
    if ending == "ski" or not (last := genitive[-1]).islower():
        return None
    if last == "i":
        return 2.2
    if last == "u":
        return 1.2 if ending in ("iku", "aku", "uku") else -1.0
    if last == "e":
        return 1.2 if ending in ("ase", "ise", "use", "ese") else -1.5
    return -2.0 if last == "a" else None


def _plural_nominative(one: Analysis) -> str:
    made = morphology.plural_nominatives(one.lemma, one.partofspeech)
    return made[0] if made else one.lemma + "d"


def _case_weight(kind: EntityType, case: str) -> float:
    return _CASES[kind].get(case, _OTHER_CASE)


def cased(nominative: str, word: str) -> str:
    """The nominative with capitals where the word has them."""
    if len(word) > LONGEST_ABBREVIATION and word.isupper():
        return nominative.upper()
    return nominative[:1].upper() + nominative[1:] if word[:1].isupper() else nominative
