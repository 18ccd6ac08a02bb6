"""The XML of docx and OpenDocument: paragraphs, nested where a note or a text box stands inside one.

Reader: lxml as a stream of events, entities not resolved.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Which local element names mean what; `skipped` may also hold whole ones, {namespace}name."""

    paragraphs: frozenset[str]
    skipped: frozenset[str]
    signs: dict[str, str]  # empty elements that stand for a character
    text: frozenset[str] | None = None  # elements that hold the characters; None: every one inside a paragraph
    rows: frozenset[str] = frozenset()  # elements whose paragraphs are cells
    named: frozenset[str] = frozenset()  # elements whose `name` attribute a reader sees


def read_flow(data: bytes, vocabulary: Vocabulary, line: Callable[[str], None],
              cells: Callable[[list[str]], None]) -> str:
    """Hands each paragraph to `line` and each row to `cells`; says what was wrong with the XML, "" if nothing."""
    parser = etree.XMLParser(target=_Flow(vocabulary, line, cells), resolve_entities=False, no_network=True,
                             load_dtd=False, recover=True, huge_tree=True)
    try:
        parser.feed(data)
        parser.close()
    except etree.XMLSyntaxError as error:
        return f"broken: {error}"
    return ""


class _Flow:
    def __init__(self, vocabulary: Vocabulary, line: Callable[[str], None], cells: Callable[[list[str]], None]) -> None:
        self._is, self._line, self._cells = vocabulary, line, cells
        self._paragraphs: list[list[str]] = []
        self._row: list[str] | None = None
        self._skipping = 0
        self._reading = vocabulary.text is None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        if self._skipping or name in self._is.skipped or tag in self._is.skipped:
            self._skipping += 1
        elif name in self._is.paragraphs:
            self._paragraphs.append([])
        elif name in self._is.signs and self._paragraphs:
            self._paragraphs[-1].append(self._is.signs[name])
        elif self._is.text and name in self._is.text:
            self._reading = True
        elif name in self._is.rows:
            self._row = []
        elif name in self._is.named:
            self._line(next((value for key, value in attributes.items() if _local(key) == "name"), ""))

    def end(self, tag: str) -> None:
        name = _local(tag)
        if self._skipping:
            self._skipping -= 1
        elif name in self._is.paragraphs and self._paragraphs:
            text = "".join(self._paragraphs.pop())
            if self._row is None:
                self._line(text)
            else:
                self._row.append(text)
        elif self._is.text and name in self._is.text:
            self._reading = False
        elif name in self._is.rows and self._row is not None:
            row, self._row = self._row, None
            self._cells(row)

    def data(self, text: str) -> None:
        if self._paragraphs and self._reading and not self._skipping:
            self._paragraphs[-1].append(text)

    def comment(self, text: str) -> None:
        pass

    def close(self) -> None:
        pass


def _local(name: str) -> str:
    return name.rpartition("}")[2]
