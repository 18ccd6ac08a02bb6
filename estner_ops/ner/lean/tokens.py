"""Tokens: runs of letters and digits, and runs of other signs, of which most are cut into single signs."""

import re
from itertools import pairwise

Span = tuple[int, int]

_TOKEN = re.compile(r"(\w+)|[^\w\s]+")  # what NLTK's WordPunctTokenizer takes for a token
_SIGNS = r"""!"#$%&'()*+,\-./:;<=>?@^_`{|}~\[\]«»”“‟„’"""
_CUT = re.compile(rf"[{_SIGNS}]{{2,}}")
_KEPT = re.compile(r"\.{2,}|[?!]+")
_QUOTES = re.compile("[\"\u00ab\u00bb\u02ee\u030b\u201c\u201d\u201e\u201f]+")
_WORD_QUOTE = "\u02ee"  # a quotation mark that counts as a letter


def tokens(text: str) -> list[Span]:
    found: list[Span] = []
    quote_in_word = _WORD_QUOTE in text
    for match in _TOKEN.finditer(text):
        if match.lastindex and not quote_in_word:
            found.append(match.span())
            continue
        token, (start, end) = match.group(), match.span()
        if end - start > 1 and _CUT.fullmatch(token) and not _KEPT.fullmatch(token):
            found.extend((place, place + 1) for place in range(start, end))
        elif _QUOTES.search(token):
            found.extend(_apart(token, start))
        else:
            found.append((start, end))
    return found


def _apart(token: str, start: int) -> list[Span]:
    """The token with runs of quotation marks cut off; alone if it is nothing but one."""
    places = sorted({0, len(token), *(place for match in _QUOTES.finditer(token) for place in match.span())})
    return [(start + first, start + last) for first, last in pairwise(places)]
