"""Word documents: what would be printed."""

import pytest

from estner_ops.text.docx import read
from estner_ops.text.transcript import Transcript, Unreadable
from tests.estner_ops.text import documents


def lines(body: bytes) -> list[str]:
    out = Transcript(100_000)
    read(body, "", out)
    return out.text().split("\n\n")


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def test_deleted_text_and_fallbacks_are_not_read() -> None:
    body = (f"<w:p>{run('Jaan')}<w:del>{run('Kustutatud')}</w:del><w:ins>{run(' Tamm')}</w:ins>"
            "<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
            f"<AlternateContent><Choice><w:p>{run('Kast')}</w:p></Choice><Fallback><w:p>{run('Kast')}</w:p></Fallback>"
            "</AlternateContent>")
    assert lines(documents.docx((), (), body=body)) == ["Jaan Tamm", "Kast"]


def test_a_text_box_inside_a_paragraph_is_a_line_of_its_own() -> None:
    body = f"<w:p>{run('Toomas ')}<box><w:p>{run('Kast')}</w:p></box>{run('Ilves')}</w:p>"
    assert lines(documents.docx((), (), body=body)) == ["Kast", "Toomas Ilves"]


def test_breaks_tabs_and_hyphens() -> None:
    body = f"<w:p>{run('Jaan')}<w:r><w:tab/></w:r>{run('Põhja')}<w:r><w:noBreakHyphen/></w:r>{run('Eesti')}</w:p>"
    assert lines(documents.docx((), (), body=body)) == ["Jaan", "Põhja-Eesti"]


def test_no_document_inside() -> None:
    with pytest.raises(Unreadable, match="broken-document"):
        lines(documents.archive({"word/styles.xml": "<x/>"}))


def test_broken_xml_gives_what_stands_before_the_break() -> None:
    broken = documents.archive({"word/document.xml": "<d xmlns:w='w'><w:p><w:t>Jaan</w:t></w:p><w:p><w:t>Ma"})
    assert lines(broken) == ["Jaan"]
