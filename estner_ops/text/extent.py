"""How many cells the rectangle around a sheet's cells has, by their references alone.

calamine lays out the whole rectangle: two cells in far corners would take all memory there is, and Rust aborts then.
"""

import re
import struct
from collections.abc import Iterator
from operator import itemgetter

from estner_ops.text.transcript import Unreadable

_XLSX_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]*)(\d+)["']""")  # of a cell, or of a row: without letters
_XLSX_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_XLSX_PREFIXED = re.compile(rb":c[\s/>]")
# A cell that is not written as Excel writes one within so many columns and rows, and how many cells these have.
_XLSX_OTHERS = ((re.compile(rb'<c(?! r="[A-Z]{1,2}\d{1,4}")[\s/>]'), 702 * 9_999),
                (re.compile(rb'<c(?! r="[A-Z]\d{1,5}")[\s/>]'), 26 * 99_999))
_MOST_COLUMNS = 1 << 14
# [MS-XLS] 2.3: records of cells begin with a row and a column; one kind of them ends with the last of many columns.
_XLS_MANY = 0x00BD
_XLS_CELLS = frozenset((0x0006, _XLS_MANY, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E))
_XLS_BOUND_SHEET, _XLS_STRINGS, _XLS_DIMENSIONS, _XLS_END = 0x0085, 0x00FC, 0x0200, 0x000A
_XLS_CORNERS = {10: "<HHHH", 14: "<IIHH"}  # by the length of the record: of Excel 95 and of later ones
_MOST_STRINGS = 4_000_000  # for each of which calamine takes more than a hundred bytes
_MOST_WALKED = 1 << 26  # bytes: some seconds
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
    if not _XLSX_CELL.search(sheet):
        return 0
    if not _XLSX_PREFIXED.search(sheet):
        for others, most in _XLSX_OTHERS:
            if not others.search(sheet):
                return most
    references = _XLSX_REFERENCE.findall(sheet)
    rows = [int(digits[:10]) for digits in set(map(itemgetter(1), references))]
    columns = [_column(letters) for letters in set(map(itemgetter(0), references)) if letters]
    # Cells without a reference stand one after the other, in the worst case all in one row.
    nameless = len(_XLSX_CELL.findall(sheet)) - sum(map(bool, map(itemgetter(0), references)))
    if nameless > 0:
        rows.append(1)
        columns += (1, min(nameless, _MOST_COLUMNS))
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) if rows and columns else 0


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


def xls_cells(book: bytes) -> int:
    """Of all sheets of a legacy workbook's stream together, with what they only claim: calamine makes room for that."""
    total = walked = 0
    for place in _sheets(book):
        cells, end = _xls_sheet(book, place)
        total, walked = total + cells, walked + end - place
        if walked > 2 * len(book) + _MOST_WALKED:
            raise Unreadable("text-limit", "many sheets of the workbook lie in the same place")
    return total


def _sheets(book: bytes) -> list[int]:
    """Where the sheets begin, by the records in front of them."""
    places = []
    for kind, place, length in _records(book, 0):
        if kind == _XLS_BOUND_SHEET and length >= 4:
            places.append(int.from_bytes(book[place : place + 4], "little"))
        elif kind == _XLS_STRINGS and length >= 8:
            (count,) = struct.unpack_from("<I", book, place + 4)
            if count > (len(book) - place) // 3:  # a string takes three bytes at least
                raise Unreadable("broken-document", f"the workbook claims to have {count} strings")
            if count > _MOST_STRINGS:
                raise Unreadable("text-limit", f"the workbook has {count} strings")
    return places


def _xls_sheet(book: bytes, start: int) -> tuple[int, int]:
    """The cells of a sheet and where its last record is."""
    rectangle, claimed, place = _Rectangle(), 0, start
    pair, last = struct.Struct("<HH").unpack_from, struct.Struct("<H").unpack_from
    for kind, place, length in _records(book, start):
        if kind in _XLS_CELLS and length >= 4:
            rectangle.add(*pair(book, place))
            if kind == _XLS_MANY:
                rectangle.add(rectangle.top, *last(book, place + length - 2))
        elif kind == _XLS_DIMENSIONS and length in _XLS_CORNERS:
            top, bottom, left, right = struct.unpack_from(_XLS_CORNERS[length], book, place)
            if bottom and right:
                # Corners in the wrong order make calamine count below zero, which is a great number there.
                claimed = max(claimed, (bottom - top) % (1 << 32) * ((right - left) % (1 << 32)))
    return max(rectangle.cells(), claimed), place


def _records(book: bytes, place: int) -> Iterator[tuple[int, int, int]]:
    """Kind, place and length of the records up to the end of their part; the last one is whole."""
    header, end = struct.Struct("<HH").unpack_from, len(book) - 4
    while place <= end:
        kind, length = header(book, place)
        place += 4
        if kind == _XLS_END or place + length > len(book):
            break
        yield kind, place, length
        place += length
