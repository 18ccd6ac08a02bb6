"""Which lines of a crawl log become sources: the rules of the reference system, in the order in which they are asked.

The first rule that applies gives the line its outcome; the sentences for people stand in outcomes.py. A line to which
none applies is accepted, unless an accepted line before it has the same canonical URL: then it is a duplicate.
"""

import re
from collections.abc import Callable

from estner_ops.plan.address import is_http
from estner_ops.plan.line import LogLine
from estner_ops.plan.media import may_hold_text

_ROBOTS = re.compile(rb"https?://[^/]+/robots\.txt(?:\?|\Z)", re.IGNORECASE).match

RULES: tuple[tuple[str, Callable[[LogLine], object]], ...] = (
    ("speculative", lambda line: b"X" in line.path),
    ("prerequisite", lambda line: line.path.endswith(b"P")),
    ("not-http", lambda line: not is_http(line.address)),
    ("invalid-url", lambda line: line.canonical is None),
    ("robots-file", lambda line: _ROBOTS(line.canonical or b"")),
    ("failed-at-crawl", lambda line: line.status <= 0 or line.status >= 400),
    # 304 is no redirect: the crawler asked for a document it had, and the document was still there.
    ("redirect", lambda line: 300 <= line.status < 400 and line.status != 304),
    ("not-text", lambda line: not may_hold_text(line.media_type, line.address)),
)


def reason_against(line: LogLine) -> str | None:
    """The code of the first rule that rejects the line, None if no rule does."""
    for code, applies in RULES:
        if applies(line):
            return code
    return None
