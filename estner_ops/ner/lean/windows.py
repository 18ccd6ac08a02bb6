"""Pieces of a long text that tokens, sentences and readings can be found in one by one, with the same result."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from estner_ops.ner.lean.words import Word

Outline = tuple[list[Word], list[int]]  # words, and for each sentence the number of the first word after it

_LONG = 50_000  # characters after which a piece ends at the next place where it may
_TOO_LONG = 500_000  # characters after which it ends at the next place where trying shows that it may
# The end of a paragraph that no pattern of a compound token reaches over: before it a plain word of six letters or
# more, which is no abbreviation and no part of an address, perhaps a sign that ends a sentence; after it a letter. A
# sentence ends there in any case.
_END = re.compile(r"(?<=[\w,])\s+[a-zšžõäöü]{6,}[.!?]?(\s*\n\n\s*)(?=[^\W\d_])")
_PERHAPS = re.compile(r"[.!?…]\W?(\s+)(?=\S)|(\s*\n\n\s*)(?=\S)")
_TRIES = 40
_AROUND = 5_000  # characters on each side of a place that is tried

_BLANK = re.compile(r"\s")
_BRACKET = re.compile("[<>]")


def windows(text: str, outline: Callable[[str], Outline]) -> Iterator[tuple[int, int]]:
    """Where the pieces begin and end. `outline` reads a text; it is only called for texts without plain paragraphs.

    A sentence that goes on for half a million characters is cut at a blank; names next to the cut may differ.
    """
    start = 0
    while len(text) - start > _LONG:
        end = _end(text, start + _LONG, start + _TOO_LONG, outline)
        if end is None:
            break
        yield start, end
        start = end
    yield start, len(text)


def _end(text: str, earliest: int, latest: int, outline: Callable[[str], Outline]) -> int | None:
    for match in _END.finditer(text, earliest, latest):
        if not _in_tag(text, match.start(1)):
            return match.end(1)
    if latest >= len(text):
        return None
    for match in islice(_PERHAPS.finditer(text, latest, latest + _LONG), _TRIES):
        if not _in_tag(text, match.start()) and _changes_nothing(text, match.end(), outline):
            return match.end()
    blank = _BLANK.search(text, latest, latest + _LONG)
    return blank.end() if blank else latest


def _in_tag(text: str, place: int) -> bool:
    """Is the place between < and >? What looks like a tag is one word, whatever it holds."""
    after = _BRACKET.search(text, place)
    return after is not None and after[0] == ">" and text.rfind("<", 0, place) > text.rfind(">", 0, place)


def _changes_nothing(text: str, place: int, outline: Callable[[str], Outline]) -> bool:
    """Is what stands around the place read in the same way when it is cut there?"""
    before, after = text[max(0, place - _AROUND) : place], text[place : place + _AROUND]
    (left, left_ends), (right, right_ends) = outline(before), outline(after)
    right = [word._replace(start=word.start + len(before), end=word.end + len(before)) for word in right]
    return outline(before + after) == (left + right, left_ends + [len(left) + end for end in right_ends])
