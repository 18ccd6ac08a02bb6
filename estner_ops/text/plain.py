"""Plain text: its lines, re-joined where they were only wrapped."""

from estner_ops.text.decode import decode
from estner_ops.text.reflow import paragraphs
from estner_ops.text.transcript import Transcript


def read(body: bytes, declared: str, out: Transcript) -> None:
    # Four bytes are the most a character takes: what lies behind would be cut off anyway.
    text, out.encoding = decode(body[: 4 * out.limit + 4], declared)
    for paragraph in paragraphs(text[: out.limit + 1]):
        out.line(paragraph)
    if len(body) > 4 * out.limit + 4 or len(text) > out.limit:
        out.remark = f"only the first {out.limit} characters were read"
