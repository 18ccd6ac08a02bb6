"""Characters as they should be: NFC, no controls, nothing invisible, mojibake repaired where it is certain."""

import re
import unicodedata

# What UTF-8 looks like when it was read as a one-byte encoding: a lead byte, then a continuation byte.
_SUSPECT = re.compile("[\u00c2-\u00f4ĀāĆÄÅÉĒĢĖŌÕÖ×ĆćÓГРСВвâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸˇ¸¨ÆæŗŖøØµ]")
_WRITTEN = re.compile("[\x00-\u017f\u0218-\u021b\u02c6-\u02dd\u0370-\u052f\u2000-\u206f\u20a0-\u20bf\u2100-\u214f"
                      "\u2190-\u22ff\u2500-\u27bf]*")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufff9-\uffff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_SPACE = re.compile("[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_BREAK = re.compile("\r\n|[\r\x0c\x85\u2028\u2029]")
_EDGES = re.compile(r" ?\n ?")
_BLANKS = re.compile(r"\n{3,}")


def clean(text: str) -> str:
    """The text in NFC without control, invisible, private and XML-invalid characters. One space between words."""
    text = unicodedata.normalize("NFC", repair(_BREAK.sub("\n", text)))
    text = _SPACE.sub(" ", _INVISIBLE.sub("", text))
    return _BLANKS.sub("\n\n", _EDGES.sub("\n", text)).strip()


def repair(text: str) -> str:
    """Mojibake undone, line by line (library: ftfy): pages are pasted together from sources of different encodings."""
    if text.isascii() or not _SUSPECT.search(text):
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
