"""Every format read back by a reader that has nothing to do with its writer."""

import csv
import io
import json
from xml.etree import ElementTree

import pypdfium2
import pytest
import python_calamine

from demo.documents import CLEAN_TEXTS
from demo.formats import body, content_type
from demo.formats.pdf import scan
from demo.markup import Page, pages

PAGES = [page for text in CLEAN_TEXTS for page in pages(text)]


def of(*formats: str) -> list[Page]:
    return [page for page in PAGES if page.format in formats]


@pytest.mark.parametrize("page", of("xlsx", "xls"), ids=lambda page: page.url)
def test_sheets(page: Page) -> None:
    workbook = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(body(page)))
    rows = workbook.get_sheet_by_name("Andmed").to_python()
    assert [[_shown(cell) for cell in row] for row in rows] == [list(row) for row in page.rows]
    assert workbook.get_sheet_by_name("Selgitus").to_python() == [[page.title]]


def _shown(cell: object) -> str:
    return f"{cell:.0f}" if isinstance(cell, float) else str(cell)


@pytest.mark.parametrize("page", of("pdf"), ids=lambda page: page.url)
def test_pdf_has_two_pages_and_no_line_ends_inside_a_name(page: Page) -> None:
    document = pypdfium2.PdfDocument(body(page))
    sheets = [document[number].get_textpage().get_text_range() for number in range(len(document))]
    assert len(sheets) == 2
    assert all(form in "".join(sheets) for form in page.spans)
    assert " ".join(sheets[1].split()) == page.paragraphs[-1]


def test_a_scan_has_a_page_without_text() -> None:
    document = pypdfium2.PdfDocument(scan())
    assert len(document) == 1
    assert document[0].get_textpage().get_text_range() == ""


@pytest.mark.parametrize("page", of("xml", "rss", "xhtml"), ids=lambda page: page.url)
def test_xml_is_well_formed(page: Page) -> None:
    words = " ".join(ElementTree.fromstring(body(page)).itertext())
    assert page.title in words
    assert all(form in words for form in page.spans)


@pytest.mark.parametrize("page", of("json", "json-array"), ids=lambda page: page.url)
def test_json(page: Page) -> None:
    value = json.loads(body(page))
    entries = value["kirjed"] if page.format == "json" else [entry["kirjeldus"] for entry in value[1:]]
    assert entries == list(page.paragraphs)


@pytest.mark.parametrize("page", of("csv"), ids=lambda page: page.url)
def test_csv(page: Page) -> None:
    text = body(page).decode(page.encoding)
    delimiter = "," if page.encoding.startswith("utf") else ";"
    assert list(csv.reader(io.StringIO(text), delimiter=delimiter)) == [list(row) for row in page.rows]


def test_the_charset_is_where_the_options_say() -> None:
    by_url = {page.url: page for page in PAGES}
    meta = by_url["http://www.ministeerium.demo.test/uudised/emakeelepaev.html"]
    assert content_type(meta) == "text/html"
    assert b'<meta charset="windows-1257">' in body(meta)
    header = by_url["http://www.vald.demo.test/uudised/kylad.html"]
    assert content_type(header) == "text/html; charset=windows-1257"
    assert b"charset" not in body(header)
    bom = by_url["http://www.vald.demo.test/bussiliinid.csv"]
    assert content_type(bom) == "text/csv; charset=utf-8"
    assert body(bom).startswith(b"\xef\xbb\xbf")
    undeclared = by_url["http://www.linn.demo.test/planeering.txt"]
    assert content_type(undeclared) == "text/plain"
    wrong = by_url["http://yhendused.demo.test/liikmed.html"]
    assert content_type(wrong).startswith("application/pdf")
    assert body(wrong).startswith(b"<!DOCTYPE html>")
