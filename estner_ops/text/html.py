"""HTML and XHTML: what a browser shows, one line to a block element, cell or list item.

Reader: lxml (libxml2's HTML parser) as a stream of events. Without a tree there is no limit to depth: with one, libxml2
drops everything that is nested more than 2048 deep. BeautifulSoup finds the same words (test_real_documents.py) and
takes several times as long (`bench text`).
"""

import re
from collections.abc import Iterator

from lxml import etree

from estner_ops.text.decode import decode
from estner_ops.text.reflow import join_hyphens, paragraphs
from estner_ops.text.transcript import Transcript

_SKIPPED = frozenset({
    "script", "style", "noscript", "template", "svg", "math", "object", "applet", "audio", "video", "canvas",
    "noframes", "noembed", "datalist",
})
_INLINE = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "ins", "kbd", "label", "mark", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img", "blink", "x",
})
_PREFORMATTED = frozenset({"pre", "textarea", "xmp", "listing", "plaintext"})
_META = frozenset(("description", "author", "keywords", "dc.title", "dc.creator", "dc.description", "dcterms.title"))
_MARKUP = re.compile(
    r"</?(?:p|br|hr|div|span|a|b|i|u|em|strong|small|sup|sub|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|h[1-6]|img"
    r"|font|center|blockquote|pre|section|article|iframe)\b[^<>]*/?>", re.IGNORECASE
)
_REFERENCE = re.compile(r"&(?:[A-Za-z]{2,8}\d{0,2}|#\d{2,5}|#[xX][0-9A-Fa-f]{2,4});")
_WHITE = re.compile(r"[ \t\n\r\f]+")
_BREAK = "\x1e"  # stands for <br> in a line that is being read; a control character, so no text has it


def read(body: bytes, declared: str, out: Transcript) -> None:
    text, out.encoding = decode(body, declared, markup=True)
    _read(text.replace("\x00", ""), out, fragment=False)


def has_markup(text: str) -> bool:
    """Whether a string of another format is HTML in disguise, as in feeds and JSON."""
    return ("<" in text and _MARKUP.search(text) is not None) or ("&" in text and _REFERENCE.search(text) is not None)


def read_fragment(text: str, out: Transcript) -> None:
    """Reads a piece of HTML that stands inside another document."""
    _read(text, out, fragment=True)


def _read(text: str, out: Transcript, *, fragment: bool) -> None:
    page = _Page(out, fragment)
    # A declaration of another encoding would make libxml2 decode what is decoded already.
    parser = etree.HTMLParser(target=page, huge_tree=True, recover=True, no_network=True, encoding="utf-8")
    data = text.encode("utf-8", "replace")
    try:
        parser.feed(data)
        parser.close()
    except etree.XMLSyntaxError as error:
        out.remark = f"broken: {error}"
    page.close()


class _Page:
    """Receives the events of a parser and writes lines."""

    def __init__(self, out: Transcript, fragment: bool) -> None:
        self._out, self._fragment = out, fragment
        self._line: list[str] = []
        self._asides: list[str] = []
        self._skipping = 0
        self._skipped_tag = ""
        self._title: list[str] | None = None
        self._after_link = False
        self._preformatted = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self._skipping:
            self._skipping += tag == self._skipped_tag
            return
        if tag in _SKIPPED:
            self._skipping, self._skipped_tag = 1, tag
        elif tag == "title":
            self._title = []
        elif tag == "meta":
            if (attributes.get("name") or "").lower() in _META:
                self._flush()
                self._out.line(attributes.get("content") or "")
        elif tag == "br":
            self._line.append("\n" if self._preformatted else _BREAK)
        elif tag not in _INLINE:
            self._flush()
            self._preformatted += tag in _PREFORMATTED
        elif tag == "a" and self._after_link:
            self._flush()  # two links side by side are two things, not one name
        elif tag == "sup":
            self._line.append(" ")  # a note's number is not a part of the word before it
        for name in ("alt", "title"):
            if attributes.get(name):
                self._asides.append(attributes[name])

    def end(self, tag: str) -> None:
        if self._skipping:
            self._skipping -= tag == self._skipped_tag
        elif tag == "title" and self._title is not None:
            title = _WHITE.sub(" ", "".join(self._title)).strip()
            self._title = None
            if not self._out.title and not self._fragment:
                self._out.title = title
            self._out.line(title)
        elif tag == "a":
            self._after_link = True
        elif tag not in _INLINE and tag != "br":
            self._flush()
            self._preformatted = max(self._preformatted - (tag in _PREFORMATTED), 0)

    def data(self, text: str) -> None:
        if self._skipping:
            return
        if self._title is not None:
            self._title.append(text)
            return
        self._line.append(text)
        if self._after_link and not text.isspace():
            self._after_link = False

    def comment(self, text: str) -> None:
        pass

    def pi(self, target: str, data: str | None = None) -> None:
        pass

    def close(self) -> None:
        self._flush()

    def _flush(self) -> None:
        self._after_link = False
        text = "".join(self._line) if self._line else ""
        self._line.clear()
        if self._preformatted:
            for paragraph in paragraphs(text):
                self._out.line(paragraph)
        else:
            text = _WHITE.sub(" ", text).strip()
            for line in _broken(text) if _BREAK in text else (text,):
                self._out.line(line)
        if self._asides:
            for aside in dict.fromkeys(self._asides):
                if aside.strip() != text:
                    self._out.line(_WHITE.sub(" ", aside))
            self._asides.clear()


def _broken(text: str) -> Iterator[str]:
    """The lines of a paragraph with <br> in it. A line that goes on in lower case was only wrapped."""
    pending = ""
    for line in text.split(_BREAK):
        line = line.strip()
        if pending and line[:1].islower():
            pending = join_hyphens(f"{pending}\n{line}")
        else:
            if pending:
                yield pending
            pending = line
    if pending:
        yield pending
