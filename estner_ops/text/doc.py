"""Legacy Word documents (doc): the main text, notes and headers, through the piece table ([MS-DOC] 2.4.1).

Reader: ours. No well-kept Python library reads the format, and a Debian tool would be one more thing to install.
"""

import re
import struct

from estner_ops.text.guess import guess
from estner_ops.text.ole import CompoundFile
from estner_ops.text.transcript import Transcript, Unreadable

_MARKS = (0xA5EC, 0xA5DC, 0xA59B, 0xA59C)  # wIdent of Word 97 and later, 6 and 95, and 2
_WORD_97 = 0x00C1  # nFib of Word 97, the first with this piece table
_FIELD = re.compile("\x13[^\x13\x14\x15]*\x14|\x13[^\x13\x14\x15]*\x15")  # a field's instruction; its result stays
_SIGNS = str.maketrans({"\x07": "\r", "\x0c": "\r", "\x0b": "\n", "\x1e": "-", "\x1f": None, "\x14": None, "\x15": None,
                        "\x01": None, "\x08": None, "\x02": None, "\x05": None})


def read(body: bytes, declared: str, out: Transcript) -> None:  # noqa: ARG001 - one signature for all readers
    file = CompoundFile(body)
    main = file.stream("WordDocument")
    if main is None or len(main) < 0x1AA:
        raise Unreadable("broken-document", "there is no whole WordDocument stream in it")
    (mark, version) = struct.unpack_from("<HH", main)
    if mark not in _MARKS:
        raise Unreadable("broken-document", "the WordDocument stream does not begin as one")
    (flags,) = struct.unpack_from("<H", main, 10)
    if flags & 0x0100:
        raise Unreadable("encrypted", "the Word document opens only with a password")
    if version < _WORD_97:
        text = _old_text(main, out)
    else:
        table = file.stream("1Table" if flags & 0x0200 else "0Table") or b""
        text = _piece_text(main, table, 2 * out.limit)
    for paragraph in _without_fields(text).translate(_SIGNS).split("\r"):
        out.columns(paragraph)


def _old_text(main: bytes, out: Transcript) -> str:
    """Word 6 and 95: the text lies in one piece, in the code page of the machine it was written on."""
    (start, end) = struct.unpack_from("<II", main, 0x18)
    raw = main[start:end]
    out.encoding = guess(raw)
    return raw.decode("mac-roman" if out.encoding == "macintosh" else out.encoding, "replace")


def _piece_text(main: bytes, table: bytes, limit: int) -> str:
    """The pieces in the order of the text. A piece is UTF-16, or, by bit 30 of its offset, windows-1252."""
    (offset, length) = struct.unpack_from("<II", main, 0x01A2)
    pieces = _pieces(table[offset : offset + length])
    count = (len(pieces) - 4) // 12
    if count < 1:
        raise Unreadable("broken-document", "the Word document has no piece table")
    positions = struct.unpack_from(f"<{count + 1}I", pieces)
    parts, room = [], limit
    for number in range(count):
        (place,) = struct.unpack_from("<I", pieces, (count + 1) * 4 + number * 8 + 2)
        size = min(max(positions[number + 1] - positions[number], 0), room)
        if place & 0x40000000:
            start = (place & 0x3FFFFFFF) // 2
            parts.append(main[start : start + size].decode("windows-1252", "replace"))
        else:
            parts.append(main[place : place + 2 * size].decode("utf-16-le", "replace"))
        room -= size
    return "".join(parts)


def _pieces(clx: bytes) -> bytes:
    """The piece table behind the formatting records that stand in front of it."""
    place = 0
    while place + 5 <= len(clx):
        if clx[place] == 2:
            (size,) = struct.unpack_from("<I", clx, place + 1)
            return clx[place + 5 : place + 5 + size]
        if clx[place] != 1:
            break
        (size,) = struct.unpack_from("<H", clx, place + 1)
        place += 3 + size
    return b""


def _without_fields(text: str) -> str:
    """Without field instructions, the innermost first: fields nest."""
    for _ in range(20):
        shorter = _FIELD.sub("", text)
        if shorter == text:
            break
        text = shorter
    return text
