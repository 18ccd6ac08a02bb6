"""Tables of a shard's output: a dataclass is a row, a Parquet file is a table."""

import io
import types
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Union, get_args, get_origin, get_type_hints

import pyarrow as pa
import pyarrow.parquet as pq


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """What came of one source in one run: exactly one row per source."""

    url: str
    original_url: str
    host: str
    outcome: str
    detail: str
    fetched_at: datetime
    duration: float
    status: int | None
    final_url: str
    redirects: str  # JSON: [[url, status, location], …]
    headers: str  # JSON: [[name, value], …]
    ip: str
    bytes: int
    sha224: str  # of the content; "" if none was received
    sha1: str  # of the archived payload as sent, Base32: comparable with the crawl log; "" if nothing was archived
    etag: str | None
    last_modified: str | None
    media_type: str
    encoding: str
    language: str
    language_confidence: float
    title: str
    text_sha224: str | None
    characters: int
    mentions: int
    cpu_seconds: float
    warc: str  # file name of the shard's WARC segment, "" if nothing was archived
    warc_offset: int
    warc_length: int
    ner_calls: int = 0  # how often the engine that finds names was called for it


@dataclass(frozen=True, slots=True)
class MentionRow:
    """One name in one version. Character offsets count Unicode code points in the extracted text."""

    url: str
    sha224: str
    type: str
    name: str
    surface: str
    lemma: str
    candidates: list[str]
    decided_by: str
    confidence: float
    start: int
    end: int
    snippet: str


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One thing found in one version by its form: a registry code, an e-mail address … Only if the settings ask."""

    url: str
    sha224: str
    kind: str
    value: str  # in one form for all
    surface: str
    start: int
    end: int


_ARROW: dict[Any, pa.DataType] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
    datetime: pa.timestamp("us", tz="UTC"),
    list[str]: pa.list_(pa.string()),
}


def schema(row: type) -> pa.Schema:
    """The Arrow schema of a row dataclass; `X | None` becomes a nullable column."""
    hints = get_type_hints(row)
    return pa.schema([_column(field.name, hints[field.name]) for field in fields(row)])


def parquet(rows: Iterable[Any], row: type) -> bytes:
    """The rows as one Parquet file."""
    names = [field.name for field in fields(row)]
    columns: list[tuple[Any, ...]] = list(zip(*map(_flat, rows), strict=True)) or [()] * len(names)
    table = pa.table([pa.array(column, type=kind.type) for column, kind in zip(columns, schema(row), strict=True)],
                     schema=schema(row))
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def _flat(row: Any) -> tuple[Any, ...]:
    return tuple(getattr(row, field.name) for field in fields(row))


def _column(name: str, hint: Any) -> pa.Field:
    nullable = get_origin(hint) in (Union, types.UnionType)
    kind = next(arg for arg in get_args(hint) if arg is not type(None)) if nullable else hint
    return pa.field(name, _ARROW[kind], nullable=nullable)
