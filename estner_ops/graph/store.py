"""The indexed store of a release: built once from its N-Quads, opened read-only ever after."""

import gzip
import io
from pathlib import Path
from typing import BinaryIO, cast

import pyoxigraph as ox

from estner_ops.errors import ReleaseError

# Bytes of N-Quads loaded at a time. What is loaded at once is sorted in memory; what is not is sorted again when
# RocksDB merges the sorted files, and the merging costs the more the more files there are.
PIECE = 128_000_000


def build_store(quads: Path, folder: Path) -> None:
    """Loads the whole dump. The parser is the second pair of eyes: what it does not accept is not published."""
    store = ox.Store(str(folder))
    try:
        with gzip.open(quads, "rb") as file:
            while file.peek(1):
                store.bulk_load(cast(BinaryIO, _Piece(file, PIECE)), ox.RdfFormat.N_QUADS)
    except SyntaxError as error:
        raise ReleaseError(f"{quads.name} is not valid N-Quads: {error}") from error
    store.flush()
    del store  # closes it: RocksDB has no other way from Python
    for name in ("LOCK", "LOG"):
        (folder / name).unlink(missing_ok=True)


class _Piece(io.RawIOBase):
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
