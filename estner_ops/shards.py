"""A shard's output in the store: segments, each committed once, and a marker when the shard is done.

    runs/<run>/shards/<shard>/00000-<attempt>.documents.parquet    what came of each source
    runs/<run>/shards/<shard>/00000-<attempt>.mentions.parquet     the names in them
    runs/<run>/shards/<shard>/00000-<attempt>.findings.parquet     codes, addresses …, if the settings ask for them
    runs/<run>/shards/<shard>/00000-<attempt>.warc.gz              the bytes themselves
    runs/<run>/shards/<shard>/00000.json                           commits them: created once, never replaced
    runs/<run>/shards/<shard>/_SUCCESS                             the shard is whole

Two attempts of the same shard may run at once (a worker that was given up may still be alive). Each writes files of its
own names; the commit is the exclusive creation of `00000.json`, so exactly one of them gets the segment and the other
stops with FencedError. Files that no commit names are rubbish that no reader sees.
"""

import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from estner_ops.errors import FencedError, StorageError
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, FindingRow, MentionRow, parquet

_COMMIT = re.compile(r"/\d{5}\.json$")


@dataclass(frozen=True, slots=True)
class Segment:
    """A committed segment. Paths are relative to the store, "" if there is no such file."""

    run: str
    shard: str
    number: int
    documents: str
    mentions: str
    warc: str
    document_count: int
    mention_count: int
    findings: str = ""


def shard_folder(run: str, shard: str) -> str:
    return f"runs/{run}/shards/{shard}"


class ShardWriter:
    """Writes the segments of one shard, in order, for one attempt."""

    def __init__(self, storage: Storage, run: str, shard: str) -> None:
        self._storage, self._run, self._shard = storage, run, shard
        self._folder = shard_folder(run, shard)
        self._attempt = secrets.token_hex(4)
        self.committed = segments(storage, run, shard)

    @property
    def done(self) -> bool:
        return self._storage.exists(f"{self._folder}/_SUCCESS")

    def warc_name(self) -> str:
        """The name under which the next segment's WARC file will lie: documents rows refer to it."""
        return f"{len(self.committed):05}-{self._attempt}.warc.gz"

    def commit(self, documents: list[DocumentRow], mentions: list[MentionRow], warc: Path | None,
               findings: Sequence[FindingRow] = ()) -> Segment:
        """Makes these rows and this WARC file the next segment, or raises FencedError if another attempt has."""
        number = len(self.committed)
        stem = f"{self._folder}/{number:05}-{self._attempt}"
        segment = Segment(
            self._run, self._shard, number, f"{stem}.documents.parquet", f"{stem}.mentions.parquet",
            f"{stem}.warc.gz" if warc else "", len(documents), len(mentions),
            f"{stem}.findings.parquet" if findings else "",
        )
        self._storage.write_bytes(segment.documents, parquet(documents, DocumentRow))
        self._storage.write_bytes(segment.mentions, parquet(mentions, MentionRow))
        if findings:
            self._storage.write_bytes(segment.findings, parquet(findings, FindingRow))
        if warc:
            self._storage.upload(warc, segment.warc)
        if not self._storage.create(f"{self._folder}/{number:05}.json", json.dumps(asdict(segment)).encode()):
            raise FencedError(f"shard {self._shard} of run {self._run}: another attempt committed segment {number}")
        self.committed.append(segment)
        return segment

    def finish(self, statistics: dict[str, object]) -> None:
        """Marks the shard whole. The statistics lie in the marker, for people and for metadata_sync."""
        self._storage.create(f"{self._folder}/_SUCCESS", json.dumps(statistics, sort_keys=True).encode())


def segments(storage: Storage, run: str, shard: str) -> list[Segment]:
    """The committed segments of one shard, in order, whether the shard is whole or not."""
    found = [Segment(**storage.read_json(path)) for path in storage.list(shard_folder(run, shard))
             if _COMMIT.search(path)]
    if [segment.number for segment in found] != list(range(len(found))):
        raise StorageError(f"shard {shard} of run {run} lacks a segment: {[segment.number for segment in found]}")
    return found


def finished_shards(storage: Storage, run: str) -> list[str]:
    """The shards of a run that are whole, sorted."""
    folder = f"runs/{run}/shards/"
    return sorted(path.removeprefix(folder).split("/")[0] for path in storage.list(folder.rstrip("/"))
                  if path.endswith("/_SUCCESS"))


def finished_segments(storage: Storage, runs: Iterable[str] | None = None) -> list[Segment]:
    """The segments of all whole shards of these runs (of every run if None): what merge, archive and sync read."""
    chosen = all_runs(storage) if runs is None else sorted(runs)
    return [segment for run in chosen for shard in finished_shards(storage, run)
            for segment in segments(storage, run, shard)]


def all_runs(storage: Storage) -> list[str]:
    return sorted({path.split("/")[1] for path in storage.list("runs")})
