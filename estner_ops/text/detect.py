"""What a document is, by its first bytes. What the server and the URL say only breaks ties between kinds of text."""

import re
from urllib.parse import urlsplit

from estner_ops.text.containers import ole_type, zip_type
from estner_ops.text.csv import delimiter
from estner_ops.text.guess import utf16_without_bom
from estner_ops.text.magic import by_magic

_HEAD = 4096  # bytes that decide, except inside zip and OLE containers

_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_CONTROL = bytes(set(range(32)) - {0x09, 0x0A, 0x0C, 0x0D, 0x1A, 0x1B})
_LEAD = re.compile(r"(?:\s+|<!--.*?(?:-->|\Z)|<\?(?!xml\b).*?(?:\?>|\Z))*", re.DOTALL)
_XML = re.compile(r"<\?xml\b", re.IGNORECASE)
_PROLOG = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!(?!doctype)[^>]*>)*", re.DOTALL | re.IGNORECASE)
_DOCTYPE = re.compile(r"<!doctype\s+([^\s>\[]+)", re.IGNORECASE)
_ROOT = re.compile(r"<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_END_TAG = re.compile(r"</[A-Za-z_][\w.:-]*\s*>")
_HTML_TAGS = frozenset({
    "html", "head", "body", "title", "meta", "link", "base", "script", "style", "noscript", "div", "span", "p",
    "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "a", "b", "i", "u", "em", "strong", "font", "center", "table",
    "thead", "tbody", "tr", "td", "th", "ul", "ol", "li", "dl", "dt", "dd", "form", "input", "img", "iframe",
    "frameset", "frame", "blockquote", "pre", "article", "section", "header", "footer", "nav", "main",
})
_FEEDS = {"rss": "application/rss+xml", "feed": "application/atom+xml", "rdf": "application/rdf+xml"}
_JSON = re.compile(r'\{\s*(?:"|\}\s*\Z)|\[\s*(?:[\[{"\]]|(?:-?\d[\d.eE+-]*|true|false|null)\s*(?:,|\]\s*\Z))')
_JSON_ENDINGS = ("json", "geojson", "jsonl", "ndjson")
_HTML_NAMES = ("text/html", "application/xhtml+xml")
_SCRIPTS = {"text/javascript": "text/javascript", "application/javascript": "text/javascript",
            "application/x-javascript": "text/javascript", "application/ecmascript": "text/javascript",
            "text/css": "text/css"}
_SCRIPT_ENDINGS = {"js": "text/javascript", "mjs": "text/javascript", "css": "text/css"}


def detect(body: bytes, declared: str, url: str) -> str:
    """The media type of a document. `declared` is the Content-Type header's value, `url` where it was found."""
    head = body[:_HEAD]
    if not head.strip(b"\x00\t\n\f\r "):
        return "application/x-empty"
    if head.startswith(b"PK\x03\x04"):
        return zip_type(body)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return ole_type(body, _ending(url))
    # Acrobat takes a PDF whose mark is anywhere in the first 1024 bytes; so do most files with rubbish in front.
    if b"%PDF-" in head[:1024] and head.lstrip()[:1] != b"<":
        return "application/pdf"
    kind = by_magic(head)
    if kind:
        return kind
    text = _as_text(head)
    if text is None:
        return "application/octet-stream"
    return _kind_of_text(text, body, declared.partition(";")[0].strip().lower(), _ending(url))


def _as_text(head: bytes) -> str | None:
    """The head as characters, good enough to recognise markup by; None if it is not text."""
    if head.startswith(_BOMS[0]):
        return head[3:].decode("utf-8", "replace")
    if head.startswith(_BOMS[1:]):
        return head.decode("utf-16", "replace")
    wide = utf16_without_bom(head)
    if wide:
        return head.decode(wide, "replace")
    # Stray NULs occur in real pages. A binary format has other control bytes too, and all over.
    bare = head.replace(b"\x00", b"")
    controls = len(bare) - len(bare.translate(None, _CONTROL))
    if controls * 50 > len(bare) or (len(head) - len(bare)) * 2 > len(head):
        return None
    return bare.decode("latin-1")


def _kind_of_text(text: str, body: bytes, declared: str, ending: str) -> str:
    start = _LEAD.match(text)
    text = text[start.end() if start else 0 :]
    if text.startswith("<"):
        markup = _kind_of_markup(text, declared, ending)
        if markup:
            return markup
    if "json" in declared or _JSON.match(text) or (ending in _JSON_ENDINGS and text[:1] in '{["'):
        return "application/json"
    script = _SCRIPTS.get(declared) or _SCRIPT_ENDINGS.get(ending)
    if script:
        return script
    if (declared in _HTML_NAMES or ending in ("html", "htm")) and re.search(r"<[a-zA-Z!/]", text):
        return "text/html"
    hinted = "csv" in declared or "tab-separated" in declared or ending in ("csv", "tsv", "tab")
    if delimiter(body[: 4 * _HEAD], hinted):
        return "text/csv"
    return "text/plain"


def _kind_of_markup(text: str, declared: str, ending: str) -> str | None:
    xml = _XML.match(text) is not None
    prolog = _PROLOG.match(text)
    rest = text[prolog.end() if prolog else 0 :]
    doctype = _DOCTYPE.match(rest)
    root = _ROOT.search(rest, doctype.end()) if doctype else _ROOT.match(rest)
    name = (doctype.group(1) if doctype else root.group(2) if root else "").rpartition(":")[2].lower()
    if name == "html" or (not xml and name in _HTML_TAGS and not ("xml" in declared and "xhtml" not in declared)):
        return "application/xhtml+xml" if xml else "text/html"
    if name == "svg":
        return "image/svg+xml"
    if name in _FEEDS and (xml or name != "feed" or "xml" in declared):
        return _FEEDS[name]
    if xml or (root and ("xml" in declared or ending in ("xml", "rss", "atom", "rdf", "kml", "gml", "xsd", "xsl"))):
        return "application/xml"
    if declared in _HTML_NAMES or ending in ("html", "htm"):
        return "text/html"
    return "application/xml" if root and (doctype or _END_TAG.search(text)) else None


def _ending(url: str) -> str:
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    return path.rpartition("/")[2].rpartition(".")[2].lower() if "." in path.rpartition("/")[2] else ""
