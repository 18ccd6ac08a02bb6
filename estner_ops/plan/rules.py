"""Which lines of a crawl log become sources: the rules of the reference system, in the order in which they are asked.

The first rule that applies gives the line its outcome; the sentences for people stand in outcomes.py. A line to which
none applies is accepted, unless an accepted line before it has the same canonical URL: then it is a duplicate.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from estner_ops.plan.address import is_http
from estner_ops.plan.media import extension_may_hold_text, type_may_hold_text

_is_robots = re.compile(rb"https?://[^/]+/robots\.txt(?:[?#]|\Z)", re.IGNORECASE).match

# How the address was found: `path` is the letters of its hops, "-" for a seed.
PATH_RULES: tuple[tuple[str, Callable[[bytes], object]], ...] = (
    ("speculative", lambda path: b"X" in path),
    ("prerequisite", lambda path: path.endswith(b"P")),
)
# What the address is.
ADDRESS_RULES: tuple[tuple[str, Callable[[bytes, bytes | None], object]], ...] = (
    ("not-http", lambda address, _: not is_http(address)),
    ("invalid-url", lambda _, canonical: canonical is None),
    ("robots-file", lambda address, _: _is_robots(address)),
)
# What the server said. 304 is no redirect: the crawler asked after a document it had, and it was still there.
ANSWER_RULES: tuple[tuple[str, Callable[[int, str], object]], ...] = (
    ("failed-at-crawl", lambda status, _: status <= 0 or status >= 400),
    ("redirect", lambda status, _: 300 <= status < 400 and status != 304),
    ("not-text", lambda _, media_type: type_may_hold_text(media_type) is False),
)
# What the address looks like, where the type does not tell.
EXTENSION_RULES: tuple[tuple[str, Callable[[bytes], object]], ...] = (
    ("not-text", lambda address: not extension_may_hold_text(address)),
)


def reason_against(path: bytes, address: bytes, canonical: bytes | None, status: int, media_type: str) -> str | None:
    """The code of the first rule that rejects the line, None if no rule does."""
    reason = _against_path(path)
    if reason:
        return reason
    if canonical is None or b"robots.txt" in address:  # else no rule on addresses can apply
        for code, applies in ADDRESS_RULES:
            if applies(address, canonical):
                return code
    reason = _against_answer(status, media_type)
    if reason:
        return reason
    if type_may_hold_text(media_type) is None:
        return next((code for code, applies in EXTENSION_RULES if applies(address)), None)
    return None


# Millions of lines share some hundred paths, statuses and types.
@lru_cache(maxsize=16384)
def _against_path(path: bytes) -> str | None:
    return next((code for code, applies in PATH_RULES if applies(path)), None)


@lru_cache(maxsize=16384)
def _against_answer(status: int, media_type: str) -> str | None:
    return next((code for code, applies in ANSWER_RULES if applies(status, media_type)), None)
