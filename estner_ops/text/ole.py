"""OLE compound files ([MS-CFB]): one stream out of the small file system that old Office documents are, or into one."""

import struct
from dataclasses import dataclass

from estner_ops.text.transcript import Unreadable

_END = 0xFFFFFFFA  # this and what is above marks ends and free sectors
_ENTRY = 128
_LARGE = 4096
_CHAIN_END, _FAT_SECTOR = 0xFFFFFFFE, 0xFFFFFFFD


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    kind: int
    start: int
    size: int


class CompoundFile:
    """Reads streams by name. Chains that loop or lead out of the file end where they do."""

    def __init__(self, body: bytes) -> None:
        if len(body) < 512 or not body.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
            raise Unreadable("broken-document", "not a whole OLE file")
        self._body = body
        (shift, mini_shift) = struct.unpack_from("<HH", body, 30)
        if shift not in (9, 12) or mini_shift != 6:
            raise Unreadable("broken-document", f"an OLE file with sectors of 2^{shift} bytes")
        self._size = 1 << shift
        (directory, self._cutoff, mini_fat) = struct.unpack_from("<I4xII", body, 48)
        self._fat = self._read_fat()
        self._entries = self._read_directory(self._chain(directory))
        root = next((entry for entry in self._entries if entry.kind == 5), None)
        self._mini = self._chain(root.start)[: root.size] if root else b""
        self._mini_fat = _numbers(self._chain(mini_fat))

    def stream(self, name: str) -> bytes | None:
        entry = next((one for one in self._entries if one.kind == 2 and one.name == name), None)
        if entry is None:
            return None
        if entry.size < self._cutoff:
            return self._mini_chain(entry.start)[: entry.size]
        return self._chain(entry.start)[: entry.size]

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size
        return self._body[start : start + self._size]

    def _read_fat(self) -> list[int]:
        sectors = list(struct.unpack_from("<109I", self._body, 76))
        (more, count) = struct.unpack_from("<II", self._body, 68)
        seen: set[int] = set()
        while more < _END and count and more not in seen:
            seen.add(more)
            numbers = _numbers(self._sector(more))
            if not numbers:
                break
            sectors += numbers[:-1]
            more, count = numbers[-1], count - 1
        return [number for sector in sectors if sector < _END for number in _numbers(self._sector(sector))]

    def _chain(self, number: int) -> bytes:
        parts, seen = [], set()
        while number < len(self._fat) and number not in seen:
            seen.add(number)
            parts.append(self._sector(number))
            number = self._fat[number]
        return b"".join(parts)

    def _mini_chain(self, number: int) -> bytes:
        parts, seen = [], set()
        while number < len(self._mini_fat) and number not in seen:
            seen.add(number)
            parts.append(self._mini[number * 64 : number * 64 + 64])
            number = self._mini_fat[number]
        return b"".join(parts)

    def _read_directory(self, data: bytes) -> list[_Entry]:
        entries = []
        for start in range(0, len(data) - _ENTRY + 1, _ENTRY):
            (length, kind) = struct.unpack_from("<HB", data, start + 64)
            (first, size) = struct.unpack_from("<II", data, start + 116)
            name = data[start : start + max(min(length, 64) - 2, 0)].decode("utf-16-le", "replace")
            entries.append(_Entry(name, kind, first, size))
        return entries


def packed(name: str, data: bytes) -> bytes:
    """A file with one stream, made anew: for a reader that believes whatever the sectors of a file say.

    Sectors of 4096 bytes, so that the header has room for the whole list of the FAT's own sectors.
    """
    count = max(-(-len(data) // _LARGE), 1)  # a stream below 4096 bytes would belong into the mini stream
    fat_count = -(-(count + 2) // (_LARGE // 4 - 1))
    fat = [*range(1, count), _CHAIN_END, _CHAIN_END, *[_FAT_SECTOR] * fat_count]
    entries = (("Root Entry", 5, 0, 0), (name, 2, 0, count * _LARGE))
    directory = b"".join(
        one.encode("utf-16-le").ljust(64, b"\0") + struct.pack("<HBB", 2 * len(one) + 2, kind, 1) + b"\xff" * 12
        + bytes(36) + struct.pack("<IQ", start, size) for one, kind, start, size in entries)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H6x", 0x3E, 4, 0xFFFE, 12, 6)
    header += struct.pack("<9I", 1, fat_count, count, 0, _LARGE, _CHAIN_END, 0, _CHAIN_END, 0)
    header += struct.pack(f"<{fat_count}I", *range(count + 1, count + 1 + fat_count)).ljust(436, b"\xff")
    return b"".join((header.ljust(_LARGE, b"\0"), data.ljust(count * _LARGE, b"\0"), directory.ljust(_LARGE, b"\0"),
                     struct.pack(f"<{len(fat)}I", *fat).ljust(fat_count * _LARGE, b"\xff")))


def _numbers(data: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))
