"""Reads the texts of the demo web: prose in which every certain name is marked with its type and nominative.

    == host/path format encoding option=value…
    Title

    Kool asub [LOC Tartus=Tartu] ja selle pidaja on [ORG Tartu Linnavalitsus].

    | column | column |
    | cell | cell |

A page's header begins with `==`; its first paragraph is the title. `[TYPE form=nominative]` marks a name, `[TYPE form]`
one that stands in the nominative already. Paragraphs end at a blank line; lines that begin with `|` are a table.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

TEXTS = Path(__file__).parent / "texts"

_NAME = re.compile(r"\[(PER|ORG|LOC) ([^\]=]+)(?:=([^\]]+))?\]")


@dataclass(frozen=True, slots=True)
class Name:
    """An entity that is certainly on the page, and the forms in which the text has it."""

    type: str
    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was written: plain words, before any format or encoding."""

    url: str
    format: str
    encoding: str  # "" for formats that have none of their own (PDF, Excel)
    options: dict[str, str]
    title: str
    paragraphs: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: tuple[Name, ...]
    spans: tuple[str, ...] = field(repr=False)  # every form, for layouts that must not break a name across lines

    @property
    def text(self) -> str:
        """The words alone, as a reader would see them."""
        rows = ["\t".join(row) for row in self.rows]
        return "\n\n".join([self.title, *self.paragraphs, *rows]) + "\n"


def pages(name: str) -> list[Page]:
    """The pages of one file of texts, in its order."""
    source = (TEXTS / f"{name}.txt").read_text(encoding="utf-8")
    return [_page(chunk) for chunk in re.split(r"^== ", source, flags=re.MULTILINE)[1:]]


def _page(chunk: str) -> Page:
    head, _, body = chunk.partition("\n")
    address, format, encoding, *options = head.split()
    title, *blocks = [block.strip() for block in body.strip().split("\n\n")]
    tables = [block for block in blocks if block.startswith("|")]
    paragraphs = [" ".join(block.split()) for block in blocks if not block.startswith("|")]
    rows = [_cells(line) for table in tables for line in table.splitlines()]
    marks = [mark for block in (title, *blocks) for mark in _NAME.findall(block)]
    return Page(
        url=f"http://{address}",
        format=format,
        encoding="" if encoding == "-" else encoding,
        options=dict(option.split("=", 1) for option in options),
        title=_plain(title),
        paragraphs=tuple(_plain(paragraph) for paragraph in paragraphs),
        rows=tuple(tuple(_plain(cell) for cell in row) for row in rows),
        names=_names(marks),
        spans=tuple(sorted({form for _, form, _ in marks}, key=len, reverse=True)),
    )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _plain(text: str) -> str:
    return _NAME.sub(lambda mark: mark[2], text)


def _names(marks: list[tuple[str, str, str]]) -> tuple[Name, ...]:
    forms: dict[tuple[str, str], list[str]] = {}
    for type, form, nominative in marks:
        seen = forms.setdefault((type, nominative or form), [])
        if form not in seen:
            seen.append(form)
    return tuple(Name(type, name, tuple(seen)) for (type, name), seen in forms.items())
