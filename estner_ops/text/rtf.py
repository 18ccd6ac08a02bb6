"""Rich text (RTF). Reader: striprtf."""

import re
from collections.abc import Callable

from estner_ops.text.transcript import Transcript

_PICTURE = re.compile(
    r"\{\\\*?\\?(?:pict|objdata|themedata|colorschememapping|datastore)\b[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}"
)
_TITLE = re.compile(r"\{\\title ([^{}\\]*)\}")
_CODEPAGE = re.compile(r"\\ansicpg(\d+)")


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    from striprtf.striprtf import rtf_to_text

    source = _PICTURE.sub("", body.decode("latin-1"))
    title = _TITLE.search(source)
    out.title = title.group(1) if title else ""
    codepage = _CODEPAGE.search(source)
    out.encoding = f"windows-{codepage.group(1)}" if codepage else "windows-1252"
    plain: Callable[..., str] = rtf_to_text  # striprtf has no annotations
    for paragraph in plain(source, errors="replace").split("\n"):
        out.columns(paragraph.replace("|", "\t") if paragraph.count("|") else paragraph)
