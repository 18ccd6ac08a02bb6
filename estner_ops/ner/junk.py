"""What is no name, and why: a menu's words, letters, numbers, headings, addresses of pages, personal codes."""

import re

from estner_ops.ner import morphology
from estner_ops.ner.forms import forms
from estner_ops.ner.known import known_names, listed
from estner_ops.ner.personal_code import mask
from estner_ops.ner.tagged import Tagged
from estner_ops.ner.tokens import Names, starts_sentence
from estner_ops.ner.words import LEGAL_FORM, LEGAL_WORDS, is_body, noun_lemmas

MOST_WORDS = 12
MOST_CHARACTERS = 120
_LINE = 200  # characters of its line on each side that tell a heading

_MENU = listed("menu_words")
_IDENTIFIER = re.compile(r"[_¤]|[a-z][A-Z]\w*[a-z][A-Z]")  # WATER_QUOTA, PublicationTypeName
_ADDRESS = re.compile(r"://|www\.|@|\.(?:ee|com|org|net|eu|html?|php|aspx?|pdf|docx?|xlsx?)\b", re.I)


def drop(names: Names) -> None:
    """Takes out what is no name, and counts the reasons."""
    for one in names:
        if why := reason(names, one):
            names.drop(one)
            names.dropped[why] += 1


def reason(names: Names, one: Tagged) -> str:
    """Why this is no name, "" if it may be one."""
    text = names.text
    surface = text[one.start : one.end]
    letters = [letter for letter in surface if letter.isalpha()]
    if mask(surface) != surface:
        return "personal-code"
    if _ADDRESS.search(surface) or text[one.end : one.end + 1] == "@" or text[one.start - 1 : one.start] in ("@", "/"):
        return "page-address"
    if _IDENTIFIER.search(surface):
        return "identifier"
    if not letters or sum(letter.isdigit() for letter in surface) > len(letters):
        return "number"
    if not any(len(word.strip(".")) > 1 for word in surface.split()):
        return "single-letter"
    if surface.islower():
        return "no-capital"
    if len(surface) > MOST_CHARACTERS or len(surface.split()) > MOST_WORDS:
        return "too-long"
    if all(word.lower() in _MENU for word in surface.split()):
        return "menu-word"
    if _is_heading(text, one, letters):
        return "heading"
    if _is_first_word(text, one):
        return "common-word"
    return ""


def _is_heading(text: str, one: Tagged, letters: list[str]) -> bool:
    """In capitals like all of its line: "OTSUS", "TALLINNA LINNA EELARVE". Short ones are abbreviations, and a line
    that is nothing but the name of a body may well be that."""
    if len(letters) < 4 or not one.words or not all(letter.isupper() for letter in letters):
        return False
    if _has_legal_form(one):
        return False
    first, last = max(0, one.start - _LINE), min(len(text), one.end + _LINE)
    start, end = text.rfind("\n", first, one.start), text.find("\n", one.end, last)
    line = text[start + 1 if start >= 0 else first : end if end >= 0 else last]
    if len(line.strip()) == one.end - one.start and is_body(one.words[-1].text.lower()):
        return False
    others = [letter for letter in line if letter.isalpha()]
    return sum(letter.isupper() for letter in others) > 0.8 * len(others) and (len(letters) > 6 or len(others) > 12)


def _has_legal_form(one: Tagged) -> bool:
    generic = noun_lemmas(one.words[0].text.lower())
    return any(LEGAL_FORM.fullmatch(word.text) for word in one.words) or not LEGAL_WORDS.isdisjoint(generic)


def _is_first_word(text: str, one: Tagged) -> bool:
    """A person or place that is but a common noun with the capital of a sentence's beginning: "Oksjoni võitis…"."""
    if one.label == "ORG" or len(one.words) != 1 or not starts_sentence(text, one.start):
        return False
    word, known = one.words[0].text, known_names()
    read = morphology.lexical(word)
    if not read or any(reading.partofspeech in "HYG" for reading in read):
        return False
    return not any(known.has(form.nominative, one.label) for form in forms(word, one.label, known)[:2])
