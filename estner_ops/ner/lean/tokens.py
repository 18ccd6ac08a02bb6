"""Tokens: runs of letters and digits, and runs of other signs, of which most are cut into single signs."""

import re
from itertools import pairwise

Span = tuple[int, int]

_TOKEN = re.compile(r"\w+|[^\w\s]+")  # what NLTK's WordPunctTokenizer takes for a token
_SIGNS = r"""!"#$%&'()*+,\-./:;<=>?@^_`{|}~\[\]«»”“‟„’"""
_CUT = re.compile(rf"[{_SIGNS}]{{2,}}")
_KEPT = re.compile(r"\.{2,}|[?!]+")
_QUOTES = re.compile("[\"\u00ab\u00bb\u02ee\u030b\u201c\u201d\u201e\u201f]+")


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    found: list[Span] = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        span = match.span()
        first, last = span
        token = match.group()
        if last - first > 1 and _CUT.fullmatch(token) and not _KEPT.fullmatch(token):
            found.extend((place, place + 1) for place in range(first, last))
        elif _QUOTES.search(token):
            found.extend(_apart(token, first))
        else:
            found.append(span)
    return found


def _apart(token: str, start: int) -> list[Span]:
    """The token with runs of quotation marks cut off; alone if it is nothing but one."""
    places = sorted({0, len(token), *(place for match in _QUOTES.finditer(token) for place in match.span())})
    return [(start + first, start + last) for first, last in pairwise(places)]
