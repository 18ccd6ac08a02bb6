"""Bytes to characters: BOM, then what was declared, then UTF-8, then what fits the letters best.

Labels mean what the WHATWG Encoding Standard says they mean (library: webencodings).
"""

import codecs
import re

import webencodings

from estner_ops.text.guess import guess, utf16_without_bom

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]*?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.-]+)", re.IGNORECASE)
_XML = re.compile(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']([a-zA-Z0-9_:.-]+)[\"']", re.IGNORECASE)
_FROM_A_MAC = re.compile(rb"[A-Za-z][\x9b\x9f]+[a-z]")  # õ and ü; in windows-1252 these are › and Ÿ, inside a word
_LATIN = ("windows-1252", "iso-8859-15")
_MOSTLY = 0.01  # share of broken sequences up to which a text that claims UTF-8 is UTF-8 with some damage


def decode(body: bytes, declared: str, *, markup: bool = False) -> tuple[str, str]:
    """The text and the encoding it was in. `declared`: a Content-Type value; `markup`: look for meta and XML labels."""
    for bom, name in _BOMS:
        if body.startswith(bom):
            return body[len(bom) :].decode(name, "replace"), name
    for label in _labels(body, declared, markup):
        found = _as_declared(body, label)
        if found is not None:
            return found
    wide = utf16_without_bom(body[:4096])
    if wide:
        return body.decode(wide, "replace"), wide
    text = _utf8(body)
    if text is not None:
        return text, "utf-8"
    name = guess(body)
    return _single(body, name), name


def _labels(body: bytes, declared: str, markup: bool) -> list[str]:
    found = [label.group(1) for label in _CHARSET.finditer(declared)]
    if markup:
        head = body[:4096]
        found += [one.group(1).decode("ascii") for one in (_XML.search(head), _META.search(head)) if one]
    return found


def _as_declared(body: bytes, label: str) -> tuple[str, str] | None:
    """The text by this label, None if the bytes contradict it."""
    encoding = webencodings.lookup(label)
    if encoding is None:
        return None
    name: str = encoding.name
    if name in ("utf-16le", "utf-16be"):
        # A label read from ASCII bytes cannot be right; without a BOM the bytes decide.
        wide = utf16_without_bom(body[:4096])
        return (body.decode(wide, "replace"), wide) if wide else None
    utf8 = _utf8(body)
    if utf8 is not None and not body.isascii():
        return utf8, "utf-8"  # text in a one-byte encoding is never valid UTF-8 by chance
    if name == "utf-8":
        text = body.decode("utf-8", "replace")
        broken, others = text.count("\ufffd"), sum(1 for one in text if one > "\x7f")
        return (text, name) if broken <= max(1, _MOSTLY * others) else None
    if name in ("replacement", "x-user-defined"):
        return None
    try:
        text, _ = codecs.lookup(encoding.codec_info.name).decode(body, "strict")
    except (UnicodeDecodeError, LookupError):
        return (_single(body, name), name) if name in _LATIN or name.startswith("windows") else None
    if name in _LATIN and _is_baltic(text):
        return _single(body, "windows-1257"), "windows-1257"
    if name in _LATIN and _FROM_A_MAC.search(body) and guess(body) == "macintosh":
        return _single(body, "macintosh"), "macintosh"
    return text, name


def _utf8(body: bytes) -> str | None:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        # A document cut off inside its last character is still UTF-8.
        return body[: error.start].decode("utf-8") if len(body) - error.start < 4 and error.start > 8 else None


def _single(body: bytes, name: str) -> str:
    return body.decode(webencodings.lookup(name).codec_info.name if webencodings.lookup(name) else name, "replace")


_FOREIGN = re.compile(r"[^\W\d_õäöüÕÄÖÜðþÐÞ\x00-\x7f]")


def _is_baltic(text: str) -> bool:
    """Whether š and ž came out as ð and þ: no language has these two beside õäöü and no other accented letter."""
    return any(one in text for one in "ðþÐÞ") and any(one in text for one in "õäöüÕÄÖÜ") and not _FOREIGN.search(text)
