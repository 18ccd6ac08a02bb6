"""Every format gives exactly the words that were written into it."""

import json

import pytest

from estner_ops.settings import Settings
from estner_ops.text import extract
from tests.estner_ops.text import documents
from tests.estner_ops.text.documents import LINES, PARAGRAPHS, ROWS

SHEET = ("Leht", *(cell for row in ROWS for cell in row))
XML = "<koosolek>{}{}</koosolek>".format(
    "".join(f"<p>{one}</p>" for one in PARAGRAPHS),
    "".join("<rida>" + "".join(f"<lahter>{one}</lahter>" for one in row) + "</rida>" for row in ROWS),
)
CASES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "text/html": (documents.html().encode(), ("Koosolek", *LINES)),
    "application/xhtml+xml": (f'<?xml version="1.0"?>{documents.html()}'.encode(), ("Koosolek", *LINES)),
    "text/plain": ("\n\n".join(LINES).encode(), LINES),
    "application/xml": (XML.encode(), LINES),
    "application/json": (json.dumps({"lõigud": PARAGRAPHS, "rows": ROWS}).encode(), ("lõigud", *LINES)),
    "text/csv": ("\n".join(";".join(row) for row in ROWS).encode(), SHEET[1:]),
    "application/pdf": (documents.pdf(), LINES),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": (documents.xlsx(), SHEET),
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": (documents.xlsb(), SHEET),
    "application/vnd.ms-excel": (documents.xls(), SHEET),
    "application/vnd.oasis.opendocument.spreadsheet": (documents.ods(), SHEET),
    "application/vnd.oasis.opendocument.text": (documents.odt(), LINES),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": (documents.docx(), LINES),
    "application/msword": (documents.doc(), LINES),
    "application/rtf": (documents.rtf(), LINES),
}


@pytest.mark.parametrize("kind", CASES)
def test_words_are_recovered_exactly(kind: str) -> None:
    body, lines = CASES[kind]
    found = extract(body, declared="", url="http://asutus.ee/fail", settings=Settings())
    assert found.media_type == kind
    assert found.outcome is None, found.detail
    assert found.text == "\n\n".join(lines)
    assert found.language == "et"
    assert found.detail == ""


@pytest.mark.parametrize("kind", ["text/html", "application/pdf", "application/rtf",
                                  "application/vnd.oasis.opendocument.text",
                                  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                                  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"])
def test_the_title_is_found(kind: str) -> None:
    assert extract(CASES[kind][0], declared="", url="", settings=Settings()).title == "Koosolek"


@pytest.mark.parametrize("kind", CASES)
def test_half_a_document_is_text_or_a_named_outcome(kind: str) -> None:
    body, lines = CASES[kind]
    ending = {"application/vnd.ms-excel": "xls", "application/msword": "doc"}.get(kind, "")
    found = extract(body[: len(body) // 2], declared=kind, url=f"http://asutus.ee/fail.{ending}", settings=Settings())
    assert found.outcome in (None, "broken-document", "no-text")
    assert set(found.text.split()) <= set(" ".join(lines).split()) | {found.text.split()[-1] if found.text else ""}
