"""Characters as they should be: NFC, no controls, nothing invisible, mojibake repaired where it is certain."""

import re
import unicodedata
from collections.abc import Iterable

_MISREAD_AS = ("latin-1", "windows-1252", "windows-1257", "windows-1250", "windows-1251", "iso-8859-2")


def _bytes_as(numbers: Iterable[int]) -> str:
    """What these bytes look like in encodings that UTF-8 is misread as."""
    return "".join(sorted({bytes([number]).decode(codec, "ignore") for number in numbers for codec in _MISREAD_AS}))


# A lead byte of the letters and quotes we meet, then a continuation byte.
_LEADS = _bytes_as((0xC2, 0xC3, 0xC4, 0xC5, 0xD0, 0xD1, 0xE2))
_SUSPECT = re.compile(f"[{re.escape(_LEADS)}][{re.escape(_bytes_as(range(0x80, 0xC0)))}]")
# The same in UTF-8, roughly: "L" for the last byte of such a lead, "N" for the first byte of any character but ASCII.
_LAST = frozenset(one.encode()[-1] for one in _LEADS)
_ROUGHLY = bytes(76 if byte in _LAST else 78 if byte >= 0xC0 else 0 for byte in range(256))
_WRITTEN = re.compile("[\x00-\u017f\u0218-\u021b\u02c6-\u02dd\u0370-\u052f\u2000-\u206f\u20a0-\u20bf\u2100-\u214f"
                      "\u2190-\u22ff\u2500-\u27bf]*")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufff9-\uffff]"
)
_INVISIBLE_ABOVE = re.compile("[\U000e0000-\U0010ffff]")  # by itself: `re` is fast only with classes below U+10000
# Putting a long run of marks into canonical order takes quadratic time, and no language stacks so many on a letter.
# `re` has no class for marks: what is neither of a word nor white space, above the Latin letters, less the symbols.
_MARKS = re.compile("([^\\w\\s\x00-\u02ff\u2000-\u20cf\u2100-\u2cee\u2e00-\u3029]{8})"
                    "[^\\w\\s\x00-\u02ff\u2000-\u20cf\u2100-\u2cee\u2e00-\u3029]+")
# The patterns match only what must change: replacing every single space by itself would cost more than all the rest.
_SPACE = re.compile("[\t\x1c-\x1f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_SPACES = re.compile("  +")
_BREAK = re.compile("[\r\x0b\x0c\x85\u2028\u2029]")
# Bytes of UTF-8 that make up only characters which stay as they are: ASCII in print, U+00C0 to U+017F, and Cyrillic.
_PLAIN = bytes((*range(0x20, 0x7F), 0x0A, *range(0x80, 0xC0), 0xC3, 0xC4, 0xC5, 0xD0, 0xD1))
_ABOVE = frozenset((0xF3, 0xF4))  # with which the characters of _INVISIBLE_ABOVE begin
_BLANKS = re.compile(r"\n{3,}")


def clean(text: str) -> str:
    """The text in NFC without control, invisible, private and XML-invalid characters. One space between words."""
    # In this order: mojibake consists of control characters too, and NFC can join only what nothing stands between.
    text = repair(text)
    # Going through bytes takes a tenth of the time of one pattern, and most texts of tables have nothing rare in them.
    rare = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    if rare:
        text = _plain(text, above=not _ABOVE.isdisjoint(rare))
    text = _SPACES.sub(" ", text).replace(" \n", "\n").replace("\n ", "\n")
    return (_BLANKS.sub("\n\n", text) if "\n\n\n" in text else text).strip()


def _plain(text: str, *, above: bool) -> str:
    text = _BREAK.sub("\n", text.replace("\r\n", "\n"))
    text = _INVISIBLE.sub("", _SPACE.sub(" ", text))
    if above:
        text = _INVISIBLE_ABOVE.sub("", text)
    if not unicodedata.is_normalized("NFC", text):
        text = _SPACE.sub(" ", unicodedata.normalize("NFC", _MARKS.sub(r"\1", text)))
    return text


def repair(text: str) -> str:
    """Mojibake undone, line by line (library: ftfy): pages are pasted together from sources of different encodings."""
    if b"LN" not in text.encode("utf-8", "surrogatepass").translate(_ROUGHLY) or not _SUSPECT.search(text):
        return text
    return "\n".join(_repair_line(line) if _SUSPECT.search(line) else line for line in text.split("\n"))


def _repair_line(line: str) -> str:
    import ftfy

    fixed = ftfy.fix_encoding(line)
    if fixed == line or not _WRITTEN.fullmatch(fixed):
        fixed = _baltic(line)
    return fixed


def _baltic(line: str) -> str:
    """UTF-8 that was read as windows-1257: ftfy tries other encodings first and makes letters nobody writes of it."""
    try:
        fixed = line.encode("windows-1257").decode("utf-8")
    except UnicodeError:
        return line
    return fixed if _WRITTEN.fullmatch(fixed) else line
