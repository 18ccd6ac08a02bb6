"""OpenDocument texts and spreadsheets: the text that is shown, headers and footers last, a repeated cell once.

Reader: zipfile and lxml (flow.py). Calamine would lay out every repetition, and files repeat cells by the million.
"""

import re
from contextlib import suppress

from estner_ops.text.containers import open_zip, read_part, title
from estner_ops.text.flow import Vocabulary, read_flow
from estner_ops.text.transcript import Transcript, Unreadable

_DC = "{http://purl.org/dc/elements/1.1/}"  # who wrote a comment, and when
_ODF = Vocabulary(
    paragraphs=frozenset(("p", "h")),
    skipped=frozenset(("tracked-changes", "note-citation", "sequence-decls", "creator-initials", "sender-initials",
                       _DC + "creator", _DC + "date")),
    signs={"tab": "\t", "s": " ", "line-break": "\n"},
    rows=frozenset(("table-row",)),
    named=frozenset(("table",)),
)
_TEXT = re.compile(rb"<office:text\b")
_ENCRYPTED = re.compile(rb"<manifest:encryption-data")


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    with open_zip(body) as archive:
        manifest = read_part(archive, "META-INF/manifest.xml")
        if manifest and _ENCRYPTED.search(manifest):
            raise Unreadable("encrypted", "the OpenDocument file opens only with a password")
        out.title = title(archive, "meta.xml")
        content = read_part(archive, "content.xml")
        styles = None
        with suppress(Unreadable):  # a broken part that only holds headers and footers
            styles = read_part(archive, "styles.xml")
    if content is None:
        raise Unreadable("broken-document", "there is no content.xml in it")
    out.remark = read_flow(content, _ODF, out.columns, out.cells)
    if styles and _TEXT.search(content):  # a spreadsheet's are page numbers and question marks that nobody asked for
        read_flow(styles, _ODF, out.columns, out.cells)
