"""Excel files, new and legacy, without the time stamps their writers would put in."""

import io
import re
import zipfile
from datetime import datetime

import openpyxl
import xlwt

from demo.markup import Page

_WRITTEN = datetime(2026, 3, 2, 8, 0, 0)  # noqa: DTZ001  Excel and ZIP know no time zones


def xlsx(page: Page) -> bytes:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "Andmed"
    for row in page.rows:
        sheet.append([_cell(cell) for cell in row])
    about = workbook.create_sheet("Selgitus")
    about.append([page.title])
    workbook.properties.title = page.title
    workbook.properties.creator = "demo"
    workbook.properties.created = _WRITTEN
    file = io.BytesIO()
    workbook.save(file)
    return _without_time(file.getvalue())


def _without_time(data: bytes) -> bytes:
    """The same workbook with a fixed time on its members and in its properties, where openpyxl put the time of day."""
    file = io.BytesIO()
    modified = f"{_WRITTEN.isoformat()}Z".encode()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + modified, content)
            member = zipfile.ZipInfo(name, _WRITTEN.timetuple()[:6])
            member.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(member, content)
    return file.getvalue()


def xls(page: Page) -> bytes:
    workbook = xlwt.Workbook(encoding="utf-8")
    sheet = workbook.add_sheet("Andmed")
    for number, row in enumerate(page.rows):
        for column, cell in enumerate(row):
            sheet.write(number, column, _cell(cell))
    workbook.add_sheet("Selgitus").write(0, 0, page.title)
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def _cell(cell: str) -> str | int:
    return int(cell) if cell.isdecimal() else cell
