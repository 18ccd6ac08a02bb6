"""PDF: the text layer, page by page.

Readers: PDFium (pypdfium2); pdfminer.six, slower by far but more tolerant, where PDFium fails or finds nothing.
"""

import io
import re

from estner_ops.text.reflow import paragraphs
from estner_ops.text.transcript import Full, Transcript, Unreadable

_HYPHEN = re.compile("[\x02\ufffe]")  # PDFium's sign for a hyphen at the end of a line, in place of both
_TRIAL_PAGES = 5  # a scan has no text for pdfminer either: it need not walk through all of it to say so


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    pages, problem = _with_pdfium(body, out)
    if not out.text():
        try:
            _with_pdfminer(body, out)
        except (Full, MemoryError, RecursionError):
            raise
        except Exception as error:  # noqa: BLE001 pdfminer raises whatever the objects of a broken file lead it to
            problem = f"{problem or f'{pages} pages without a text layer'}; pdfminer: {error!r}"
    if not out.text():
        if problem and not pages:
            raise Unreadable("broken-document", problem)
        raise Unreadable("no-text", f"{pages} pages without a text layer")


def _with_pdfium(body: bytes, out: Transcript) -> tuple[int | None, str]:
    """The number of pages, None if PDFium cannot open it, and what was wrong."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise Unreadable("encrypted", "the PDF opens only with a password") from error
        return None, str(error)
    problem = ""
    try:
        out.title = (document.get_metadata_value("Title") or "").strip()
        count = len(document)
        for number in range(count):
            try:
                page = document[number]
                for paragraph in paragraphs(_HYPHEN.sub("-\n", page.get_textpage().get_text_bounded())):
                    out.line(paragraph)
                page.close()
            except pypdfium2.PdfiumError as error:
                problem = f"page {number + 1}: {error}"
        out.remark = problem
        return count, problem
    finally:
        document.close()


def _with_pdfminer(body: bytes, out: Transcript) -> None:
    from pdfminer.high_level import extract_text

    trial = extract_text(io.BytesIO(body), maxpages=_TRIAL_PAGES)
    if not trial.strip():
        return
    for page in extract_text(io.BytesIO(body)).split("\f"):
        for paragraph in paragraphs(page):
            out.line(paragraph)
