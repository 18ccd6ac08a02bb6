"""XML of any vocabulary, RSS and Atom too: an element's text is a line, unless it stands inside running text.

Reader: lxml as a stream of events. Entities are not resolved, neither outer ones (they name other people's files) nor
inner ones (they multiply), except the five of XML itself.
"""

import re
from html.entities import html5

from lxml import etree

from estner_ops.text.decode import decode
from estner_ops.text.html import has_markup, read_fragment
from estner_ops.text.machine_words import for_machines
from estner_ops.text.transcript import Transcript

_READ = frozenset({
    "title", "alt", "label", "name", "nimi", "nimetus", "description", "summary", "caption",
})  # attributes for readers
_INLINE = frozenset({
    "w", "pc", "b", "i", "u", "em", "strong", "hi", "span", "a", "sup", "sub", "ref", "lb", "reavahetus",
    "small", "font",
})
_RAISED = frozenset({"sup", "ylaindeks"})  # a note's number is not a part of the word before it
_TITLES = frozenset(("title", "pealkiri"))
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_REFERENCE = re.compile(r"<!\[CDATA\[(?:.*?\]\]>|.*+)|&(#[0-9]+;|#x[0-9A-Fa-f]+;|[A-Za-z]+[0-9]*;)?", re.DOTALL)
_DECLARED = re.compile("<!ENTITY")
# libxml2 drops &lt; and its like behind the first mistake of a document: they pass it as characters that nobody uses.
_MARKS = {"<": "\ufdd0", ">": "\ufdd1", "&": "\ufdd2", '"': "\ufdd3", "'": "\ufdd4"}
_MARKED = re.compile("[\ufdd0-\ufdd4]")
_UNMARKED = str.maketrans({mark: one for one, mark in _MARKS.items()})
_CHARACTERS = {name: "".join(_MARKS.get(one, one) for one in text) for name, text in html5.items()}
_CHUNK = 1 << 20


def read(body: bytes, declared: str, out: Transcript) -> None:
    text, out.encoding = decode(body, declared, markup=True)
    text = _DECLARATION.sub("", text.replace("\x00", ""), count=1).lstrip()
    data = _characters(text).encode("utf-8", "replace")
    tree = _Tree(out)
    parser = etree.XMLParser(target=tree, resolve_entities=False, no_network=True, load_dtd=False, recover=True,
                             huge_tree=True, encoding="utf-8", strip_cdata=False)
    try:
        for start in range(0, len(data), _CHUNK):
            parser.feed(data[start : start + _CHUNK])
        parser.close()
    except etree.XMLSyntaxError as error:
        out.remark = f"broken: {error}"
    tree.close()


def _characters(text: str) -> str:
    """The text with names of characters resolved, those of HTML too: feeds use them without declaring them."""
    declared = _DECLARED.search(text) is not None

    def character(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in _CHARACTERS:
            return _CHARACTERS[name]
        if found.group()[0] == "<" or (name and (declared or name[0] == "#")):
            return found.group()
        return _MARKS["&"] + (name or "")  # an author's careless one

    return _REFERENCE.sub(character, text)


def _unmarked(text: str) -> str:
    return text.translate(_UNMARKED) if _MARKED.search(text) else text


class _Tree:
    """Receives a parser's events. An element with text of its own beside its children is running text."""

    def __init__(self, out: Transcript) -> None:
        self._out = out
        self._line: list[str] = []
        self._length = 0
        self._open: list[bool] = []  # for each open element: whether it has shown running text

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        running = bool(self._open and self._open[-1])
        if not (running or name in _INLINE):
            self._flush()
        elif name in _RAISED:
            self._line.append(" ")
        if attributes:
            self._read_attributes(attributes)
        self._open.append(running)

    def _read_attributes(self, attributes: dict[str, str]) -> None:
        for key, value in attributes.items():
            if _local(key) in _READ and not for_machines(value):
                self._out.line(_unmarked(value))

    def end(self, tag: str) -> None:
        self._open.pop()
        name = _local(tag)
        if name in _TITLES and not self._out.title:
            self._out.title = " ".join(_unmarked("".join(self._line)).split())
        if not (name in _INLINE or (self._open and self._open[-1])):
            self._flush()

    def data(self, text: str) -> None:
        self._line.append(text)
        self._length += len(text)
        if self._length > self._out.limit:
            self._flush()  # which ends the reading
        if self._open and not text.isspace():
            self._open[-1] = True

    def comment(self, text: str) -> None:
        pass

    def close(self) -> None:
        self._flush()

    def _flush(self) -> None:
        if not self._line:
            return
        text = _unmarked("".join(self._line).strip())
        self._line.clear()
        self._length = 0
        if has_markup(text):
            read_fragment(text, self._out)
        elif text and not for_machines(text):
            self._out.line(" ".join(text.split()))


def _local(name: str) -> str:
    return name.rpartition("}")[2].lower()
