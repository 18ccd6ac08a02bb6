"""Takes a run into the archive.

The WARC files stay where their shard committed them: a committed segment is immutable and names its WARC, copying would
store every byte twice, and moving would break the segment. The archive is the index over them; `filename` in it is the
path under the store's root, which is what a replay tool is pointed at.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from pathlib import Path

import pyarrow.parquet as pq

from estner_ops.archive.entries import REVISIT, Entry
from estner_ops.archive.index import LineSorter, live_objects, merge_small, write_object
from estner_ops.errors import StorageError
from estner_ops.settings import Settings
from estner_ops.shards import Segment, finished_segments, shard_folder
from estner_ops.storage import Storage

_COLUMNS = ["url", "final_url", "fetched_at", "status", "outcome", "media_type", "sha1", "sha224", "bytes",
            "warc", "warc_offset", "warc_length"]
_EMPTY = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"  # SHA-1 of nothing: there is nothing to refer to


@dataclass(frozen=True, slots=True)
class ArchiveSummary:
    run: str
    segments: int
    warcs: int
    warc_bytes: int  # as they lie in the store, compressed
    records: int  # documents of the run whose bytes, or a reference to earlier ones, were archived
    payload_bytes: int  # of these documents, as sent
    revisits: int  # records that refer to identical bytes archived earlier
    revisit_bytes: int  # that were sent but not stored again

    @property
    def sentence(self) -> str:
        """What happened, for a person."""
        return (f"{self.records:,} records in {self.warcs:,} WARC files of {self.warc_bytes:,} bytes; "
                f"{self.revisits:,} refer to bytes that are archived already, which saved "
                f"{self.revisit_bytes:,} bytes.")


def archive_totals(storage: Storage) -> dict[str, int]:
    """The summaries of all archived runs, added up: what the archive holds and what references saved it."""
    covering = sorted(((count, run, one.summaries[run]) for one in live_objects(storage)
                       for run, count in one.covers.items()), key=lambda found: found[:2])
    runs = {run: summary for _, run, summary in covering}  # of a run that was archived twice the fuller summary
    names = [field.name for field in fields(ArchiveSummary) if field.name != "run"]
    return {"runs": len(runs)} | {name: sum(int(summary[name]) for summary in runs.values()) for name in names}


def archive_run(storage: Storage, settings: Settings, run: str) -> ArchiveSummary:  # noqa: ARG001
    """Indexes the WARC files of a run's finished shards; a second call finds its work done."""
    segments = finished_segments(storage, [run])
    for one in live_objects(storage):
        if one.covers.get(run, -1) >= len(segments):
            return ArchiveSummary(**one.summaries[run])
    tally = _Tally()
    with tempfile.TemporaryDirectory(prefix="estner-") as folder:
        sorter = LineSorter(Path(folder))
        for _, of_shard in groupby(segments, key=lambda segment: segment.shard):
            seen: set[tuple[str, str]] = set()
            for segment in of_shard:
                tally.add_warc(storage, segment)
                for entry in segment_entries(storage, segment, seen):
                    tally.add(entry)
                    sorter.add(entry)
        summary = ArchiveSummary(run, len(segments), **asdict(tally))
        write_object(storage, f"{run}-{len(segments):05}", {run: len(segments)}, {run: asdict(summary)}, sorter.lines)
    merge_small(storage)
    return summary


@dataclass(slots=True)
class _Tally:
    warcs: int = 0
    warc_bytes: int = 0
    records: int = 0
    payload_bytes: int = 0
    revisits: int = 0
    revisit_bytes: int = 0

    def add_warc(self, storage: Storage, segment: Segment) -> None:
        if not segment.warc:
            return
        try:
            self.warc_bytes += storage.size(segment.warc)
        except FileNotFoundError as error:
            raise StorageError(f"{segment.warc} is missing: segment {segment.number} of shard {segment.shard} names it "
                               f"for {segment.document_count} documents") from error
        self.warcs += 1

    def add(self, entry: Entry) -> None:
        self.records += 1
        self.payload_bytes += entry.bytes
        if entry.is_revisit:
            self.revisits += 1
            self.revisit_bytes += entry.bytes


def segment_entries(storage: Storage, segment: Segment, seen: set[tuple[str, str]]) -> Iterator[Entry]:
    """The archived documents of a segment, in the order of their records.

    `seen`: the payloads that each attempt at the shard has written so far. By it one knows without reading the WARC
    which records only refer to a payload: an attempt writes each once.
    """
    folder = shard_folder(segment.run, segment.shard)
    attempt = segment.warc.rpartition("-")[2]
    with storage.local(segment.documents) as local:
        rows = pq.read_table(local, columns=_COLUMNS).to_pylist()
    for row in sorted((row for row in rows if row["warc"]), key=lambda row: row["warc_offset"]):
        payload = (attempt, row["sha1"])
        is_revisit = row["outcome"] == "not-modified" or (
            row["sha1"] != _EMPTY and (row["outcome"] == "unchanged" or payload in seen))
        if row["sha1"] and not is_revisit:
            seen.add(payload)
        yield Entry(
            document=row["url"], url=row["final_url"] or row["url"], time=row["fetched_at"], status=row["status"],
            media_type=REVISIT if is_revisit else row["media_type"] or "unk",
            sha1=row["sha1"], sha224=row["sha224"], bytes=row["bytes"],
            warc=f"{folder}/{row['warc']}", offset=row["warc_offset"], length=row["warc_length"],
        )
