"""One line of a crawl log: the fields that Heritrix 1 and 3, NetarchiveSuite and UKWA write, taken apart.

    2014-05-08T21:36:00.528Z   200      68393 http://a.ee/x LE http://a.ee/ text/html #040 20140508213559699+762 …
    time                    status       size address       path referrer    type    thread begin+milliseconds

and then the digest, the source tag, the annotations and a JSON object, any of which a dialect may leave out.
"""

import json
import re
from functools import lru_cache
from typing import Any, NamedTuple

_INTEGER = re.compile(rb"[+-]?[0-9]{1,9}").fullmatch
_decode = json.JSONDecoder().decode
_SHA1 = re.compile(rb"(?:sha1:)?([A-Z2-7]{32})").fullmatch


class Particulars(NamedTuple):
    """What only an accepted line is asked for."""

    size: int | None
    digest: str | None
    warc_filename: str | None
    warc_offset: int | None


def fields_of(line: bytes) -> list[bytes] | None:
    """The fields of a line, the last one being all that follows; None if it is not one of a crawl log.

    Only the first eight are certain: dialects leave out the source tag, the annotations or both. The eighth, `#` and a
    thread's number, tells a whole line from a stray one and from one that is cut off before its type is complete.
    """
    fields = line.split(None, 11)
    if len(fields) < 8 or fields[7][0] != 35 or status_of(fields[1]) is None:
        return None
    return fields


@lru_cache(maxsize=1024)
def status_of(field: bytes) -> int | None:
    return int(field) if _INTEGER(field) else None


def particulars_of(fields: list[bytes]) -> Particulars:
    tail = fields[-1].rstrip()  # split leaves white space, a \r above all, at the end of a twelfth field
    extra = _extra(tail) if tail.endswith(b"}") and len(fields) > 8 else {}
    size = _number(fields[2])
    digest = _SHA1(fields[9]) if len(fields) > 9 else None
    filename, offset = extra.get("warcFilename"), extra.get("warcFileOffset")
    return Particulars(
        size if size is not None else _plain_number(extra.get("contentSize")),
        digest[1].decode("ascii") if digest else None,
        filename if isinstance(filename, str) and filename else None,
        _plain_number(offset),
    )


def _number(field: bytes) -> int | None:
    return int(field) if field.isdigit() and len(field) <= 18 else None


def _plain_number(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 10**18 else None


def _extra(tail: bytes) -> dict[str, Any]:
    """The JSON object at the end of a line, after the annotations, which may themselves hold spaces and braces."""
    start = 0 if tail.startswith(b"{") else tail.find(b" {") + 1
    for _ in range(4):
        if not tail.startswith(b"{", start):
            break
        try:
            value = _decode(tail[start:].decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            start = tail.find(b" {", start) + 1
            continue
        return value if isinstance(value, dict) else {}
    return {}
