"""A plan in the store: three tables and, written last, the summary that commits them.

    runs/<run>/plan/<attempt>.lines.parquet      every line of the log: where it stands, its URL, its outcome
    runs/<run>/plan/<attempt>.sources.parquet    every source, by shard and part: a shard reads only its row groups
    runs/<run>/plan/<attempt>.hosts.parquet      which host lies in which shard
    runs/<run>/plan/plan.json                    counts and shards; created once, names the three

Two attempts may plan the same run at once. Each writes tables of its own names; the one that creates `plan.json` wins,
and the other takes what is there.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from estner_ops.errors import StorageError
from estner_ops.records import Known, Source
from estner_ops.storage import Storage

LINES = pa.schema([
    ("file", pa.int32()), ("line", pa.int64()), ("url", pa.string()), ("key", pa.uint32()), ("outcome", pa.string()),
    ("status", pa.int32()), ("media_type", pa.string()),
])
SOURCES = pa.schema([
    ("shard", pa.int32()), ("part", pa.int32()), ("host", pa.string()), ("url", pa.string()),
    ("original_url", pa.string()), ("media_type", pa.string()), ("size", pa.int64()), ("crawl_digest", pa.string()),
    ("warc_filename", pa.string()), ("warc_offset", pa.int64()), ("known_sha224", pa.string()),
    ("known_text_sha224", pa.string()), ("known_etag", pa.string()), ("known_last_modified", pa.string()),
    ("known_sha1", pa.string()), ("known_url", pa.string()),
])
HOSTS = pa.schema([("host", pa.string()), ("shard", pa.int32()), ("documents", pa.int64())])


@dataclass(frozen=True, slots=True)
class ShardInfo:
    """A shard as people and mapped tasks see it."""

    id: str
    label: str
    hosts: int
    documents: int
    bytes: int
    parts: int


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """What became of a log: `counts` has every outcome and adds up to `lines`."""

    run: str
    log_path: str
    lines: int
    counts: dict[str, int]
    documents: int
    bytes: int
    shards: tuple[ShardInfo, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """The names of a plan's tables in the store, and of the files that were read."""

    lines: str
    sources: str
    hosts: str
    files: tuple[str, ...]


def plan_folder(run: str) -> str:
    return f"runs/{run}/plan"


def shard_name(number: int) -> str:
    return f"{number:04}"


def is_planned(storage: Storage, run: str) -> bool:
    return storage.exists(f"{plan_folder(run)}/plan.json")


def commit(storage: Storage, summary: PlanSummary, tables: Tables) -> bool:
    """Makes the tables the plan of the run; False if another attempt has been faster."""
    content = asdict(summary) | {"tables": asdict(tables)}
    data = json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")
    return storage.create(f"{plan_folder(summary.run)}/plan.json", data)


def read_plan(storage: Storage, run: str) -> PlanSummary:
    content = _read(storage, run)
    del content["tables"]
    return PlanSummary(**content | {"shards": tuple(ShardInfo(**shard) for shard in content["shards"])})


def read_tables(storage: Storage, run: str) -> Tables:
    tables = _read(storage, run)["tables"]
    return Tables(**tables | {"files": tuple(tables["files"])})


def shard_sources(storage: Storage, run: str, shard: str) -> Iterator[Source]:
    """The sources of one shard, part by part, host by host, in the order of the log."""
    yield from map(_source, _rows(storage, run, shard))


def shard_parts(storage: Storage, run: str, shard: str) -> Iterator[list[Source]]:
    """The parts of one shard, to be run one after another. Only one part is held in memory, and a row group."""
    for _, rows in groupby(_rows(storage, run, shard), key=itemgetter("part")):
        yield list(map(_source, rows))


def _read(storage: Storage, run: str) -> dict[str, Any]:
    if not is_planned(storage, run):
        raise StorageError(f"there is no run {run!r} in {storage.url}: it was never planned, or its name is another")
    content: dict[str, Any] = storage.read_json(f"{plan_folder(run)}/plan.json")
    return content


def _rows(storage: Storage, run: str, shard: str) -> Iterator[dict[str, Any]]:
    """The rows of one shard: of the table only the row groups that hold them are read."""
    if shard not in {info.id for info in read_plan(storage, run).shards}:
        raise StorageError(f"the plan of run {run} has no shard {shard}")
    with storage.open(read_tables(storage, run).sources) as file, pq.ParquetFile(file) as table:
        column = table.schema_arrow.get_field_index("shard")
        for number in range(table.num_row_groups):
            bounds = table.metadata.row_group(number).column(column).statistics
            if bounds.min <= int(shard) <= bounds.max:
                yield from table.read_row_group(number).to_pylist()


def _source(row: dict[str, Any]) -> Source:
    sha224 = row["known_sha224"]
    known = Known(sha224, row["known_text_sha224"], row["known_etag"], row["known_last_modified"],
                  row["known_sha1"], row.get("known_url") or "") if sha224 else None
    return Source(row["url"], row["original_url"], row["host"], row["media_type"], row["size"], row["crawl_digest"],
                  row["warc_filename"], row["warc_offset"], known)
