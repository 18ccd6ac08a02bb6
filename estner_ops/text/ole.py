"""OLE compound files ([MS-CFB]): one stream out of the small file system that old Office documents are."""

import struct
from dataclasses import dataclass

from estner_ops.text.transcript import Unreadable

_END = 0xFFFFFFFA  # this and what is above marks ends and free sectors
_ENTRY = 128


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


def _numbers(data: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))
