"""Names the model misses, found by what stands beside or inside them."""

import re
from functools import cache

from estner_ops.ner import morphology
from estner_ops.ner.forms import forms
from estner_ops.ner.known import KnownNames, known_names
from estner_ops.ner.tokens import CAPITAL, Names, starts_sentence, word_after, word_before
from estner_ops.ner.words import (
    BODIES_KNOWN_BY_END,
    LEGAL_FORM,
    LEGAL_FORMS,
    LEGAL_WORDS,
    PLACE_MAKERS,
    is_body,
    is_place_word,
    is_street_word,
    is_title,
    noun_lemmas,
)  # fmt: skip

_LEGAL = re.compile(rf"(?<![\w-])(?:{LEGAL_FORMS})(?:-?[a-z]{{1,4}})?(?![\w-])")
_LEGAL_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(LEGAL_WORDS))})\w*", re.I)
_CAPITALISED = re.compile(rf"(?<![\w.@/-])[{CAPITAL}]\w+(?:[-'’]\w+)*(?![\w@])")
_QUOTED = re.compile(r" (?:„[^“”\"\n]{1,60}[“”\"]|“[^”\n]{1,60}”|\"[^\"\n]{1,60}\"|«[^»\n]{1,60}»)")
_NAME_WORD = re.compile(rf" ([{CAPITAL}\d][\w.&+'’-]*[\w+]|[{CAPITAL}\d]|[a-z]+[{CAPITAL}]\w*|&)(?!\w)")

_INITIALS = re.compile(rf"(?<!\w)(?:[{CAPITAL}]\.[ -]?){{1,3}}$")
_WITH_INITIALS = re.compile(rf"(?<![\w.-])((?:[{CAPITAL}]\.[ -]?){{1,3}})([{CAPITAL}]\w+(?:-[{CAPITAL}]\w+)?)(?!\w)")


def by_legal_form(names: Names) -> None:
    """A legal form and the name beside it are one organisation: "OÜ-s Näide", "Nordecon AS", "osaühing Teetööd"."""
    for match in _LEGAL.finditer(names.text):
        if not LEGAL_FORM.fullmatch(match[0]):
            continue
        start = _name_left(names, match.start())
        if start < match.start():
            names.put(start, match.end(), "ORG")
        elif (end := _name_right(names.text, match.end())) > match.end():
            names.put(match.start(), end, "ORG")
    for match in _LEGAL_WORD.finditer(names.text):
        if not LEGAL_WORDS.isdisjoint(noun_lemmas(match[0].lower())):
            end = _name_right(names.text, match.end())
            if end > match.end() and not any(one.start < match.start() for one in names.between(match.start(), end)):
                names.put(match.start(), end, "ORG")


def _name_right(text: str, end: int) -> int:
    """Where the name ends that follows this place: quoted, or capitalised words."""
    if quoted := _QUOTED.match(text, end):
        return quoted.end()
    for _ in range(6):
        word = _NAME_WORD.match(text, end)
        if word is None or LEGAL_FORM.fullmatch(word[1]):
            break
        end = word.end()
    return end


def _name_left(names: Names, start: int) -> int:
    """Where the name begins that stands before this place."""
    text = names.text
    for _ in range(6):
        before = word_before(text, start)
        if before is None or not before.text[:1].isupper() or LEGAL_FORM.fullmatch(before.text):
            break
        if starts_sentence(text, before.start) and not _may_be_name(before.text):
            break
        start = before.start
        if linked := re.search(rf"[{CAPITAL}]\w*- (?:ja|ning) $", text[max(0, start - 40) : start]):
            start -= len(linked[0])
    return start


def _may_be_name(word: str) -> bool:
    """Whether a word that begins a sentence is more than the sentence's first word."""
    read = morphology.lexical(word)
    return not read or any(one.partofspeech in "HSAYG" for one in read)


def by_given_name(names: Names) -> None:
    """A known given name and the capitalised words after it are a person."""
    known = known_names()
    for match in _CAPITALISED.finditer(names.text):
        if match[0] not in known.given:
            continue
        end = _person_end(names.text, match.end(), known)
        if end == match.end():
            continue
        beside = names.between(match.start(), end)
        if any(one.label == "PER" and one.start <= match.start() and one.end >= end for one in beside):
            continue
        if any(one.start < match.start() or one.end > end for one in beside):
            continue
        names.put(match.start(), end, "PER")


def _person_end(text: str, end: int, known: KnownNames) -> int:
    start = end
    for count in range(3):
        word = word_after(text, end)
        if word is None or not word.text[:1].isupper() or (word.text.isupper() and len(word.text) > 1):
            break
        if is_body(word.text) or is_place_word(word.text) or _is_place_somewhere(word.text, known):
            return start if count == 0 else end
        end = word.end
        if word.text not in known.given:
            break
    after = word_after(text, end)
    if after is not None and (after.text[:1].isupper() or is_place_word(after.text)):
        return start  # longer than a person's name, or a street called after one: left to the model
    return end


def _is_place_somewhere(word: str, known: KnownNames) -> bool:
    best = forms(word, "LOC", known)[0]
    return best.nominative in known.places and best.case not in ("n", "g")


def by_initials(names: Names) -> None:
    """Initials and a family name are a person; the letter of a heading ("A. Üldosa") is none."""
    known = known_names()
    for match in _WITH_INITIALS.finditer(names.text):
        family = match[2]
        is_known = known.has(forms(family, "PER", known)[0].nominative, "PER")
        if not is_known and (_is_common(family) or starts_sentence(names.text, match.start())):
            continue
        if not is_body(family) and not any(one.end > match.end() for one in names.between(match.start(), match.end())):
            names.put(match.start(), match.end(), "PER")


def by_place_word(names: Names) -> None:
    """A capitalised word before "tänav", "vald", "küla"… is a place, though nothing else knows it."""
    for match in _CAPITALISED.finditer(names.text):
        after = word_after(names.text, match.end())
        if after is None or not (is_street_word(names.text, after) or _makes_place(after.text)):
            continue
        if names.between(match.start(), after.end):
            continue
        if starts_sentence(names.text, match.start()) and noun_lemmas(match[0]):
            continue
        if any(one.form in ("sg g", "pl g", "") for one in morphology.readings(match[0])):
            names.put(match.start(), after.end, "LOC")


def _makes_place(word: str) -> bool:
    return word.islower() and is_place_word(word, PLACE_MAKERS)


def by_body(names: Names) -> None:
    """Capitalised words that end in the kind of a body: "Rapla Apteek"."""
    for match in _CAPITALISED.finditer(names.text):
        before = word_before(names.text, match.start())
        if before is None or not before.text[:1].isupper() or not is_body(match[0]):
            continue
        if names.between(before.start, match.end()):
            continue
        if any(one.partofspeech in "HG" and one.form in ("sg g", "") for one in morphology.lexical(before.text)):
            names.put(before.start, match.end(), "ORG")


def by_known_name(names: Names) -> None:
    """Institutions of several words, however the model cut them: "Põllumajanduse Registrite ja Informatsiooni Amet"."""
    known, beginnings = known_names(), _beginnings()
    for match in _CAPITALISED.finditer(names.text):
        for beginning, last in beginnings.get(match[0], ()):
            end = match.start() + len(beginning)
            word = word_after(names.text, end) if names.text.startswith(beginning, match.start()) else None
            if word is None or not any(form.nominative == last for form in forms(word.text, "ORG", known)[:3]):
                continue
            beside = names.between(match.start(), word.end)
            if all(match.start() <= one.start and one.end <= word.end for one in beside):
                names.put(match.start(), word.end, "ORG")
            break


@cache
def _beginnings() -> dict[str, list[tuple[str, str]]]:
    """By their first word the known names of several words: all but the last, which is inflected, and the last."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(known_names().organisations, key=len, reverse=True):
        beginning, _, last = name.rpartition(" ")
        if first := _CAPITALISED.match(beginning):
            found.setdefault(first[0], []).append((beginning, last))
    return found


def by_known_body(names: Names) -> None:
    """Institutions and companies everybody knows, also where a sentence begins with them."""
    known = known_names()
    for match in _CAPITALISED.finditer(names.text):
        if names.between(match.start(), match.end()):
            continue
        best = forms(match[0], "ORG", known)[0].nominative
        if best not in known.organisations:
            continue
        alone = not _is_common(match[0]) and not _beside_capital(names.text, match)
        if alone or best.lower().endswith(BODIES_KNOWN_BY_END):
            names.put(match.start(), match.end(), "ORG")


def by_known_place(names: Names) -> None:
    """Places everybody knows, unless the word may be another and only begins a sentence."""
    known = known_names()
    for match in _CAPITALISED.finditer(names.text):
        if names.between(match.start(), match.end()) or _beside_capital(names.text, match):
            continue
        if _is_common(match[0]) and starts_sentence(names.text, match.start()):
            continue
        if forms(match[0], "LOC", known)[0].nominative in known.places:
            names.put(match.start(), match.end(), "LOC")


def _is_common(word: str) -> bool:
    """Whether the dictionary has the word as anything but a name."""
    return not word.isupper() and any(one.partofspeech not in "HY" for one in morphology.lexical(word))


def by_family_name(names: Names) -> None:
    """Someone named in full is meant when the document has the family name alone, or with initials."""
    known = known_names()
    family: set[str] = set()
    for one in names:
        if one.label == "PER" and len(one.words) > 1 and one.words[0].text in known.given:
            family.update(form.nominative for form in forms(one.words[-1].text, "PER", known)[:3])
    for match in _CAPITALISED.finditer(names.text) if family else ():
        if names.between(match.start(), match.end()) or _beside_capital(names.text, match):
            continue
        if forms(match[0], "PER", known)[0].nominative in family:
            initials = _INITIALS.search(names.text, max(0, match.start() - 10), match.start())
            names.put(initials.start() if initials else match.start(), match.end(), "PER")


def _beside_capital(text: str, match: re.Match[str]) -> bool:
    beside = (word_before(text, match.start()), word_after(text, match.end()))
    return any(word is not None and word.text[:1].isupper() and not is_title(word.text) for word in beside)
