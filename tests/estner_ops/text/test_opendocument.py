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


def test_a_password_is_needed() -> None:
    body = documents.archive({"content.xml": b"\x01\x02", "META-INF/manifest.xml":
                              "<manifest:manifest><manifest:encryption-data/></manifest:manifest>"})
    with pytest.raises(Unreadable, match="encrypted"):
        lines(body)


def test_nothing_inside() -> None:
    with pytest.raises(Unreadable, match="broken-document"):
        lines(documents.archive({"meta.xml": "<x/>"}))
