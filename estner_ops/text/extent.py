"""How many cells the rectangle around a sheet's cells has, by their references alone.

calamine lays out the whole rectangle: two cells in far corners would take all memory there is, and Rust aborts then.
"""

import re
import struct

from estner_ops.text.ole import CompoundFile
from estner_ops.text.transcript import Unreadable

_XLSX_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]*)(\d+)["']""")  # of a cell, or of a row: without letters
_XLSX_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_XLSX_FAR = re.compile(rb"""r\s*=\s*["'](?:[A-Za-z]{3,}+\d|[A-Za-z]{0,2}\d{5})""")
_NEAR = 9_999 * 702  # what four digits and two letters can reach: not worth counting
_MOST_COLUMNS = 1 << 14
# [MS-XLS] 2.3: records of one cell begin with its row and column.
_XLS_CELLS = frozenset((0x0006, 0x00BD, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x0207, 0x027E))
_XLS_SHEET = 0x0809
_XLS_DIMENSIONS = 0x0200
_XLSB_CELLS = range(1, 12)  # [MS-XLSB] 2.3.1: BrtCellBlank to BrtFmlaError, and BrtCellSt among them


class _Rectangle:
    """Grows around the cells it is shown."""

    def __init__(self) -> None:
        self.top = self.left = 1 << 32
        self.bottom = self.right = -1

    def cells(self) -> int:
        return max(self.bottom - self.top + 1, 0) * max(self.right - self.left + 1, 0)

    def add(self, row: int, column: int) -> None:
        if row < self.top:
            self.top = row
        if row > self.bottom:
            self.bottom = row
        if column < self.left:
            self.left = column
        if column > self.right:
            self.right = column


def xlsx_cells(sheet: bytes) -> int:
    """Of the XML of one sheet; no more than some millions if they are not counted exactly."""
    if not _XLSX_FAR.search(sheet):
        return _NEAR if _XLSX_CELL.search(sheet) else 0
    rectangle = _Rectangle()
    columns: dict[bytes, int] = {}
    named = 0
    for letters, digits in _XLSX_REFERENCE.findall(sheet):
        column = columns.get(letters)
        if column is None:
            column = columns[letters] = _column(letters)
        named += column > 0
        rectangle.add(int(digits[:10]), column or 1)
    # Cells without a reference stand one after the other, in the worst case all in one row.
    nameless = len(_XLSX_CELL.findall(sheet)) - named
    if nameless > 0:
        rectangle.add(1, 1)
        rectangle.right = max(rectangle.right, min(nameless, _MOST_COLUMNS))
    return rectangle.cells()


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters[:8].upper():
        number = number * 26 + letter - 64
    return number


def xlsb_cells(sheet: bytes) -> int:
    """Of the records of one sheet: a kind and a length of up to two and four bytes, seven bits in each."""
    rectangle = _Rectangle()
    place, end, row = 0, len(sheet) - 3, 0
    while place < end:
        kind = sheet[place]
        place += 1
        if kind & 0x80:
            kind = kind & 0x7F | (sheet[place] & 0x7F) << 7
            place += 1
        length = shift = 0
        while place < len(sheet) and shift < 28:
            part = sheet[place]
            place += 1
            length |= (part & 0x7F) << shift
            shift += 7
            if not part & 0x80:
                break
        if place + length > len(sheet):
            raise Unreadable("broken-document", "a record reaches over the end of its sheet")
        if kind == 0 or kind in _XLSB_CELLS:
            if length < 8:  # calamine would take the rest from the record before
                raise Unreadable("broken-document", "a record of a row or a cell is too short")
            number = int.from_bytes(sheet[place : place + 4], "little")
            if kind:
                rectangle.add(row, number)
            else:
                row = number
        place += length
    return rectangle.cells()


def xls_cells(body: bytes) -> int:
    """The most of any sheet of a whole legacy file, or what one claims if that is more: calamine believes it."""
    file = CompoundFile(body)
    data = file.stream("Workbook") or file.stream("Book")
    if data is None:
        raise Unreadable("broken-document", "there is no Workbook stream in it")
    rectangle, most, place, end = _Rectangle(), 0, 0, len(data) - 8
    header, pair = struct.Struct("<HH").unpack_from, struct.Struct("<4xHH").unpack_from
    while place <= end:
        kind, length = header(data, place)
        if kind in _XLS_CELLS:
            rectangle.add(*pair(data, place))
        elif kind == _XLS_SHEET:
            most, rectangle = max(most, rectangle.cells()), _Rectangle()
        elif kind == _XLS_DIMENSIONS and length >= 12 and place + 16 <= len(data):
            top, bottom, left, right = struct.unpack_from("<IIHH", data, place + 4)
            most = max(most, max(bottom - top, 0) * max(right - left, 0))
        place += 4 + length
    return max(most, rectangle.cells())
