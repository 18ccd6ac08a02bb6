"""Rich text (RTF). Reader: striprtf, which leaves out notes, headers, text boxes and comments: it gets them last."""

import re
from collections.abc import Callable

from estner_ops.text.transcript import Transcript

_PICTURE = re.compile(
    r"\{\\\*?\\?(?:pict|objdata|themedata|colorschememapping|datastore)\b[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}"
)
_HEAD = 1_000_000  # characters in which the title stands
_TITLE = re.compile(r"\{\\title ((?:[^{}\\]|\\.)*+)\}", re.DOTALL)
_ASIDE = re.compile(r"\{(?:\\\*)?\\(?:footnote|header[lrf]?|footer[lrf]?|shptxt|annotation)(?![a-z])")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_CODEPAGE = re.compile(r"\\ansicpg(\d+)")


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    from striprtf.striprtf import rtf_to_text

    plain: Callable[..., str] = rtf_to_text  # striprtf has no annotations
    source = _PICTURE.sub("", body.decode("latin-1"))
    codepage = _CODEPAGE.search(source)
    out.encoding = f"windows-{codepage.group(1)}" if codepage else "windows-1252"
    title = _TITLE.search(source, 0, _HEAD)
    if title:
        page = codepage.group() if codepage else ""
        out.title = plain(f"{{\\rtf1\\ansi{page} {title.group(1)}}}", errors="replace")
    if _ASIDE.search(source):
        source = _with_asides(source)
    for paragraph in plain(source, errors="replace").split("\n"):
        out.columns(paragraph.replace("|", "\t") if paragraph.count("|") else paragraph)


def _with_asides(source: str) -> str:
    """The source with the groups that striprtf leaves out repeated as paragraphs, at the end of the document."""
    asides: list[str] = []
    starts: list[int] = []  # of the open groups
    inside: int | None = None  # the start of the open aside
    end = len(source)
    for brace in _BRACE.finditer(source):
        if brace.group() == "{":
            starts.append(brace.start())
            if inside is None and _ASIDE.match(source, brace.start()):
                inside = brace.start()
        elif brace.group() == "}" and starts:
            start = starts.pop()
            if start == inside:
                asides.append("{\\par " + _ASIDE.sub("", source[start : brace.end()], count=1))
                inside = None
            if not starts:
                end = brace.start()
                break
    return "".join((source[:end], *dict.fromkeys(asides), source[end:]))  # left pages have the header of right ones
