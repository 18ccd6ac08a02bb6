"""PDF: the text layer, page by page.

Readers: PDFium (pypdfium2); pdfminer.six, slower by far but more tolerant, where PDFium fails or finds nothing.
"""

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from estner_ops.text.reflow import paragraphs
from estner_ops.text.transcript import Full, Transcript, Unreadable

_HYPHEN = re.compile("[\x02\ufffe]")  # PDFium's sign for a hyphen at the end of a line, in place of both
# Where one name could end and another begin: a space, as which PDFium gives any gap on a line, before a capital letter.
_BETWEEN = re.compile(r" (?<=\S )(?=[^\W\d_a-zõäöüšž])")  # the space first: then only spaces are looked at
_LINE = re.compile("[^\n]+")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
# Gaps between columns, in heights of a letter: next to gaps a third as wide, and where there is no other to compare
# with. Justified lines were seen with gaps of 3.4 between all words, and with some that are twice as wide as others.
_WIDE, _VERY_WIDE = 1.0, 4.0
_TRIAL_PAGES = 5  # a scan has no text for pdfminer either: it need not walk through all of it to say so

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage


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
        forms = document.get_formtype() != pypdfium2.raw.FORMTYPE_NONE
        if forms:
            document.init_forms()  # what was filled in is drawn beside the pages, not on them
        for number in range(count):
            try:
                page = document[number]
                if forms:
                    with suppress(pypdfium2.PdfiumError):  # then the page without them
                        page.flatten()
                    page.close()
                    page = document[number]
                for paragraph in paragraphs(_HYPHEN.sub("-\n", _columns(page.get_textpage()))):
                    out.line(paragraph)
                page.close()
            except pypdfium2.PdfiumError as error:
                problem = f"page {number + 1}: {error}"
        out.remark = problem
        return count, problem
    finally:
        document.close()


def _columns(page: "PdfTextPage") -> str:
    """The page's text, with a tab where two columns of a table stand side by side."""
    text: str = page.get_text_bounded()
    if len(text) != page.count_chars():  # letters outside the page, or beyond UTF-16: places would not agree
        return text
    parts: list[str] = []
    done = 0
    for line in _LINE.finditer(text):
        for place in _between_columns(page, text, *line.span()):
            parts += (text[done:place], "\t")
            done = place + 1
    return "".join((*parts, text[done:]))


def _between_columns(page: "PdfTextPage", text: str, start: int, end: int) -> Iterator[int]:
    """Places on a line. Only gaps that could join two names are measured, and all others if one of these is wide."""
    narrowest: float | None = None
    for space in _BETWEEN.finditer(text, start, end):
        gap = _gap(page, space.start())
        if gap > _WIDE and narrowest is None:
            gaps = (_gap(page, other.start()) for other in _SPACE.finditer(text, start, end))
            narrowest = min((other for other in gaps if other > 0), default=0.0)
        if gap > _VERY_WIDE or (narrowest is not None and gap > max(_WIDE, 3 * narrowest)):
            yield space.start()


def _gap(page: "PdfTextPage", place: int) -> float:
    """How wide the space at this place is, in heights of the letter after it."""
    (_, _, end, _) = page.get_charbox(place - 1, loose=True)
    (start, bottom, _, top) = page.get_charbox(place + 1, loose=True)
    return (start - end) / (top - bottom) if top > bottom else 0.0


def _with_pdfminer(body: bytes, out: Transcript) -> None:
    from pdfminer.high_level import extract_text

    trial = extract_text(io.BytesIO(body), maxpages=_TRIAL_PAGES)
    if not trial.strip():
        return
    for page in extract_text(io.BytesIO(body)).split("\f"):
        for paragraph in paragraphs(page):
            out.line(paragraph)
