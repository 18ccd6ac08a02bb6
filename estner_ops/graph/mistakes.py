"""What is wrong with a query, in words: the parser's own tell of its grammar's character classes."""

import re

from estner_ops.graph.vocabulary import PREFIXES

_PLACE = re.compile(r"error at (\d+):(\d+): ")
# IRIs, strings, comments. A string that nobody ended goes on to the end of its line or, in three quotes, of the query:
# looking for an end behind each quote in it again would take time by the square of its length.
_OPAQUE = re.compile(r"""<[^<>\s]*>|\"""(?:[^\\]|\\.)*?(?:\"""|\Z)|'''(?:[^\\]|\\.)*?(?:'''|\Z)|"""
                     r""""(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?|\#[^\n]*""", re.DOTALL)
_DECLARED = re.compile(r"\bPREFIX\s+([\w.-]*):", re.IGNORECASE)
_PREFIX = re.compile(r"(?<![\w:.?$@%-])([^\W\d_][\w.-]*):")
_UPDATE = re.compile(r"\s*(?:(?:PREFIX\s+\S*:|BASE)\s+)*(?:INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY|WITH)\b",
                     re.IGNORECASE)
_BEFORE = 40  # characters of the line that are shown before the place


def explain(query: str, message: str) -> str:
    """The parser's message with the place as a person sees it.

    What the parser expected there is left out: it lists characters, and words that belong elsewhere.
    """
    found = _PLACE.match(message)
    if not found:
        return f"the query cannot be understood: {message}"
    line, column = int(found[1]), int(found[2])
    text = query.split("\n")[line - 1][:column - 1]
    shown = f"…{text[-_BEFORE:]}" if len(text) > _BEFORE else text
    place = f"line {line}, column {column}" + (f": `{shown}`" if shown.strip() else "")
    if undeclared := _undeclared(query):
        return (f"the prefix {undeclared}: is not declared, at or just before {place} "
                f"(known without PREFIX: {', '.join(f'{one}:' for one in PREFIXES)})")
    if _UPDATE.match(_bare(query)):
        return "this is an update, and the data can only be queried"
    return f"the query cannot be understood at or just before {place}"


def _undeclared(query: str) -> str | None:
    """The first prefix that nobody declared. The parser tells of it only where no other reading was tried later."""
    bare = _bare(query)
    known = {*PREFIXES, *_DECLARED.findall(bare)}
    return next((one for one in _PREFIX.findall(bare) if one not in known), None)


def _bare(query: str) -> str:
    """The query without what may hold any word: IRIs, strings and comments."""
    return _OPAQUE.sub(" ", query)
