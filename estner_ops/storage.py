"""The store: one root, any fsspec URL. No other module knows whether it is a disk or a bucket."""

import fcntl
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

import fsspec

from estner_ops.errors import StorageError


class Storage:
    """Objects by path under one root. A write is all or nothing, on a disk as in a bucket."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._fs, root = fsspec.core.url_to_fs(url)
        self._root = root.rstrip("/")
        self.is_local = "file" in (self._fs.protocol if isinstance(self._fs.protocol, tuple) else (self._fs.protocol,))

    def __repr__(self) -> str:
        return f"Storage({self.url!r})"

    def read_bytes(self, path: str) -> bytes:
        try:
            return cast(bytes, self._fs.cat_file(self._full(path)))
        except FileNotFoundError as error:
            raise StorageError(f"{self.url} has no object {path}") from error

    def read_range(self, path: str, offset: int, length: int) -> bytes:
        """A piece of an object, in one request; shorter if the object ends before."""
        try:
            return cast(bytes, self._fs.cat_file(self._full(path), start=offset, end=offset + length))
        except FileNotFoundError as error:
            raise StorageError(f"{self.url} has no object {path}") from error

    def read_text(self, path: str) -> str:
        return self.read_bytes(path).decode()

    def read_json(self, path: str) -> Any:
        return json.loads(self.read_bytes(path))

    def write_bytes(self, path: str, data: bytes) -> None:
        """Writes or replaces the object; a reader sees the old one or the new one."""
        full = self._full(path)
        if not self.is_local:
            self._fs.pipe_file(full, data)
            return
        temporary = self._write_beside(full, data)
        os.replace(temporary, full)
        _sync_folder(full)

    def write_text(self, path: str, text: str) -> None:
        self.write_bytes(path, text.encode())

    def write_json(self, path: str, value: Any) -> None:
        self.write_text(path, json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n")

    def create(self, path: str, data: bytes) -> bool:
        """Writes the object if there is none yet; says whether it did. Of two writers at once exactly one succeeds."""
        full = self._full(path)
        if not self.is_local:
            try:
                self._fs.pipe_file(full, data, mode="create")
            except FileExistsError:
                return False
            return True
        temporary = self._write_beside(full, data)
        try:
            os.link(temporary, full)  # link fails if the name is taken, rename would replace it
        except FileExistsError:
            return False
        finally:
            Path(temporary).unlink()
        _sync_folder(full)
        return True

    def replace(self, path: str, old: bytes | None, new: bytes) -> bool:
        """Writes the object if it still holds `old` (None: if there is none); says whether it holds `new` now.

        Compare and swap: of two writers at once that expect the same, the second is refused. All who write such an
        object must write it so.
        """
        if old is None:
            return self.create(path, new) or self.read_bytes(path) == new
        if not self.is_local:
            return self._replace_in_bucket(path, old, new)
        full = self._full(path)
        with open(f"{full}.lock", "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # let go when the file is closed, also by the end of the process
            if self.read_bytes(path) != old:
                return False
            self.write_bytes(path, new)
            return True

    def _replace_in_bucket(self, path: str, old: bytes, new: bytes) -> bool:
        """By the generation, a number that every write of an object changes. gcsfs only knows 0, for "none yet"."""
        full = self._full(path)
        self._fs.invalidate_cache(full)
        generation = self._fs.info(full).get("generation")
        if self.read_bytes(path) != old:
            return False
        if generation is None:  # neither a disk nor Google's storage: looking first is the best there is
            self.write_bytes(path, new)
            return True
        bucket, key, _ = self._fs.split_path(full)
        try:
            self._fs.call("POST", f"{self._fs._location}/upload/storage/v1/b/{{}}/o", bucket, uploadType="media",
                          name=key, ifGenerationMatch=generation, data=new)
        except FileExistsError:  # what gcsfs makes of 412 Precondition Failed; perhaps of our own request, sent twice
            return self.read_bytes(path) == new
        finally:
            self._fs.invalidate_cache(full)
        return True

    def upload(self, local: Path, path: str, move: bool = False) -> None:
        """Puts a finished local file into the store under the given path. `move`: the local one may go."""
        full = self._full(path)
        if not self.is_local:
            self._fs.put_file(str(local), full)
            return
        Path(full).parent.mkdir(parents=True, exist_ok=True)
        temporary = f"{full}.{secrets.token_hex(4)}.part"
        if not (move and _renamed(local, temporary)):
            self._fs.cp_file(str(local), temporary)
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, full)
        _sync_folder(full)

    @contextmanager
    def local(self, path: str) -> Iterator[Path]:
        """The object as a file on this machine: itself on a disk, a temporary copy of an object in a bucket."""
        full = self._full(path)
        if self.is_local:
            if not Path(full).exists():
                raise StorageError(f"{self.url} has no object {path}")
            yield Path(full)
            return
        with tempfile.TemporaryDirectory(prefix="estner-") as folder:
            copy = Path(folder) / PurePosixPath(path).name
            self.download(path, copy)
            yield copy

    def download(self, path: str, target: Path) -> None:
        """A copy of the object, which is the caller's to change."""
        try:
            self._fs.get_file(self._full(path), str(target))
        except FileNotFoundError as error:
            raise StorageError(f"{self.url} has no object {path}") from error

    def open(self, path: str) -> BinaryIO:
        try:
            return cast(BinaryIO, self._fs.open(self._full(path), "rb"))
        except FileNotFoundError as error:
            raise StorageError(f"{self.url} has no object {path}") from error

    def exists(self, path: str) -> bool:
        self._fs.invalidate_cache()
        return bool(self._fs.exists(self._full(path)))

    def size(self, path: str) -> int:
        return int(self._fs.size(self._full(path)))

    def list(self, prefix: str) -> list[str]:
        """The paths of all objects under a folder, sorted; unfinished writes and locks are not objects."""
        self._fs.invalidate_cache()
        full = self._full(prefix)
        if not self._fs.exists(full):
            return []
        found = self._fs.find(full)
        return sorted(path.removeprefix(self._root + "/") for path in found if not path.endswith((".part", ".lock")))

    def delete(self, prefix: str) -> None:
        """Deletes an object or everything under a folder; what is not there is no error."""
        with suppress(FileNotFoundError):
            self._fs.rm(self._full(prefix), recursive=True)

    def _full(self, path: str) -> str:
        parts = PurePosixPath(path).parts
        if not parts or path.startswith("/") or ".." in parts:
            raise StorageError(f"not a path inside the store: {path!r}")
        return f"{self._root}/{PurePosixPath(path)}"

    def _write_beside(self, full: str, data: bytes) -> str:
        Path(full).parent.mkdir(parents=True, exist_ok=True)
        temporary = f"{full}.{secrets.token_hex(4)}.part"
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return temporary


def _renamed(local: Path, target: str) -> bool:
    """Whether the file could be moved as it is: not from one disk to another."""
    try:
        os.rename(local, target)
    except OSError:
        return False
    return True


def _sync_folder(full: str) -> None:
    """Makes a new name survive a power cut: POSIX promises it only after the folder itself is synced."""
    descriptor = os.open(Path(full).parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
