"""Pieces of a long text that tokens, sentences and readings can be found in one by one, with the same result."""

import re
from collections.abc import Iterator

_LONG = 50_000  # characters after which a piece ends at the next place where it may
_TOO_LONG = 500_000  # characters after which it ends at the next blank, come what may
# The end of a paragraph that no pattern of a compound token reaches over: before it a plain word of six letters or
# more, which is no abbreviation and no part of an address, perhaps a sign that ends a sentence; after it a letter. A
# sentence ends there in any case.
_END = re.compile(r"(?<=[\w,])\s+[a-zšžõäöü]{6,}[.!?]?(\s*\n\n\s*)(?=[^\W\d_])")

_BLANK = re.compile(r"\s")
_BRACKET = re.compile("[<>]")


def windows(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > _LONG:
        end = _end(text, start + _LONG, start + _TOO_LONG)
        if end is None:
            break
        yield start, end
        start = end
    yield start, len(text)


def _end(text: str, earliest: int, latest: int) -> int | None:
    for match in _END.finditer(text, earliest, latest):
        if not _in_tag(text, match.start(1)):
            return match.end(1)
    if latest >= len(text):
        return None
    blank = _BLANK.search(text, latest, latest + _LONG)
    return blank.end() if blank else latest


def _in_tag(text: str, place: int) -> bool:
    """Is the place between < and >? What looks like a tag is one word, whatever it holds."""
    after = _BRACKET.search(text, place)
    return after is not None and after[0] == ">" and text.rfind("<", 0, place) > text.rfind(">", 0, place)
