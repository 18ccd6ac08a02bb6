"""What is no name, and why: a menu's words, letters, numbers, headings, addresses of pages, personal codes."""

import re

from estner_ops.ner import morphology
from estner_ops.ner.forms import forms
from estner_ops.ner.known import known_names, listed
from estner_ops.ner.personal_code import mask
from estner_ops.ner.tagged import Tagged
from estner_ops.ner.tokens import Names, starts_sentence

MOST_WORDS = 12
MOST_CHARACTERS = 120

_MENU = listed("menu_words")
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
    if not letters or sum(letter.isdigit() for letter in surface) > len(letters):
        return "number"
    if not any(len(word.strip(".")) > 1 for word in surface.split()):
        return "single-letter"
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
    """In capitals like all of its line: "OTSUS", "TALLINNA LINNA EELARVE". Short ones are abbreviations."""
    if not all(letter.isupper() for letter in letters) or len(letters) < 4:
        return False
    line = text[text.rfind("\n", 0, one.start) + 1 : text.find("\n", one.end) if "\n" in text[one.end :] else len(text)]
    others = [letter for letter in line if letter.isalpha()]
    return sum(letter.isupper() for letter in others) > 0.8 * len(others) and (len(letters) > 6 or len(others) > 12)


def _is_first_word(text: str, one: Tagged) -> bool:
    """A person that is nothing but a common noun with the capital of a sentence's beginning: "Oksjoni võitis…"."""
    if one.label != "PER" or len(one.words) != 1 or not starts_sentence(text, one.start):
        return False
    word, known = one.words[0].text, known_names()
    read = morphology.lexical(word)
    if not read or any(reading.partofspeech in "HYG" for reading in read):
        return False
    return not any(known.has(form.nominative, "PER") for form in forms(word, "PER", known)[:2])
