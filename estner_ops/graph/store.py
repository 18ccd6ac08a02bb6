"""The indexed store of a release: built once from its N-Quads, opened read-only ever after."""

import gzip
from pathlib import Path
from typing import IO, cast

import pyoxigraph as ox

from estner_ops.errors import ReleaseError


def build_store(quads: Path, folder: Path) -> None:
    """Loads the whole dump. The parser is the second pair of eyes: what it does not accept is not published."""
    store = ox.Store(str(folder))
    try:
        with gzip.open(quads, "rb") as file:
            store.bulk_load(cast(IO[bytes], file), ox.RdfFormat.N_QUADS)
    except SyntaxError as error:
        raise ReleaseError(f"{quads.name} is not valid N-Quads: {error}") from error
    store.flush()
    del store  # closes it: RocksDB has no other way from Python
    for name in ("LOCK", "LOG"):
        (folder / name).unlink(missing_ok=True)


def open_store(folder: Path) -> ox.Store:
    return ox.Store.read_only(str(folder))
