"""Characters that no step survives, or only slowly, replaced by as many blanks: places in the text stay true."""

import re

# NUL ends strings in Vabamorf (stock EstNLTK dies of it), lone surrogates have no UTF-8.
_IMPOSSIBLE = re.compile("[\0\ud800-\udfff]")
# Patterns of the tokeniser try every part of such a run: their time grows with the square of its length.
_RUN = re.compile(r"(\S)\1{199,}|\d{200,}|[\w.+-]{1000,}")
_BLANKS = re.compile(r"\s{200,}")
_PARAGRAPH = "\n\n"


def guarded(text: str) -> str:
    text = _IMPOSSIBLE.sub(" ", text)
    text = _RUN.sub(lambda run: " " * len(run[0]), text)
    return _BLANKS.sub(_blank, text)


def _blank(run: re.Match[str]) -> str:
    return (_PARAGRAPH if _PARAGRAPH in run[0] else "").ljust(len(run[0]))
