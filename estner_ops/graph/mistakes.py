"""What is wrong with a query, in words: the parser's own tell of its grammar's character classes."""

import re

from estner_ops.graph.vocabulary import PREFIXES

_PLACE = re.compile(r"error at (\d+):(\d+): ")
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
    if "Prefix not found" in message:
        return f"a prefix is not declared at {place} (known without PREFIX: {', '.join(f'{one}:' for one in PREFIXES)})"
    return f"the query cannot be understood at or just before {place}"
