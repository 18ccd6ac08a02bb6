"""Excel workbooks: each cell a line, by calamine, or by openpyxl where calamine fails."""

import io
import struct
import zipfile
from datetime import date, datetime

import pytest

from estner_ops.text import sheets
from estner_ops.text.transcript import Transcript, Unreadable
from tests.estner_ops.text import documents, hostile


def lines(body: bytes) -> list[str]:
    out = Transcript(1_000_000)
    sheets.read(body, "", out)
    return out.text().split("\n\n")


def refusal(body: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        lines(body)
    return caught.value


@pytest.mark.parametrize("make", [documents.xlsx, documents.xls])
def test_values_are_shown_as_a_reader_sees_them(make) -> None:  # type: ignore[no-untyped-def]
    rows = [["Jaan Põld", 12.0, 0.1 + 0.2, None, "Tartu"], [date(2015, 2, 24), "Mari"],
            [datetime(2015, 2, 24, 12, 30), 7]]  # noqa: DTZ001 a workbook knows no time zones
    if make is documents.xls:
        rows = rows[:1]  # xlwt writes dates as numbers unless told how to show them
    found = lines(make(rows))
    assert found[:4] == ["Leht", "Jaan Põld", "12 0.3", "Tartu"]
    assert found[4:] in ([], ["2015-02-24", "Mari", "2015-02-24 12:30:00 7"])


def test_truth_values_are_not_numbers() -> None:
    assert lines(documents.xlsx([["a", 1, True, 0], ["b", False, 1]])) == ["Leht", "a", "1", "TRUE", "0", "b", "FALSE",
                                                                          "1"]


def test_every_sheet_is_read() -> None:
    from openpyxl import Workbook

    book = Workbook()
    book["Sheet"]["B2"] = "Esimene"
    book.create_sheet("Vallad")["C3"] = "Viimane"
    book.create_sheet("Tühi")
    data = io.BytesIO()
    book.save(data)
    assert lines(data.getvalue()) == ["Sheet", "Esimene", "Vallad", "Viimane"]


def test_the_tolerant_reader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    body = documents.xlsx([["Jaan", 12.0, 0.5, "Tartu"], [None, "Mari", date(2015, 2, 24)]])
    expected = lines(body)

    def refuse(body: bytes, out: Transcript) -> None:
        raise Unreadable("broken-document", "calamine: refused")

    monkeypatch.setattr(sheets, "_with_calamine", refuse)
    assert lines(body) == expected


def test_a_nearly_empty_sheet_of_any_extent_is_read() -> None:
    assert lines(hostile.used_cells()) == ["Leht", "Jaan Põld", "Jõgeva linnavalitsus", "Õismäe"]


def test_a_sheet_of_too_many_cells_is_refused() -> None:
    refused = refusal(hostile.full_columns())
    assert (refused.outcome, refused.detail) == ("text-limit", "a sheet spans 327680000 cells")


def test_a_part_that_unpacks_to_more_than_it_says_is_refused() -> None:
    for part in ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"):
        assert refusal(hostile.lying(documents.xlsx(), part, 20_000_000, 1000)).outcome == "broken-document"


@pytest.mark.parametrize("place", [40, 44, 62, 64, 72])
def test_a_legacy_workbook_is_read_whatever_its_container_claims(place: int) -> None:
    body = bytearray(documents.xls())
    struct.pack_into("<I", body, place, 0x7FFFFFFF)  # sectors, for which calamine would make room
    assert lines(bytes(body)) == ["Leht", *(cell for row in documents.ROWS for cell in row)]


def test_truncated_and_senseless_files_are_broken() -> None:
    for body in (documents.xlsx()[:-40], documents.xls()[:1500], documents.archive({"xl/workbook.xml": "<x/>"})):
        assert refusal(body).outcome == "broken-document"


def test_malformed_xml_in_one_sheet_is_broken_not_a_crash() -> None:
    with zipfile.ZipFile(io.BytesIO(documents.xlsx())) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    parts["xl/worksheets/sheet1.xml"] = b"<worksheet><sheetData><row r='x'><c r='?'></row>"
    assert refusal(documents.archive(dict(parts))).outcome == "broken-document"
