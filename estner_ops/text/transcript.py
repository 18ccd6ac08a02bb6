"""What a reader writes down while it reads: lines, until the document or the limit ends."""

from collections.abc import Iterable
from typing import Any

from estner_ops.text.cells import HARD, Cells


class Full(Exception):
    """The text has reached its limit; what comes after is not read."""


class Unreadable(Exception):
    """The document has no text for us. `outcome` is a code of outcomes.py."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(f"{outcome}: {detail}")
        self.outcome, self.detail = outcome, detail


class Transcript:
    """Collects lines. A reader that breaks off half-way leaves here what it had read until then."""

    def __init__(self, limit: int) -> None:
        self.title = ""
        self.encoding = ""
        self.remark = ""  # why the text is not the whole of the document, "" if it is
        self._room = limit
        self.limit = limit
        self._parts: list[str] = []
        self._cells = Cells()

    def line(self, text: str) -> None:
        """Adds a paragraph. Single line feeds inside it are soft: a sentence may go on after them."""
        text = text.strip()
        if text:
            self._put(text, HARD)

    def columns(self, text: str) -> None:
        """Adds a paragraph in which tabs separate columns."""
        for column in text.split("\t"):
            self.line(column)

    def cells(self, row: Iterable[Any]) -> None:
        """Adds the cells of a row."""
        text = self._cells.join(row)
        if text:
            self._put(text, HARD)

    def _put(self, text: str, before: str) -> None:
        if self._parts:
            self._parts.append(before)
            self._room -= len(before)
        self._parts.append(text)
        self._room -= len(text)
        if self._room < 0:
            self.remark = f"only the first {self.limit} characters were read"
            raise Full

    def text(self) -> str:
        """What was read, cut at a white space if it is longer than the limit."""
        text = "".join(self._parts)
        if len(text) <= self.limit:
            return text
        cut = max(text.rfind(space, 0, self.limit) for space in " \n")
        return text[: cut if cut > self.limit // 2 else self.limit].rstrip()
