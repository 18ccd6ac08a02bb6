"""Where did my URL go? Every line of the log that has it, and what became of each."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq

from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.address import canonical_address
from estner_ops.plan.judge import address_key
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
    tables = read_tables(storage, run)
    identity = _identity(url)
    return [found for found in _lines(storage, tables, url) if _identity(found.url) == identity]


def _lines(storage: Storage, tables: Tables, url: str) -> Iterator[LineTrace]:
    """The lines with the URL's key. Of the whole table only the keys are read, a row group at a time."""
    key = address_key(url)
    with storage.open(tables.lines) as file, pq.ParquetFile(file) as table:
        for number in range(table.num_row_groups):
            keys = table.read_row_group(number, ["key"])["key"].to_numpy()
            places = np.flatnonzero(keys == key)
            if len(places):
                for row in table.read_row_group(number).take(places).to_pylist():
                    outcome = row["outcome"]
                    shard = _shard(storage, tables, row["url"]) if outcome == "accepted" else None
                    yield LineTrace(tables.files[row["file"]], row["line"], row["url"], outcome,
                                    OUTCOMES[outcome].sentence, row["status"], row["media_type"], shard)


def _shard(storage: Storage, tables: Tables, url: str) -> str | None:
    identity = canonical_address(url.encode())
    if identity is None:
        return None
    with storage.open(tables.hosts) as file:
        hosts = pq.read_table(file)
    found = hosts.filter(pc.field("host") == identity[1])["shard"].to_pylist()
    return shard_name(found[0]) if found else None


def _identity(url: str) -> bytes:
    address = url.encode("utf-8", "surrogateescape")
    identity = canonical_address(address)
    return identity[0] if identity else address
