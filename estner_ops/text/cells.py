"""The cells of a table as lines: each is one of its own; only numbers, which are no names, share one.

A row is joined by the string methods alone, and a value is looked at once, however often it occurs: tables repeat
themselves, and a Python loop over their cells took as long as reading the workbook.
"""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any

HARD = "\n\n"  # between two things that are never one sentence: paragraphs, cells, list items. EstNLTK's paragraph mark
_MOST = 50_000  # values that are remembered
_MARK = "\x1f"  # around a number until its row is joined; a control character, so no text needs it


class Cells(dict[Any, str]):
    """From a value to its text and what separates it, computed at first sight. Equal values must look the same."""

    def join(self, row: Iterable[Any]) -> str:
        """The row's cells, "" if there is none."""
        text = "".join(map(self.__getitem__, row))
        if _MARK in text:
            text = text.replace(_MARK + _MARK, " ").replace(_MARK + HARD, HARD).replace(_MARK, HARD)
        return text.strip("\n")

    def __missing__(self, value: Any) -> str:
        text = show(value).strip()
        if _MARK in text:
            text = text.replace(_MARK, " ")
        if text:
            name = isinstance(value, str) and (text[0].isalpha() or any(map(str.isalpha, text)))
            text = HARD + text if name else _MARK + text + _MARK
        if len(self) < _MOST:
            self[value] = text
        return text


def show(value: Any) -> str:
    """A cell as a reader sees it, but for number formats: 12.0 is 12, a day has no midnight."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return f"{value + 0.0:.15g}"  # what Excel computes with: 0.30000000000000004 is 0.3, and -0.0 is 0
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    return str(value)
