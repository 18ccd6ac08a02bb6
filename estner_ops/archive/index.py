"""The objects of the index: one a run, merged into few large ones, without a lock.

    archive/index/<name>.cdxj.gz, .cdxj.idx    lines by sort key and time (entries.py, blocks.py)
    archive/index/<name>.keys.gz, .keys.idx    lines that lead from a digest to them
    archive/index/<name>.json                  commits them and says which segments of which runs they cover

pywb reads the .idx as a ZipNum index with `shard_index_loc: {match: "^", replace: ""}`, and the WARC files with the
store's root as its archive path.

Objects are never rewritten with other lines. A run that is archived again after more of its shards finished makes a new
object that covers more; a merged object covers what its parts do. Readers ignore what another object covers, so two
writers at once, or one that was killed, leave at worst an object too many.
"""

import hashlib
import heapq
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from estner_ops.archive.blocks import lines_from, read_lines, write_lines
from estner_ops.archive.entries import Entry, digest_key, index_lines, key_lines, parse_line
from estner_ops.storage import Storage

FOLDER = "archive/index"
KINDS = ("cdxj", "keys")
_SORTED_AT_ONCE = 200_000  # lines sorted in memory


@dataclass(frozen=True, slots=True)
class IndexObject:
    name: str
    covers: dict[str, int]  # run → number of its committed segments: they only ever become more
    lines: int
    summaries: dict[str, dict[str, Any]] = field(repr=False)  # run → what archive_run said about it

    def stem(self, kind: str) -> str:
        return f"{FOLDER}/{self.name}.{kind}"

    def is_covered_by(self, other: "IndexObject") -> bool:
        return all(other.covers.get(run, -1) >= count for run, count in self.covers.items())


def live_objects(storage: Storage) -> list[IndexObject]:
    """The committed objects that no other one covers, largest first."""
    found = [IndexObject(**storage.read_json(path)) for path in storage.list(FOLDER) if path.endswith(".json")]
    found.sort(key=lambda one: (-len(one.covers), -one.lines, one.name))
    live: list[IndexObject] = []
    for one in found:
        if not any(one.is_covered_by(other) for other in live):
            live = [other for other in live if not other.is_covered_by(one)] + [one]
    return sorted(live, key=lambda one: (-one.lines, one.name))


def write_object(storage: Storage, name: str, covers: dict[str, int], summaries: dict[str, dict[str, Any]],
                 lines: Callable[[str], Iterable[str]]) -> IndexObject:
    """Writes and commits one object; `lines` gives the sorted lines of a kind."""
    counts = {kind: write_lines(storage, f"{FOLDER}/{name}.{kind}", lines(kind)) for kind in KINDS}
    made = IndexObject(name, covers, counts["cdxj"], summaries)
    storage.write_json(f"{FOLDER}/{name}.json", {
        "name": name, "covers": covers, "lines": made.lines, "summaries": summaries})
    return made


def merge_small(storage: Storage) -> IndexObject | None:
    """Merges the small objects when there are several, so that a look-up asks few: sizes grow geometrically."""
    chosen: list[IndexObject] = []
    total = 0
    for one in reversed(live_objects(storage)):
        if chosen and one.lines > 4 * total:
            break
        chosen.append(one)
        total += one.lines
    if len(chosen) < 4:
        return None
    covers: dict[str, int] = {}
    summaries: dict[str, dict[str, Any]] = {}
    for one in chosen:
        for run, count in one.covers.items():
            if count >= covers.get(run, 0):
                covers[run], summaries[run] = count, one.summaries[run]
    name = "merged-" + hashlib.sha224(json.dumps(covers, sort_keys=True).encode()).hexdigest()[:16]
    return write_object(storage, name, covers, summaries,
                        lambda kind: heapq.merge(*(read_lines(storage, one.stem(kind)) for one in chosen)))


def sweep(storage: Storage) -> list[str]:
    """Deletes objects that others cover. Not part of archiving: a reader may still be inside one."""
    live = {one.name for one in live_objects(storage)}
    covered = [path for path in storage.list(FOLDER)
               if path.removeprefix(f"{FOLDER}/").rsplit(".json", 1)[0].rsplit(".cdxj", 1)[0].rsplit(".keys", 1)[0]
               not in live]
    for path in covered:
        storage.delete(path)
    return covered


class Index:
    """The index as it is now, for one or more look-ups."""

    def __init__(self, storage: Storage) -> None:
        self.storage, self.objects = storage, live_objects(storage)

    def search(self, kind: str, prefix: str) -> Iterator[str]:
        """The lines of all objects that begin with the prefix, in order, each once."""
        previous = None
        for line in heapq.merge(*(lines_from(self.storage, one.stem(kind), prefix) for one in self.objects)):
            if line != previous:
                yield line
            previous = line

    def entries(self, sort_key: str, time: str = "") -> Iterator[Entry]:
        """What lies under a sort key, oldest first, at one time or at all."""
        return map(parse_line, self.search("cdxj", f"{sort_key} {time}"))

    def by_key(self, key: str) -> Iterator[Entry]:
        """The entries that a key line (entries.py) leads to."""
        for line in self.search("keys", key):
            _, time, sort_key = line.split(" ", 2)
            yield from self.entries(sort_key, time)

    def with_digest(self, digest: str) -> Iterator[Entry]:
        """The entries whose own record holds the content with this SHA-224."""
        return (entry for entry in self.by_key(digest_key(digest)) if entry.sha224 == digest and not entry.is_revisit)


class LineSorter:
    """Sorts more lines than memory should hold: sorted pieces on disk, merged while they are read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pending: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self._pieces: dict[str, list[Path]] = {kind: [] for kind in KINDS}

    def add(self, entry: Entry) -> None:
        self._pending["cdxj"].extend(index_lines(entry))
        self._pending["keys"].extend(key_lines(entry))
        for kind in KINDS:
            if len(self._pending[kind]) >= _SORTED_AT_ONCE:
                self._spill(kind)

    def lines(self, kind: str) -> Iterator[str]:
        with ExitStack() as stack:
            pieces = [(line.rstrip("\n") for line in stack.enter_context(piece.open(encoding="utf-8", newline="\n")))
                      for piece in self._pieces[kind]]
            yield from heapq.merge(sorted(self._pending[kind]), *pieces)

    def _spill(self, kind: str) -> None:
        piece = self._folder / f"{kind}-{len(self._pieces[kind])}"
        piece.write_text("".join(f"{line}\n" for line in sorted(self._pending[kind])), encoding="utf-8", newline="\n")
        self._pieces[kind].append(piece)
        self._pending[kind] = []
