"""A plan being made: outcomes and sources go to files as they come, then the sources are sorted into their shards.

Of all that grows with the log, only the digests of the judge stay in memory. Beside them there are the columns of one
block of lines, or what DuckDB may hold while it sorts.
"""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from estner_ops.errors import LogError
from estner_ops.plan.balance import HostLoad
from estner_ops.plan.judge import Block, SourceColumns
from estner_ops.plan.layout import HOSTS, LINES, SOURCES
from estner_ops.plan.parts import PartCutter
from estner_ops.settings import ROOT, Settings

_BY_SHARD = ROOT / "sql" / "plan" / "sources_by_shard.sql"
_UNSORTED = pa.schema([("host", pa.int32()), *(SOURCES.field(name) for name in SourceColumns._fields[1:])])
_ROWS = 20_000  # in a row group of sources: what a shard's reader holds at a time
_SORT_MEMORY = "200MB"


class Draft:
    """The tables of a plan, in a temporary folder until they are whole."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = tempfile.TemporaryDirectory(prefix="estner-plan-")
        folder = Path(self._folder.name)
        self.lines, self.sources, self.hosts = (folder / f"{name}.parquet" for name in ("lines", "sources", "hosts"))
        self._unsorted = folder / "unsorted.parquet"
        self._line_writer = pq.ParquetWriter(self.lines, LINES, compression="zstd", compression_level=1,
                                             use_dictionary=["file", "outcome", "status", "media_type"])
        self._source_writer = pq.ParquetWriter(self._unsorted, _UNSORTED, compression="lz4", write_statistics=False,
                                               use_dictionary=["media_type", "warc_filename"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._close()
        self._folder.cleanup()

    def add(self, file: int, first_line: int, block: Block) -> None:
        """Appends what was decided on consecutive lines of a file."""
        count = len(block.lines.url)
        place = [np.full(count, file, np.int32), np.arange(first_line, first_line + count)]
        self._line_writer.write_batch(_batch([*place, *block.lines], LINES))
        if block.sources.url:
            self._source_writer.write_batch(_batch(block.sources, _UNSORTED))

    def sort(self, hosts: list[HostLoad], shards: list[list[HostLoad]]) -> list[int]:
        """Writes the sources by shard, and the hosts; returns the number of parts of each shard."""
        self._close()
        places = _places(hosts, shards)
        pq.write_table(places.select(HOSTS.names), self.hosts, compression="zstd")
        parts = [1] * len(shards)
        cutters = {number: PartCutter(self._settings) for number, shard in enumerate(shards) if len(shard) == 1}
        with pq.ParquetWriter(self.sources, SOURCES, compression="zstd", compression_level=1) as writer:
            for rows in _row_groups(self._sorted(places)):
                number = rows["shard"][0].as_py()
                sizes = rows["size"].fill_null(0).to_numpy()
                cuts = cutters[number].cut(sizes) if number in cutters else np.zeros(len(rows), np.int32)
                parts[number] = int(cuts[-1]) + 1
                writer.write_table(rows.append_column("part", pa.array(cuts)).select(SOURCES.names), _ROWS)
        return parts

    def check(self, lines: int, sources: int) -> None:
        """The tables hold what was decided, no row more or less: nothing got lost on the way to its shard."""
        written = (pq.read_metadata(self.lines).num_rows, pq.read_metadata(self.sources).num_rows)
        if written != (lines, sources):
            raise LogError(f"{lines:,} lines and {sources:,} sources were decided on, {written} were written")

    def _sorted(self, places: pa.Table) -> Iterator[pa.RecordBatch]:
        with duckdb.connect(config={"threads": 1, "memory_limit": _SORT_MEMORY,
                                    "temp_directory": self._folder.name}) as engine:
            engine.register("place", places)
            query = engine.sql(_BY_SHARD.read_text(), params={"sources": str(self._unsorted)})
            yield from query.to_arrow_reader(_ROWS)

    def _close(self) -> None:
        self._line_writer.close()
        self._source_writer.close()


def _batch(columns: Iterable[Any], schema: pa.Schema) -> pa.RecordBatch:
    return pa.record_batch([pa.array(column, kind.type) for column, kind in zip(columns, schema, strict=True)],
                           schema=schema)


def _places(hosts: list[HostLoad], shards: list[list[HostLoad]]) -> pa.Table:
    """For each host's number its shard and its place in it."""
    place = {load.host: (number, rank) for number, shard in enumerate(shards) for rank, load in enumerate(shard)}
    shard, rank = zip(*(place[load.host] for load in hosts), strict=True)
    return pa.table({
        "number": pa.array(range(len(hosts)), pa.int32()), "host": pa.array([load.host for load in hosts], pa.string()),
        "shard": pa.array(shard, pa.int32()), "rank": pa.array(rank, pa.int32()),
        "documents": pa.array([load.documents for load in hosts], pa.int64()),
    })


def _row_groups(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Sorted rows regrouped so that a row group never holds two shards."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        starts = np.flatnonzero(np.diff(batch["shard"].to_numpy(), prepend=-1))
        for start, end in zip(starts, [*starts[1:], len(batch)], strict=True):
            rows = batch.slice(start, end - start)
            same = held and held[0]["shard"][0] == rows["shard"][0]
            if held and (not same or sum(map(len, held)) + len(rows) > _ROWS):
                yield pa.Table.from_batches(held)
                held = []
            held.append(rows)
    if held:
        yield pa.Table.from_batches(held)
