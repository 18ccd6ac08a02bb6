"""Excel workbooks: xlsx, xlsm, xlsb and legacy xls. Each sheet's name and each cell is a line.

Readers: calamine (python-calamine); openpyxl, slower but more tolerant, where calamine fails or would have to lay out
more cells than fit into memory: calamine keeps a sheet as a full rectangle, whatever is in it.
"""

import io
import re
from collections.abc import Sequence
from typing import Any

from estner_ops.text.cells import show
from estner_ops.text.containers import open_zip, read_part, title
from estner_ops.text.extent import xls_cells, xlsb_cells, xlsx_cells
from estner_ops.text.ole import CompoundFile, packed
from estner_ops.text.transcript import Full, Transcript, Unreadable

MAX_CELLS = 10_000_000  # of the rectangle that calamine lays out
_MAX_WALKED = 3_000_000  # cells that openpyxl walks over, empty ones too: about two seconds
_SHEET = re.compile(r"xl/worksheets/[^/]+\.(?:xml|bin)")


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    if not body.startswith(b"PK"):
        _read_legacy(body, out)
        return
    with open_zip(body) as archive:
        out.title = title(archive, "docProps/core.xml")
        binary = "xl/workbook.bin" in archive.namelist()
        cells = 0
        for name in archive.namelist():
            if name.startswith("xl/") and name.endswith((".xml", ".bin")):
                # Read here once, because calamine would believe a part that unpacks to more than the directory says.
                part = read_part(archive, name) or b""
                if _SHEET.fullmatch(name):
                    cells = max(cells, xlsb_cells(part) if name.endswith(".bin") else xlsx_cells(part))
    if binary:
        _check(cells)
    elif cells > MAX_CELLS:
        _with_openpyxl(body, out, f"a sheet spans {cells} cells")
        return
    try:
        _with_calamine(body, out)
    except Unreadable as refusal:
        if binary or refusal.outcome != "broken-document":
            raise
        _with_openpyxl(body, out, refusal.detail)


def _read_legacy(body: bytes, out: Transcript) -> None:
    file = CompoundFile(body)
    book = file.stream("Workbook") or file.stream("Book")
    if book is None:
        raise Unreadable("broken-document", "there is no Workbook stream in it")
    _check(xls_cells(book))
    _with_calamine(packed("Workbook", book), out)


def _check(cells: int) -> None:
    """Keeps from calamine what would make it abort: a workbook of too many cells, or damaged so that it has none."""
    if not cells:
        raise Unreadable("no-text", "there is no cell in the workbook")
    if cells > MAX_CELLS:
        raise Unreadable("text-limit", f"a sheet spans {cells} cells")


def _with_calamine(body: bytes, out: Transcript) -> None:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(body))
        for name in workbook.sheet_names:
            rows = workbook.get_sheet_by_name(name).to_python()
            if rows:
                out.line(name)
            for row in rows:
                out.cells(_distinct(row))
    except PasswordError as error:
        raise Unreadable("encrypted", "the workbook opens only with a password") from error
    except (CalamineError, ValueError, OSError, EOFError) as error:
        raise Unreadable("broken-document", f"calamine: {error}") from error
    except BaseException as error:
        # A panic in Rust comes as an exception that is none: it is of this document all the same.
        if type(error).__module__ != "pyo3_runtime":
            raise
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
                out.cells(_distinct(row))
    except (Full, Unreadable, MemoryError):
        raise
    except Exception as error:  # openpyxl raises whatever its XML leads it to
        raise Unreadable("broken-document", f"{why}; openpyxl: {error!r}") from error



def _distinct(row: Sequence[Any]) -> Sequence[Any]:
    """The row with truth values as words: to Python they equal the numbers 1 and 0, which look different."""
    return [show(value) if isinstance(value, bool) else value for value in row] if bool in map(type, row) else row
