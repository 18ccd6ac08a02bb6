"""The indexed store of a release: built once from its N-Quads, opened read-only ever after."""

import gzip
from pathlib import Path
from typing import BinaryIO, cast

import pyoxigraph as ox

from estner_ops.errors import ReleaseError
from estner_ops.graph.pieces import Piece

# Bytes of N-Quads loaded at a time: what is loaded at once is sorted in memory, which takes ten times as much. RocksDB
# merges the sorted files in the background. Measured with 19.4 million triples: larger pieces need more memory and more
# CPU (128 MB at a time: 860 MB of memory and 20 % more CPU than this).
PIECE = 8_000_000


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
    store.optimize()  # one sorted run an index: half the size, and two to three times as fast to read
    del store  # closes it: RocksDB has no other way from Python
    for name in ("LOCK", "LOG"):
        (folder / name).unlink(missing_ok=True)
