"""EstNLTK's own pipeline behind the engine interface: the reference. Slow; `engine=estnltk` chooses it.

Stock EstNLTK dies or crawls on some texts and forgets the last name; what is done about it here never moves an offset:
NUL, lone surrogates and long runs become blanks of the same length, long texts are tagged in pieces, and a final ". "
line follows each piece, because a name that ends the text would not be reported.
"""

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from estner_ops.ner.morphology import readings
from estner_ops.ner.tagged import Analysis, Tagged, Word

PIECE = 60_000  # characters. Tokenisation is superlinear and a sentence may not have more than 149,129 tokens
AFTER_TEXT = "\n. "

_DEADLY = re.compile("[\x00\ud800-\udfff]")
# Quadratic in EstNLTK's token patterns; no word, address or number of a text anybody reads is that long.
_LONG_RUN = re.compile(r"(\S)\1{199,}|[\d.,:;/\-–−+]{200,}|\S{300,}")
_LONG_BLANK = re.compile(r"\s{200,}")


def guarded(text: str) -> str:
    """The text with what stock EstNLTK cannot stand replaced by blanks, every other character where it was."""
    text = _DEADLY.sub(" ", text)
    text = _LONG_RUN.sub(lambda run: " " * len(run[0]), text)
    # A paragraph break is what long white space means; one is kept, so that the words around it stay apart.
    return _LONG_BLANK.sub(lambda run: "\n\n" + " " * (len(run[0]) - 2), text)


class StockEngine:
    """`Text(…).tag_layer(["ner"])`, with guards."""

    def __init__(self, piece: int = PIECE) -> None:
        self._piece = piece

    def tag(self, text: str) -> list[Tagged]:
        safe = guarded(text)
        cuts = pieces(safe, self._piece)
        return [tagged for start, end in cuts for tagged in self._tag_piece(safe[start:end], start)]

    def _tag_piece(self, piece: str, offset: int) -> Iterator[Tagged]:
        from estnltk import Text

        if not piece.strip():
            return
        tagged = Text(piece + AFTER_TEXT).tag_layer("ner", resolver=_pipeline(os.getpid()))
        by_start = {span.start: span for span in tagged["morph_analysis"]}
        for name in tagged["ner"]:
            words = tuple(_word(by_start[base.start], offset) for base in name.base_span)
            if words[-1].end <= offset + len(piece):
                yield Tagged(words[0].start, words[-1].end, name.nertag, words)


@lru_cache(maxsize=1)
def _pipeline(_process: int) -> Any:
    """The pipeline of a process: after a fork a new one, with a Vabamorf of its own."""
    from estnltk.default_resolver import make_resolver

    return make_resolver()


def pieces(text: str, size: int) -> Iterator[tuple[int, int]]:
    """Stretches of the text, cut at the last line end or blank before the size is reached."""
    start = 0
    while len(text) - start > size:
        window = text[start : start + size]
        cut = max(window.rfind("\n"), 0) or max(window.rfind(" "), 0) or size - 1
        yield start, start + cut + 1
        start += cut + 1
    if start < len(text):
        yield start, len(text)


def _word(span: Any, offset: int) -> Word:
    return Word(span.start + offset, span.end + offset, span.text, analyses(span), readings(span.text))


def analyses(span: Any) -> tuple[Analysis, ...]:
    """The analyses of a span of EstNLTK's morph_analysis layer."""
    return tuple(
        Analysis(one.lemma or "", one.root or "", one.partofspeech or "", one.form or "", one.clitic or "")
        for one in span.annotations
    )
