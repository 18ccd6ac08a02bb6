"""The indexed store of a release: opened read-only once it is made.

It is made from the N-Quads of the release, or, if little changed, from a copy of the store before and what changed:
the same triples for a small part of the time.
"""

import gzip
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

import pyoxigraph as ox

from estner_ops.errors import ReleaseError
from estner_ops.graph.pieces import Piece
from estner_ops.storage import Storage

log = logging.getLogger(__name__)

# Bytes of N-Quads loaded at a time: what is loaded at once is sorted in memory, which takes ten times as much. RocksDB
# merges the sorted files in the background. Measured with 19.4 million triples: larger pieces need more memory and more
# CPU (128 MB at a time: 860 MB of memory and 20 % more CPU than this).
PIECE = 8_000_000


def build_store(quads: Path, folder: Path) -> None:
    """Loads the whole dump. The parser is the second pair of eyes: what it does not accept is not published."""
    try:
        _load(quads, folder)
    except SyntaxError as error:
        raise ReleaseError(f"{quads.name} is not valid N-Quads: {error}") from error
    _tidy(folder)


def patch_store(changes: Path, folder: Path, triples: int) -> bool:
    """Makes the changes of an RDF Patch in a copy of the store before. Says whether it holds so many triples now."""
    try:
        found = _patch(changes, folder)
    except (OSError, RuntimeError, SyntaxError) as error:  # damaged files are a RuntimeError
        log.warning("The store before cannot be gone on with, so all of it is built again: %s", error)
        return False
    if found != triples:
        log.warning("The store before with the changes holds %d triples instead of %d, so all of it is built again",
                    found, triples)
        return False
    _tidy(folder)
    return True


def download_store(storage: Storage, source: str, folder: Path) -> None:
    """A copy of a release's store."""
    folder.mkdir()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda path: storage.download(path, folder / PurePosixPath(path).name), storage.list(source)))


def _load(quads: Path, folder: Path) -> None:
    store = ox.Store(str(folder))  # closed when the function ends: RocksDB has no other way from Python
    with gzip.open(quads, "rb") as file:
        while file.peek(1):
            store.bulk_load(cast(BinaryIO, Piece(file, PIECE)), ox.RdfFormat.N_QUADS)
    store.optimize()  # one sorted run an index: half the size, and two to three times as fast to read
    store.flush()


def _patch(changes: Path, folder: Path) -> int:
    """Returns how many triples there are afterwards."""
    store = ox.Store(str(folder))
    with gzip.open(changes, "rb") as file:
        while rows := file.readlines(PIECE):
            for quad in ox.parse(_lines(rows, b"D "), ox.RdfFormat.N_QUADS):
                store.remove(quad)
            store.bulk_load(_lines(rows, b"A "), ox.RdfFormat.N_QUADS)
    store.flush()
    return len(store)


def _lines(rows: list[bytes], sign: bytes) -> bytes:
    return b"".join(row.removeprefix(sign) for row in rows if row.startswith(sign))


def _tidy(folder: Path) -> None:
    """Takes away what only a process that has the store open needs."""
    for name in ("LOCK", "LOG"):
        (folder / name).unlink(missing_ok=True)
