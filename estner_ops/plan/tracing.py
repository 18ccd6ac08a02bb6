"""Where did my URL go? Every line of the log that has it, and what became of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq

from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.address import canonical_address, identity_of
from estner_ops.plan.layout import Tables, read_tables, shard_name
from estner_ops.storage import Storage


@dataclass(frozen=True, slots=True)
class LineTrace:
    """One line of the log and its outcome; `shard` is there if the line was accepted."""

    file: str
    line: int
    url: str
    outcome: str
    sentence: str
    status: int | None
    media_type: str
    shard: str | None


def trace(storage: Storage, run: str, url: str) -> list[LineTrace]:
    """Every line with this URL, in any spelling of it, in the order of the log."""
    try:
        identity = identity_of(url.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:  # half a character: no log can hold it
        return []
    tables = read_tables(storage, run)
    return [_line(storage, tables, row) for row in _rows(storage, tables, crc32(identity))
            if identity_of(row["url"].encode()) == identity]


def _rows(storage: Storage, tables: Tables, key: int) -> Iterator[dict[str, Any]]:
    """The rows with this key. Of the whole table only the keys are read, a row group at a time.

    Without threads, here and below: one that still holds the Python file when Python ends aborts the process.
    """
    with storage.open(tables.lines) as file, pq.ParquetFile(file) as table:
        for number in range(table.num_row_groups):
            keys = table.read_row_group(number, ["key"], use_threads=False)["key"].to_numpy()
            places = np.flatnonzero(keys == key)
            if len(places):
                yield from table.read_row_group(number, use_threads=False).take(places).to_pylist()


def _line(storage: Storage, tables: Tables, row: dict[str, Any]) -> LineTrace:
    outcome = row["outcome"]
    return LineTrace(tables.files[row["file"]], row["line"], row["url"], outcome, OUTCOMES[outcome].sentence,
                     row["status"], row["media_type"],
                     _shard(storage, tables, row["url"]) if outcome == "accepted" else None)


def _shard(storage: Storage, tables: Tables, url: str) -> str | None:
    found = canonical_address(url.encode())
    if found is None:
        return None
    with storage.open(tables.hosts) as file, pq.ParquetFile(file) as table:
        hosts = table.read(use_threads=False)
    numbers = hosts.filter(pc.field("host") == found[1])["shard"].to_pylist()
    return shard_name(numbers[0]) if numbers else None
