"""Excel workbooks: xlsx, xlsm, xlsb and legacy xls. Each sheet's name and each cell is a line.

Readers: calamine (python-calamine); openpyxl, slower but more tolerant, where calamine fails or would have to lay out
more cells than fit into memory: calamine keeps a sheet as a full rectangle, whatever is in it.
"""

import io
import re
from datetime import date, datetime, time, timedelta
from typing import Any

from estner_ops.text.containers import open_zip, read_part, title
from estner_ops.text.transcript import Full, Transcript, Unreadable

MAX_CELLS = 10_000_000  # of the rectangle that calamine lays out
_MAX_WALKED = 3_000_000  # cells that openpyxl walks over, empty ones too: about two seconds
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_CELL = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3})(\d{1,7})"')


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    if not body.startswith(b"PK"):
        _with_calamine(body, out)
        return
    with open_zip(body) as archive:
        out.title = title(archive, "docProps/core.xml")
        binary = "xl/workbook.bin" in archive.namelist()
        cells = 0
        for name in archive.namelist():
            if name.startswith("xl/") and name.endswith((".xml", ".bin")):
                # Read here once, because calamine would believe a part that unpacks to more than the directory says.
                part = read_part(archive, name) or b""
                cells = max(cells, _rectangle(part) if _SHEET.fullmatch(name) else 0)
    if cells > MAX_CELLS:
        _with_openpyxl(body, out, f"a sheet spans {cells} cells")
        return
    try:
        _with_calamine(body, out)
    except Unreadable as refusal:
        if binary or refusal.outcome != "broken-document":
            raise
        _with_openpyxl(body, out, refusal.detail)


def _rectangle(sheet: bytes) -> int:
    """How many cells the smallest rectangle around a sheet's cells has, by their references."""
    top, bottom, left, right = 1 << 21, 0, 1 << 15, 0
    columns: dict[bytes, int] = {}
    for letters, digits in _CELL.findall(sheet):
        column = columns.get(letters)
        if column is None:
            column = columns[letters] = _column(letters)
        row = int(digits)
        top, bottom, left, right = min(top, row), max(bottom, row), min(left, column), max(right, column)
    return max(bottom - top + 1, 0) * max(right - left + 1, 0)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _with_calamine(body: bytes, out: Transcript) -> None:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(body))
        for name in workbook.sheet_names:
            rows = workbook.get_sheet_by_name(name).to_python()
            if rows:
                out.line(name)
            for row in rows:
                out.cells(map(show, row))
    except PasswordError as error:
        raise Unreadable("encrypted", "the workbook opens only with a password") from error
    except (CalamineError, ValueError, OSError, EOFError) as error:
        raise Unreadable("broken-document", f"calamine: {error}") from error


def _with_openpyxl(body: bytes, out: Transcript, why: str) -> None:
    from openpyxl import load_workbook

    walked = 0
    try:
        workbook = load_workbook(io.BytesIO(body), read_only=True, data_only=True)
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()
            out.line(sheet.title)
            for row in sheet.iter_rows(values_only=True):
                walked += len(row) + 1
                if walked > _MAX_WALKED:
                    raise Unreadable("text-limit", why)
                out.cells(map(show, row))
    except (Full, Unreadable, MemoryError):
        raise
    except Exception as error:  # openpyxl raises whatever its XML leads it to
        raise Unreadable("broken-document", f"{why}; openpyxl: {error!r}") from error


def show(value: Any) -> str:
    """A cell as a reader sees it, but for number formats: 12.0 is 12, a day has no midnight."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value)
    if isinstance(value, float):
        return f"{value:.15g}"  # what Excel computes with: 0.30000000000000004 is 0.3
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date | time | timedelta):
        return str(value)
    return str(value)
