"""CSV: each cell is a line. Reader: the standard library's csv module."""

import csv
import io
import re

from estner_ops.text.decode import decode
from estner_ops.text.transcript import Transcript

_DELIMITERS = ";\t,|"
_QUOTED = re.compile(r'"(?:[^"]|"")*+"')


def delimiter(head: bytes, hinted: bool) -> str | None:
    """What separates the cells, None if this does not look like a table. `hinted`: somebody called it one."""
    text = head.decode("latin-1").replace("\x00", "").replace("\xef\xbb\xbf", "")
    lines = [line for line in _QUOTED.sub('""', text).splitlines() if line.strip()][:50]
    if len(head) >= 4096 and len(lines) > 1:
        lines.pop()  # cut in the middle
    if not lines:
        return None
    for mark in _DELIMITERS:
        counts = [line.count(mark) for line in lines]
        usual = max(set(counts), key=counts.count)
        regular = counts.count(usual) / len(counts)
        if hinted and usual and regular > 0.5:
            return mark
        # Nobody called it a table: prose has commas, so only rows of many equal columns convince.
        if usual >= (4 if mark == "," else 2) and len(lines) >= 3 and regular > 0.9:
            return mark
    return max(_DELIMITERS, key=text.count) if hinted and any(mark in text for mark in _DELIMITERS) else None


def read(body: bytes, declared: str, out: Transcript) -> None:
    text, out.encoding = decode(body[: 4 * out.limit], declared)
    mark = delimiter(body[:16384], hinted=True) or ","
    if out.encoding.startswith("utf-16"):
        mark = delimiter(text[:16384].encode("utf-8", "replace"), hinted=True) or ","
    csv.field_size_limit(len(text) + 1)
    rows = csv.reader(io.StringIO(text.replace("\x00", ""), newline=""), delimiter=mark)
    try:
        for row in rows:
            out.cells(row)
    except csv.Error as error:
        out.remark = f"broken after line {rows.line_num}: {error}"
