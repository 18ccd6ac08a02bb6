"""One document, from bytes to text: detection, reading, cleaning, language. Never raises for what a document holds."""

from importlib import import_module

from estner_ops.records import Extracted
from estner_ops.settings import Settings
from estner_ops.text.clean import clean
from estner_ops.text.containers import DOC, DOCX, ENCRYPTED, ODF, XLS, XLSB, XLSM, XLSX
from estner_ops.text.detect import detect
from estner_ops.text.language import languages
from estner_ops.text.transcript import Full, Transcript, Unreadable

_LONGEST_LINE = 500  # characters of a title or a reason

# Readers are imported when the first document of their kind comes: a worker starts fast and carries only what it uses.
_READERS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "plain",
    "text/csv": "csv",
    "application/json": "json",
    "application/xml": "xml",
    "application/rss+xml": "xml",
    "application/atom+xml": "xml",
    "application/rdf+xml": "xml",
    "application/pdf": "pdf",
    XLSX: "sheets",
    XLSM: "sheets",
    XLSB: "sheets",
    XLS: "sheets",
    DOCX: "docx",
    DOC: "doc",
    ODF + "text": "opendocument",
    ODF + "spreadsheet": "opendocument",
    "application/rtf": "rtf",
}


def extract(body: bytes, *, declared: str, url: str, settings: Settings) -> Extracted:
    """What a reader would see of `body`. `declared`: the Content-Type header's whole value, "" if there was none."""
    kind = detect(body, declared, url)
    out = Transcript(settings.max_text)
    try:
        read_into(out, body, kind, declared)
        text = clean(out.text())
        if not text:
            raise Unreadable("no-text", out.remark)
        language, confidence, blocks = languages(text)
    except Unreadable as refusal:
        return Extracted(refusal.outcome, _line(refusal.detail), kind, title=_line(out.title), encoding=out.encoding)
    except (MemoryError, RecursionError) as error:
        return Extracted("text-limit", f"reading it took too much memory ({type(error).__name__})", kind)
    foreign = not any(block.language in settings.languages for block in blocks)
    return Extracted(
        "foreign-language" if foreign else None,
        f"the text is in {language}" if foreign else _line(out.remark),
        kind, "" if foreign else text, _line(out.title), out.encoding, language, confidence,
        () if foreign else blocks,
    )


def _line(text: str) -> str:
    """A title or a reason as one line: both may hold what the document wants them to."""
    return " ".join(clean(text[:_LONGEST_LINE]).split())


def read_into(out: Transcript, body: bytes, kind: str, declared: str) -> None:
    """Reads a document of a known kind. Raises Unreadable if there is nothing to read, and nothing else but limits."""
    if kind == "application/x-empty":
        raise Unreadable("no-text", "the document is empty")
    if kind == ENCRYPTED:
        raise Unreadable("encrypted", "the Office document opens only with a password")
    if kind not in _READERS:
        raise Unreadable("unsupported-type", kind)
    reader = import_module(f"estner_ops.text.{_READERS[kind]}")
    try:
        reader.read(body, declared, out)
    except Full:
        pass
    except (Unreadable, MemoryError, RecursionError):
        raise
    except Exception as error:  # whatever a library raises over one document is about that document
        if not out.text():
            raise Unreadable("broken-document", f"{type(error).__name__}: {error}") from error
        out.remark = f"broken: {type(error).__name__}: {error}"
