"""The indexed store of a release: built once from its N-Quads, opened read-only ever after."""

import gzip
from pathlib import Path
from typing import BinaryIO, cast

import pyoxigraph as ox

from estner_ops.errors import ReleaseError
from estner_ops.graph.pieces import Piece

# Bytes of N-Quads loaded at a time. What is loaded at once is sorted in memory, which takes six times as much: 0.4 GB
# for 64 MB, 0.8 GB for this. What is not is sorted again when RocksDB merges the sorted files, and the merging costs
# the more the more files there are.
PIECE = 128_000_000


def build_store(quads: Path, folder: Path) -> None:
    """Loads the whole dump. The parser is the second pair of eyes: what it does not accept is not published."""
    store = ox.Store(str(folder))
    try:
        with gzip.open(quads, "rb") as file:
            while file.peek(1):
                store.bulk_load(cast(BinaryIO, Piece(file, PIECE)), ox.RdfFormat.N_QUADS)
    except SyntaxError as error:
        raise ReleaseError(f"{quads.name} is not valid N-Quads: {error}") from error
    store.flush()
    del store  # closes it: RocksDB has no other way from Python
    for name in ("LOCK", "LOG"):
        (folder / name).unlink(missing_ok=True)
