"""Which words of a name are inflected, and which stay as they are.

Mostly the last one ("Tallinna Ülikooliga"), with the adjectives that agree with it ("Eesti Punasele Ristile"). After
an inflected generic word a name proper stays ("OÜ-s Näide", "sihtasutusele Archimedes"), before a legal form as well
("Näide OÜ-ga").
"""

import re
from dataclasses import dataclass

from estner_ops.ner import morphology
from estner_ops.ner.forms import cased
from estner_ops.ner.words import GENERIC_FIRST, LEGAL_FORM, STREET_WORDS
from estner_ops.records import EntityType

_WORD = re.compile(r"\w[\w'’´`.&+/-]*")
_UNINFLECTED = re.compile(r"[\W\d_]+|\w\.|.*\d")  # "5", "T.", "TREV-2"
_AGREES_IN_GENITIVE = frozenset({"kom", "ab", "es", "ter"})


@dataclass(frozen=True, slots=True)
class Part:
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Structure:
    surface: str  # white space made single blanks
    parts: tuple[Part, ...]
    inflecting: int | None  # the part that carries the case, None if the name stays as it is
    settled: str  # the nominative of that part if it is certain, else ""


def structure(surface: str, kind: EntityType) -> Structure:
    surface = " ".join(surface.split())
    parts = tuple(Part(match.start(), match.end(), match[0]) for match in _WORD.finditer(surface))
    if not parts:
        return Structure(surface, parts, None, "")
    if kind == "ORG":
        for at in (0, len(parts) - 1):
            if legal := LEGAL_FORM.fullmatch(parts[at].text):
                inflected = len(parts[at].text) > len(legal[1])
                if inflected or at == len(parts) - 1:
                    return Structure(surface, parts, at, legal[1])
        if len(parts) > 1 and (generic := _inflected_generic(parts)):
            return Structure(surface, parts, 0, generic)
    last = len(parts) - 1
    if kind == "LOC" and parts[last].text in STREET_WORDS:
        return Structure(surface, parts, last, STREET_WORDS[parts[last].text])
    if _UNINFLECTED.fullmatch(parts[last].text):
        return Structure(surface, parts, None, "")
    return Structure(surface, parts, last, "")


def _inflected_generic(parts: tuple[Part, ...]) -> str:
    """The nominative of a generic first word in another case before a name proper: "sihtasutusele Archimedes"."""
    first, second = parts[0].text, parts[1].text
    if not second[:1].isupper():
        return ""
    for one in morphology.lexical(first.lower()):
        if one.form.startswith("sg ") and one.form != "sg n" and one.lemma in GENERIC_FIRST:
            return cased(one.lemma, first)
    return ""


def with_nominative(whole: Structure, nominative: str, case: str, plural: bool) -> str:
    """The whole name, its inflecting part replaced, and the adjectives that agree with it as well."""
    assert whole.inflecting is not None
    new = {whole.inflecting: nominative}
    if case != "n" and not whole.settled:
        new |= _agreeing(whole, case, plural)
    text = whole.surface
    for at in sorted(new, reverse=True):
        text = text[: whole.parts[at].start] + new[at] + text[whole.parts[at].end :]
    return text


def _agreeing(whole: Structure, case: str, plural: bool) -> dict[int, str]:
    assert whole.inflecting is not None
    case = "g" if case in _AGREES_IN_GENITIVE else "ill" if case == "adt" else case
    wanted = ("pl " if plural else "sg ") + case
    found = {}
    for at in range(whole.inflecting - 1, -1, -1):
        word = whole.parts[at].text
        if word in ("ja", "ning") or word.endswith("-"):
            continue
        lemma = next((one.lemma for one in morphology.lexical(word.lower())
                      if one.partofspeech in "AOC" and one.form == wanted), None)  # fmt: skip
        if lemma is None:
            break  # what stands further left belongs to this word, not to the last
        found[at] = cased(lemma, word)
    return found
