"""Large compressed files of lines, some at a time."""

import gzip
import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

PLAIN = 64_000_000  # bytes in a plain file


class Piece(io.RawIOBase):
    """The next so many bytes of a file and the rest of their last line, as a file: nothing of it lies in memory."""

    def __init__(self, file: gzip.GzipFile, size: int) -> None:
        self._file, self._left, self._line = file, size, b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if self._left:
            block = self._file.read(self._left if size < 0 else min(size, self._left))
            self._left = self._left - len(block) if block else 0
            if block and not self._left and not block.endswith(b"\n"):
                self._line = self._file.readline()
            return block
        block, self._line = (self._line, b"") if size < 0 else (self._line[:size], self._line[size:])
        return block


def plain_files(packed: str, folder: Path) -> Iterator[str]:
    """The lines of a compressed file as plain files, one after the other under the same name in the folder.

    DuckDB can read the compressed file itself, but then holds all of it in memory until it has read the last line.
    """
    plain = folder / "lines.txt"
    with gzip.open(packed, "rb") as file:
        while file.peek(1):
            with plain.open("wb") as target:
                shutil.copyfileobj(cast(BinaryIO, Piece(file, PLAIN)), target, 1 << 20)
            yield str(plain)
    plain.unlink(missing_ok=True)
