"""Word documents (docx, docm): paragraphs, table cells, text boxes, notes, headers and comments.

Reader: zipfile and lxml (flow.py).
"""

import re

from estner_ops.text.containers import open_zip, read_part, title
from estner_ops.text.flow import Vocabulary, read_flow
from estner_ops.text.transcript import Transcript, Unreadable

_WORD = Vocabulary(
    paragraphs=frozenset(("p",)),
    skipped=frozenset(("Fallback", "del", "moveFrom")),  # Fallback repeats a text box; the others are not in print
    signs={"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""},
    text=frozenset(("t",)),
)
_PARTS = re.compile(r"word/(?:header\d*|document\d*|footer\d*|footnotes|endnotes|comments)\.xml")
_MAIN = re.compile(r"word/document\d*\.xml")


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    with open_zip(body) as archive:
        out.title = title(archive, "docProps/core.xml")
        parts = sorted((name for name in archive.namelist() if _PARTS.fullmatch(name)),
                       key=lambda name: (not _MAIN.fullmatch(name), name))
        if not parts:
            raise Unreadable("broken-document", "there is no word/document.xml in it")
        for name in parts:
            out.remark = read_flow(read_part(archive, name) or b"", _WORD, out.columns, out.cells) or out.remark
