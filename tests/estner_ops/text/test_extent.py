"""The rectangle around a sheet's cells, in three formats."""

import io
import struct
import zipfile

import pytest

from estner_ops.text import extract, sheets
from estner_ops.text.extent import xls_cells, xlsb_cells, xlsx_cells
from estner_ops.text.ole import CompoundFile
from estner_ops.text.transcript import Unreadable
from tests.estner_ops.text import documents

ROWS = [["a", None, "b"], [None, None, None], [None, "c", None]]


def part(body: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(body)) as file:
        return file.read(name)


def book(rows: documents.Rows = documents.ROWS) -> bytes:
    stream = CompoundFile(documents.xls(rows)).stream("Workbook")
    assert stream is not None
    return stream


def test_the_rectangle_of_each_format() -> None:
    assert xlsx_cells(part(documents.xlsx(ROWS), "xl/worksheets/sheet1.xml")) < sheets.MAX_CELLS
    assert xlsx_cells(b'<c r="B10001"/><c r="D10003"/>') < sheets.MAX_CELLS
    assert xlsx_cells(b'<c r="AB10001"/><c r="AD10003"/>') == 9
    assert xls_cells(book([["a", "", "b"], ["", "", ""], ["", "c", ""]])) == 9
    assert xlsb_cells(part(documents.xlsb(), "xl/worksheets/sheet1.bin")) == 9


def test_far_corners() -> None:
    assert xlsx_cells(b'<c r="A1"/><x:c s="1" r="XFD1048576"/>') == 16384 * 1048576
    far = part(documents.xlsb(), "xl/worksheets/sheet1.bin").replace(
        struct.pack("<III", 2, 0, len("Koht")), struct.pack("<III", 0xFFFFFFFF, 0, len("Koht")))
    assert xlsb_cells(far) == 3 * (1 << 32)


@pytest.mark.parametrize(("sheet", "cells"), [
    (b"<c r='A1'/><c r='xfd1048576'/>", 16384 * 1048576),
    (b'<c r="A1"/><c\nr = "AAAAA2"/>', 2 * 475255),
    (b'<row r="1"><c r="A1"/></row><row r="1048576"><c/><c/></row>', 2 * 1048576),
    (b'<row r="1"><c/></row><row r="99999999999"><c/></row>', 2 * 9_999_999_999),
])
def test_references_that_only_a_lenient_reader_takes(sheet: bytes, cells: int) -> None:
    """calamine is one."""
    assert xlsx_cells(sheet) == cells


def test_nothing() -> None:
    assert xlsx_cells(b"") == 0
    assert xlsb_cells(b"") == 0
    assert xls_cells(b"") == 0


def test_a_damaged_record_is_seen() -> None:
    sheet = part(documents.xlsb(), "xl/worksheets/sheet1.bin")
    with pytest.raises(Unreadable, match="over the end"):
        xlsb_cells(sheet[:-20])
    header = b"\x00\x90\x00" + struct.pack("<I", 1)
    assert header in sheet
    with pytest.raises(Unreadable, match="too short"):
        xlsb_cells(sheet.replace(header, b"\x00\x06" + struct.pack("<I", 1)))


def test_a_legacy_workbook_of_too_many_cells_is_refused(settings) -> None:  # type: ignore[no-untyped-def]
    body = documents.xls([["Jaan"]])
    dimensions = struct.pack("<HHIIHH", 0x0200, 14, 0, 1, 0, 1)
    assert dimensions in body
    body = body.replace(dimensions, struct.pack("<HHIIHH", 0x0200, 14, 0, 1 << 30, 0, 255))
    found = extract(body, declared="", url="", settings=settings)
    assert (found.outcome, found.detail) == ("text-limit", f"a sheet spans {255 << 30} cells")


DIMENSIONS = struct.pack("<HHIIHH", 0x0200, 14, 0, 3, 0, 3)


@pytest.mark.parametrize("corners", [(0, 1 << 30, 0, 255), (9, 3, 0, 3), (0, 3, 9, 3)])
def test_corners_that_a_sheet_only_claims(corners: tuple[int, ...]) -> None:
    assert DIMENSIONS in book()
    assert xls_cells(book().replace(DIMENSIONS, struct.pack("<HHIIHH", 0x0200, 14, *corners))) > sheets.MAX_CELLS


def test_more_strings_than_there_can_be() -> None:
    strings = struct.pack("<II", 9, 9)
    assert book().count(strings) == 1
    with pytest.raises(Unreadable, match="claims to have 4294967295 strings"):
        xls_cells(book().replace(strings, struct.pack("<II", 9, 0xFFFFFFFF)))


def test_sheets_in_the_same_place_are_laid_out_each() -> None:
    stream = book()
    bound = stream.index(b"\x85\x00")
    (length,) = struct.unpack_from("<H", stream, bound + 2)
    one = stream[bound : bound + 4 + length]
    (place,) = struct.unpack_from("<I", one, 4)
    more = one[:4] + struct.pack("<I", place + 1000 * len(one)) + one[8:]
    assert xls_cells(stream[:bound] + more * 1001 + stream[bound + len(one):]) == 1001 * 9
