"""PDF: the text layer, by PDFium, or by pdfminer where PDFium finds nothing."""

import io

import pytest

from estner_ops.text import pdf
from estner_ops.text.transcript import Full, Transcript, Unreadable
from tests.estner_ops.text import documents, hostile


def transcript(body: bytes, limit: int = 1_000_000) -> Transcript:
    out = Transcript(limit)
    pdf.read(body, "application/pdf", out)
    return out


def refusal(body: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        transcript(body)
    return caught.value.outcome


def test_every_page_is_read() -> None:
    out = transcript(documents.pdf(("Lehekülg Jõgeval",), (), pages=7))
    assert out.text() == "\n\n".join(["Lehekülg Jõgeval"] * 7)
    assert out.title == "Koosolek"


def test_wrapped_lines_are_one_paragraph_and_cut_words_whole() -> None:
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data)
    for place, line in enumerate(("Eile kohtusid Tallinnas kõik need, kes tahtsid näha, kuidas Toomas Hendrik",
                                  "Ilves ja teised arutasid Põltsamaa lossi saatust ning mõisa ümbruse kõrgharidus-",
                                  "asutuste tulevikku, Põhja-Eesti ja Lõuna-Eesti vahelist teed ja muud.", "Tallinn",
                                  "Tartu")):
        canvas.drawString(40, 800 - 14 * place, line)
    canvas.save()
    assert transcript(data.getvalue()).text().split("\n\n") == [
        "Eile kohtusid Tallinnas kõik need, kes tahtsid näha, kuidas Toomas Hendrik\nIlves ja teised arutasid "
        "Põltsamaa lossi saatust ning mõisa ümbruse kõrgharidusasutuste tulevikku, Põhja-Eesti ja Lõuna-Eesti vahelist "
        "teed ja muud.",
        "Tallinn", "Tartu"]


def drawn(*pieces: tuple[int, int, str], spacing: float = 0) -> bytes:
    """A page with words at places of their own; `spacing` widens its spaces as justification does."""
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data)
    for left, bottom, text in pieces:
        line = canvas.beginText(left, bottom)
        line.setWordSpace(spacing)
        line.textOut(text)
        canvas.drawText(line)
    canvas.save()
    return data.getvalue()


def test_columns_of_a_table_do_not_become_one_name() -> None:
    body = drawn((40, 800, "Jaan Tamm"), (130, 800, "Mari Kask"), (250, 800, "Tallinna Linnavalitsus"),
                 (40, 780, "Nimi"), (250, 780, "Koht"))
    assert transcript(body).text().split("\n\n") == [
        "Jaan Tamm", "Mari Kask", "Tallinna Linnavalitsus", "Nimi", "Koht"]


def test_a_justified_line_is_no_table() -> None:
    line = "Eile sõitis Toomas Hendrik Ilves Jõgevale"
    assert transcript(drawn((40, 800, line), spacing=30)).text() == line


def test_many_wide_gaps_on_one_line_are_measured_once() -> None:
    words = [(40 + 100 * place, 800, "Jaan Tamm") for place in range(4000)]
    out = transcript(drawn(*words))
    assert set(out.text().split()) == {"Jaan", "Tamm"}


def test_what_was_filled_into_a_form_is_read() -> None:
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data)
    canvas.drawString(40, 800, "Nimi:")
    canvas.acroForm.textfield(name="nimi", value="Toomas Tamm", x=40, y=700, width=200, height=20)
    canvas.save()
    assert transcript(data.getvalue()).text().split("\n\n") == ["Nimi:", "Toomas Tamm"]


def test_a_scan_has_no_text() -> None:
    with pytest.raises(Unreadable, match="no-text: 3 pages without a text layer"):
        transcript(documents.scan())


def test_a_password_is_needed() -> None:
    assert refusal(documents.pdf(password="salasona")) == "encrypted"


def test_rubbish_is_broken() -> None:
    assert refusal(b"%PDF-1.4\nnothing at all") == "broken-document"


def test_a_file_that_lost_its_end_is_read() -> None:
    body = documents.pdf()
    assert "Toomas Hendrik Ilves" in transcript(body[: body.rindex(b"startxref")]).text()


def test_a_page_tree_that_loops_ends() -> None:
    assert refusal(hostile.page_loop()) in ("no-text", "broken-document")


def test_the_tolerant_reader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = transcript(documents.pdf()).text()
    monkeypatch.setattr(pdf, "_with_pdfium", lambda body, out: (None, "refused"))
    assert transcript(documents.pdf()).text() == expected


def test_reading_ends_at_the_limit() -> None:
    out = Transcript(500)
    with pytest.raises(Full):
        pdf.read(documents.pdf(pages=50), "", out)
    assert 250 < len(out.text()) <= 500
