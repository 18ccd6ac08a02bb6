"""JSON, JSON lines and arrays: every string that says something.

Reader: a scanner of string literals. It builds no tree, so depth and size cost nothing, and a truncated or otherwise
broken file gives what it holds.
"""

import json
import re

from estner_ops.text.decode import decode
from estner_ops.text.html import has_markup, read_fragment
from estner_ops.text.machine_words import for_machines
from estner_ops.text.transcript import Transcript

_STRING = re.compile(r'"((?:[^"\\]|\\.)*+)"(\s*+:)?', re.DOTALL)
_SCHEMA = re.compile(r"[a-z_$@#][\w$@:.#/-]*|[A-Z0-9_]*|https?:.*", re.ASCII)


def read(body: bytes, declared: str, out: Transcript) -> None:
    text, out.encoding = decode(body, declared)
    keys: set[str] = set()
    for found in _STRING.finditer(text):
        value, key = found.groups()
        if "\\" in value:
            value = _unescape(value)
        if key and (value in keys or _SCHEMA.fullmatch(value)):
            continue
        if key:
            keys.add(value)
        if not value.strip() or for_machines(value):
            continue
        if has_markup(value):
            read_fragment(value, out)
        else:
            out.line(value)


def _unescape(value: str) -> str:
    try:
        text: str = json.loads(f'"{value}"', strict=False)
    except ValueError:
        return value
    return text
