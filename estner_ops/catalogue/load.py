"""Loads shard tables into the catalogue in bulk: staged as they are, then taken over by a few statements."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from sqlalchemy import Connection

from estner_ops.catalogue.database import execute, has_statement, statement
from estner_ops.outcomes import OUTCOMES
from estner_ops.settings import Settings
from estner_ops.shards import Segment, shard_folder
from estner_ops.storage import Storage

DAY = 86_400_000_000  # microseconds
_COLUMNS = (
    "url", "original_url", "host", "outcome", "detail", "fetched_at", "status", "final_url", "redirects", "headers",
    "bytes", "sha224", "sha1", "etag", "last_modified", "media_type", "encoding", "language", "title", "text_sha224",
    "characters", "mentions", "warc", "warc_offset", "warc_length",
)
# PostgreSQL plans by what it knows of a table: it has to be told of the rows, and again of the numbers they were given.
_STEPS = ("analyze_staged", "add_hosts", "link", "link_new", "analyze_staged", "mark_hosts", "mark_uncounted",
          "count_outcomes", "count_moved", "upsert_documents", "add_versions", "add_events")

_COUNTING = ("clear_tallies", "count_tallies", "clear_host_tallies", "count_host_tallies", "count_hosts",
             "clear_overview", "count_overview", "analyze")


def load_outcomes(connection: Connection) -> None:
    for outcome in OUTCOMES.values():
        execute(connection, "catalogue/add_outcome", {
            "code": outcome.code, "stage": outcome.stage, "sentence": outcome.sentence,
            "availability": outcome.availability, "retry": int(outcome.retry)})


def load_segments(connection: Connection, storage: Storage, settings: Settings, run_id: int,
                  segments: list[Segment]) -> int:
    """Loads these segments, which are not loaded yet; returns the number of documents."""
    _run(connection, ("staging", "staging_index", "unstage"))
    documents = 0
    for segment in segments:
        rows = list(_rows(storage, segment))
        _stage(connection, rows)
        execute(connection, "catalogue/add_segment",
                {"path": segment.documents, "run_id": run_id, "documents": len(rows)})
        documents += len(rows)
    values = {"run_id": run_id, "tries": settings.unreachable_tries,
              "minimum": int(settings.recheck_minimum_days * DAY), "maximum": int(settings.recheck_maximum_days * DAY)}
    _run(connection, (*_STEPS, "unstage"), values)
    return documents


def _run(connection: Connection, steps: Iterable[str], values: dict[str, int] | None = None) -> None:
    """Runs those of the steps that this database needs."""
    for step in steps:
        if has_statement(connection, f"catalogue/{step}"):
            execute(connection, f"catalogue/{step}", values)


def count_documents(connection: Connection) -> None:
    """Brings the tallies up to date for the hosts of which something changed."""
    for step in _COUNTING:
        execute(connection, f"catalogue/{step}")


def _rows(storage: Storage, segment: Segment) -> Iterator[tuple[Any, ...]]:
    with storage.local(segment.documents) as path:
        table = pq.read_table(path, columns=list(_COLUMNS))
    columns = []
    folder = shard_folder(segment.run, segment.shard)
    for name in _COLUMNS:
        column = table[name]
        if pa.types.is_timestamp(column.type):
            column = column.cast(pa.int64())
        elif pa.types.is_string(column.type):
            column = pc.replace_substring(column, "\0", "")  # PostgreSQL's text cannot hold it
        columns.append(column.to_pylist())
    columns[_COLUMNS.index("warc")] = [f"{folder}/{warc}" if warc else "" for warc in columns[_COLUMNS.index("warc")]]
    digests = [hashlib.sha224(url.encode()).hexdigest() for url in columns[0]]
    return zip(digests, *columns, strict=True)


def _stage(connection: Connection, rows: list[tuple[Any, ...]]) -> None:
    driver = connection.connection.driver_connection
    sql = statement("catalogue/stage", connection.dialect.name)
    assert driver is not None
    if connection.dialect.name == "postgresql":
        with driver.cursor() as cursor, cursor.copy(sql) as copy:
            for row in rows:
                copy.write_row(row)
    else:
        driver.executemany(sql, rows)
