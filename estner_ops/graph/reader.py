"""Opens the current release for reading, and notices when another becomes current.

A store is a folder of a few large files. On a disk it is opened where it lies; from a bucket it is copied once per
machine into the cache folder, under the release's id.
"""

import os
import secrets
import shutil
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

import pyoxigraph as ox

from estner_ops.errors import ReleaseError
from estner_ops.graph.releases import ReleaseSummary, current_id, folder_of, read_summary, store_folder
from estner_ops.graph.store import download_store
from estner_ops.settings import Settings
from estner_ops.storage import Storage

_CACHED = 2  # releases in the cache folder: the current one, and one that another process may still have open


@dataclass(frozen=True, slots=True)
class Release:
    """A whole release. Nothing of it changes, whatever is published meanwhile."""

    id: str
    folder: Path  # of its store
    summary: ReleaseSummary

    @property
    def store(self) -> ox.Store:
        """Its triples, read-only. For code of ours: a query from the public goes through query.Evaluators."""
        return _open(self.folder)

    def path(self, file: str) -> str:
        """Where one of its files lies in the store: path("LOC.rdf")."""
        return f"{folder_of(self.id)}/{PurePosixPath(file).name}"


def open_release(storage: Storage, settings: Settings, release: str | None = None) -> Release:
    """The current release, or the one with this id."""
    chosen = release or current_id(storage)
    if chosen is None:
        raise ReleaseError(f"nothing has been published in {storage.url} yet")
    return Release(chosen, _local_store(storage, settings, chosen), read_summary(storage, chosen))


class ReleaseReader:
    """The current release, asked for again and again: looks at the pointer at most once every few seconds."""

    def __init__(self, storage: Storage, settings: Settings, every: float = 2.0) -> None:
        self._storage, self._settings, self._every = storage, settings, every
        self._lock = threading.Lock()
        self._release: Release | None = None
        self._looked = 0.0

    def current(self) -> Release:
        with self._lock:
            if self._release is None or time.monotonic() - self._looked >= self._every:
                if self._release is None or current_id(self._storage) != self._release.id:
                    self._release = open_release(self._storage, self._settings)
                self._looked = time.monotonic()
            return self._release


@lru_cache(maxsize=2)
def _open(folder: Path) -> ox.Store:
    return ox.Store.read_only(str(folder))


def _local_store(storage: Storage, settings: Settings, release: str) -> Path:
    source = store_folder(storage, release)
    if storage.is_local:
        with storage.local(f"{source}/CURRENT") as file:
            return file.parent
    cached = Path(settings.cache) / "releases" / release
    if not cached.exists():
        _fetch(storage, source, cached)
        _sweep(cached)
    return cached


def _fetch(storage: Storage, source: str, target: Path) -> None:
    """Copies a store beside its place and renames it: a folder in the cache is whole, or not there."""
    partial = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    partial.parent.mkdir(parents=True, exist_ok=True)
    try:
        download_store(storage, source, partial)
        os.rename(partial, target)
    except OSError:
        if not target.exists():  # else another process was first
            raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _sweep(newest: Path) -> None:
    others = sorted((one for one in newest.parent.iterdir() if one.suffix != ".part" and one != newest),
                    key=lambda one: one.stat().st_mtime, reverse=True)
    for old in others[_CACHED - 1:]:
        shutil.rmtree(old, ignore_errors=True)
