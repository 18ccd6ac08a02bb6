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
RSS = "<rss version='2.0'><channel>{}</channel></rss>".format(
    "".join(f"<item><description>&lt;p&gt;{one}&lt;/p&gt;</description></item>" for one in LINES))
ATOM = "<feed xmlns='http://www.w3.org/2005/Atom'>{}</feed>".format(
    "".join(f"<entry><summary>{one}</summary></entry>" for one in LINES))
JSON_LINES = "\n".join(json.dumps({"tekst": one}) for one in LINES)
CASES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "text/html": (documents.html().encode(), ("Koosolek", *LINES)),
    "application/xhtml+xml": (f'<?xml version="1.0"?>{documents.html()}'.encode(), ("Koosolek", *LINES)),
    "text/plain": ("\n\n".join(LINES).encode(), LINES),
    "application/xml": (XML.encode(), LINES),
    "application/rss+xml": (f'<?xml version="1.0"?>{RSS}'.encode(), LINES),
    "application/atom+xml": (f'<?xml version="1.0"?>{ATOM}'.encode(), LINES),
    "application/json": (json.dumps({"lõigud": PARAGRAPHS, "rows": ROWS}).encode(), ("lõigud", *LINES)),
    "text/csv": ("\n".join(";".join(row) for row in ROWS).encode(), SHEET[1:]),
    "application/pdf": (documents.pdf(), LINES),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": (documents.xlsx(), SHEET),
    "application/vnd.ms-excel.sheet.macroenabled.12": (documents.xlsm(), SHEET),
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


@pytest.mark.parametrize("body", [JSON_LINES, json.dumps(LINES)])
def test_lines_and_arrays_of_json(body: str) -> None:
    found = extract(body.encode(), declared="", url="", settings=Settings())
    assert (found.media_type, found.text) == ("application/json", "\n\n".join(LINES))


WIDE = ("utf-8", "utf-8-sig", "utf-16", "windows-1257", "iso-8859-13", "iso-8859-15", "iso-8859-4", "windows-1252")
MARKUP = {
    "text/html": lambda label: documents.html(head=f'<meta charset="{label}"><title>Koosolek</title>'),
    "application/xml": lambda label: f'<?xml version="1.0" encoding="{label}"?>{XML}',
}


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("kind", MARKUP)
def test_markup_in_the_encoding_that_it_declares(kind: str, encoding: str) -> None:
    label = encoding.removesuffix("-sig")
    found = extract(MARKUP[kind](label).encode(encoding), declared="", url="", settings=Settings())
    assert (found.media_type, found.text) == (kind, "\n\n".join(CASES[kind][1]))


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("kind", ["text/csv", "text/plain", "text/html", "application/json", "application/xml"])
def test_text_in_the_encoding_of_the_header_and_in_one_nobody_names(kind: str, encoding: str) -> None:
    body, lines = CASES[kind]
    if kind == "application/json":
        body = json.dumps({"lõigud": PARAGRAPHS, "rows": ROWS}, ensure_ascii=False).encode()
    for declared in (f"{kind}; charset={encoding.removesuffix('-sig')}", kind):
        found = extract(body.decode().encode(encoding), declared=declared, url="", settings=Settings())
        assert (found.media_type, found.text) == (kind, "\n\n".join(lines)), declared


def test_latin_1_has_no_caron() -> None:
    lines = ("Jõgeva vallavalitsus kutsub üles", "Põltsamaa ääres ööbib Jüri Käär")
    page = documents.html(lines, (), head='<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">')
    for declared in ("text/html", "text/html; charset=ISO-8859-1"):
        found = extract(page.encode("iso-8859-1"), declared=declared, url="", settings=Settings())
        assert (found.text, found.encoding) == ("\n\n".join(lines), "windows-1252")  # what WHATWG takes the label for


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
