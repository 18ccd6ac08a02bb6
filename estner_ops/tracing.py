"""Where did my URL go? What the plan said of its log lines, and what came of the document."""

from collections.abc import Iterator
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

from estner_ops.errors import EstnerError
from estner_ops.outcomes import OUTCOMES
from estner_ops.plan import CATALOGUE, canonical_url
from estner_ops.plan import trace as trace_lines
from estner_ops.shards import all_runs, segments
from estner_ops.storage import Storage


def trace(storage: Storage, url: str, run: str | None = None, *, findings: bool = False) -> list[str]:
    """Sentences for a person, for this run or for all of them; empty if no log has the URL.

    With `findings` also what was found by its form. Addresses and phones are often somebody's: not for the public.
    """
    said: list[str] = []
    for chosen in [run] if run else planned_runs(storage):
        lines = trace_lines(storage, chosen, url)
        said += [f"run {chosen}: a known document that was due to be checked again" if line.file == CATALOGUE else
                 f"run {chosen}, {line.file}, line {line.line}: {line.sentence} [{line.outcome}]" for line in lines]
        for shard in sorted({line.shard for line in lines if line.shard}):
            said += [f"run {chosen}, shard {shard}, {what}"
                     for what in _document(storage, chosen, shard, canonical_url(url))]
            if findings:
                said += [f"run {chosen}, shard {shard}, {what}"
                         for what in _findings(storage, chosen, shard, canonical_url(url))]
    return said


def planned_runs(storage: Storage) -> list[str]:
    planned = [run for run in all_runs(storage) if storage.exists(f"runs/{run}/plan/plan.json")]
    if not planned:
        raise EstnerError(f"{storage.url} holds no planned run yet")
    return planned


def _document(storage: Storage, run: str, shard: str, url: str) -> Iterator[str]:
    found = False
    for segment in segments(storage, run, shard):
        for row in _rows(storage, segment.documents, url,
                         ["url", "outcome", "detail", "fetched_at", "mentions", "sha224", "status"]):
            found = True
            detail = f" {row['detail']}" if row["detail"] else ""
            names = f" {row['mentions']} names in version {row['sha224']}." if row["outcome"] == "read" else ""
            # Without a status no server answered: forbidden, unreachable, refused. The sentence says which.
            verb = "not fetched" if row["status"] is None else "fetched"
            yield (f"{verb} {row['fetched_at']:%Y-%m-%d %H:%M:%S} UTC: "
                   f"{OUTCOMES[row['outcome']].sentence} [{row['outcome']}]{detail}{names}")
    if not found:
        yield "not fetched yet"


def _findings(storage: Storage, run: str, shard: str, url: str) -> Iterator[str]:
    for segment in segments(storage, run, shard):
        for row in _rows(storage, segment.findings, url, None) if segment.findings else ():
            yield f"found {row['kind']} {row['value']} at characters {row['start']}-{row['end']}"


def _rows(storage: Storage, path: str, url: str, columns: list[str] | None) -> list[dict[str, Any]]:
    with storage.open(path) as file, pq.ParquetFile(file) as table:
        # Without threads, also those that pq.read_table has for its filters: one that still holds the file when
        # Python ends aborts the process. A segment's table is small.
        rows: list[dict[str, Any]] = table.read(columns, use_threads=False).filter(pc.field("url") == url).to_pylist()
    return rows
