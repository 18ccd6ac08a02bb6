"""Where a crawl log lies: a file, a folder, a glob, rotated files, on a disk or in a bucket, under an allowed root."""

import glob
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import unquote, urlsplit

import fsspec

from estner_ops.errors import LogError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_WILDCARD = re.compile(r"[*?\[]")
_CHECKPOINT = re.compile(r"\.cp(\d+)")


@dataclass(frozen=True, slots=True)
class LogFile:
    """One file of a log: a resolved path on this machine, or a URL."""

    name: str

    def open(self) -> BinaryIO:
        try:
            return cast(BinaryIO, fsspec.open(self.name, "rb").open() if _SCHEME.match(self.name)
                        else open(self.name, "rb", buffering=0))
        except OSError as error:
            raise LogError(f"{self.name} cannot be opened: {error.strerror or error}") from error


def find_logs(log_path: str, roots: Sequence[str]) -> list[LogFile]:
    """The files of a log, oldest first. LogError if there is none or one of them lies outside the roots."""
    if not log_path.strip() or "\0" in log_path:
        raise LogError(f"{log_path!r} does not name a crawl log: give the path or URL of a file, a folder or a glob")
    try:
        names = _remote(log_path, roots) if _is_remote(log_path) else _local(log_path, roots)
    except OSError as error:  # a name too long, a folder without permission
        raise LogError(f"the crawl log {log_path} cannot be read: {error.strerror or error}") from error
    if not names:
        raise LogError(f"there is no crawl log {log_path}: no file of that name was found")
    return [LogFile(name) for name in sorted(names, key=_age)]


def _local(log_path: str, roots: Sequence[str]) -> list[str]:
    folders = [_resolve(_path_of(root)) for root in roots if not _is_remote(root)]
    given = _path_of(log_path)
    # A relative path is meant from where the person stands or, in a task, from one of the roots.
    places = [given] if given.is_absolute() else [Path.cwd() / given, *(folder / given for folder in folders)]
    inside = [place for place in places if _is_under(_resolve(_fixed_part(place)), folders)]
    if not inside:
        raise _outside(log_path, roots)
    for place in inside:
        found = list(_files_at(place))
        if not all(_is_under(path, folders) for path in found):
            raise _outside(log_path, roots)  # a link inside a root that leads out of it
        if found:
            return [str(path) for path in found]
    return []


def _files_at(place: Path) -> Iterator[Path]:
    if place.is_dir():
        candidates: Iterable[str] = _logs_among(str(one) for one in place.iterdir())
    elif place.exists() or not _WILDCARD.search(str(place)):
        candidates = [str(place)]
    else:
        candidates = glob.iglob(str(place), recursive=True)
    return (resolved for one in candidates if (resolved := _resolve(Path(one))).is_file())


def _remote(log_path: str, roots: Sequence[str]) -> list[str]:
    # No file system is made before the URL is known to be under a root: fsspec would open any scheme, and "::" chains.
    parts = log_path.split("://", 1)[1].split("/")
    under = any(log_path.rstrip("/") == root or log_path.startswith(root + "/")
                for root in (root.rstrip("/") for root in roots if _is_remote(root)))
    if not under or "::" in log_path or ".." in parts or "." in parts:
        raise _outside(log_path, roots)
    files, path = fsspec.core.url_to_fs(log_path)
    if files.isfile(path):
        found = [path]
    elif files.isdir(path):
        found = _logs_among(one["name"] for one in files.ls(path, detail=True) if one["type"] == "file")
    elif _WILDCARD.search(path):
        found = [one for one in files.glob(path) if files.isfile(one)]
    else:
        found = []
    return [str(files.unstrip_protocol(one)) for one in found]


def _logs_among(names: Iterable[str]) -> list[str]:
    """What in a folder belongs to the crawl log: Heritrix puts other logs beside it."""
    visible = [name for name in names if not Path(name).name.startswith(".") and not name.endswith((".lck", ".part"))]
    return [name for name in visible if re.search(r"crawl.*\.log", Path(name).name, re.IGNORECASE)] or visible


def _age(name: str) -> tuple[str, float, str]:
    """Checkpoints by their number, then the file that was being written when the crawl ended."""
    base = name.removesuffix(".gz")
    checkpoint = _CHECKPOINT.search(base)
    return (base[:checkpoint.start()], int(checkpoint[1]), name) if checkpoint else (base, float("inf"), name)


def _fixed_part(place: Path) -> Path:
    """The part of a glob before its first wildcard."""
    fixed = Path(place.anchor)
    for part in place.parts[1:]:
        if _WILDCARD.search(part) and not (fixed / part).exists():
            break
        fixed /= part
    return fixed


def _resolve(path: Path) -> Path:
    try:
        return path.resolve()
    except RuntimeError as error:  # links in a circle
        raise LogError(f"{path} is a link that leads to itself") from error


def _is_remote(location: str) -> bool:
    scheme = _SCHEME.match(location)
    return scheme is not None and scheme[1].lower() not in ("file", "local")


def _path_of(location: str) -> Path:
    return Path(unquote(urlsplit(location).path)) if _SCHEME.match(location) else Path(location)


def _is_under(path: Path, folders: Sequence[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _outside(log_path: str, roots: Sequence[str]) -> LogError:
    return LogError(f"{log_path} lies outside the places for crawl logs ({', '.join(roots)}): "
                    "put it into one of them or add its folder to ESTNER_LOG_ROOTS")
