"""OpenDocument: what is shown."""

import pytest

from estner_ops.text.opendocument import read
from estner_ops.text.transcript import Transcript, Unreadable
from tests.estner_ops.text import documents, hostile


def lines(body: bytes) -> list[str]:
    out = Transcript(100_000)
    read(body, "", out)
    return out.text().split("\n\n")


def test_repeated_cells_are_read_once() -> None:
    assert lines(hostile.repeated_cells())[-2:] == ["Tallinn", "Mägi"]


def test_a_note_inside_a_paragraph_is_a_line_of_its_own() -> None:
    note = "Toomas <text:note><text:note-citation>1</text:note-citation><text:p>Märkus</text:p></text:note>Ilves"
    body = documents.odt(("XX",), ())
    assert lines(body) == ["XX"]
    parts = {"mimetype": "application/vnd.oasis.opendocument.text",
             "content.xml": f'<d xmlns:text="t"><text:p>{note}<text:s/>ja<text:tab/>Mari</text:p></d>'}
    assert lines(documents.archive(dict(parts))) == ["Märkus", "Toomas Ilves ja", "Mari"]


def test_who_wrote_a_comment_and_when_is_no_part_of_the_text() -> None:
    comment = "<o:annotation><dc:creator>Kati</dc:creator><dc:date>2015-01-01</dc:date><text:p>Märkus</text:p>"
    content = (f'<d xmlns:text="t" xmlns:o="o" xmlns:dc="http://purl.org/dc/elements/1.1/"><text:p>Jaan {comment}'
               "</o:annotation>Tamm, <text:date>1.1.2015</text:date></text:p></d>")
    assert lines(documents.archive({"content.xml": content})) == ["Märkus", "Jaan Tamm, 1.1.2015"]


def test_headers_of_a_text_are_read_and_those_of_a_table_are_not() -> None:
    styles = '<d xmlns:style="s" xmlns:text="t"><style:header><text:p>Päis: Mari Kask</text:p></style:header></d>'

    def content(kind: str) -> str:
        return f'<d xmlns:office="o" xmlns:text="t"><office:{kind}><text:p>Jaan</text:p></office:{kind}></d>'

    assert lines(documents.archive({"content.xml": content("text"), "styles.xml": styles})) == [
        "Jaan", "Päis: Mari Kask"]
    assert lines(documents.archive({"content.xml": content("spreadsheet"), "styles.xml": styles})) == ["Jaan"]


def test_a_password_is_needed() -> None:
    body = documents.archive({"content.xml": b"\x01\x02", "META-INF/manifest.xml":
                              "<manifest:manifest><manifest:encryption-data/></manifest:manifest>"})
    with pytest.raises(Unreadable, match="encrypted"):
        lines(body)


def test_nothing_inside() -> None:
    with pytest.raises(Unreadable, match="broken-document"):
        lines(documents.archive({"meta.xml": "<x/>"}))
