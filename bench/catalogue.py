"""Browsing a catalogue of 3 million generated documents, on SQLite and on PostgreSQL.

    ./estner bench catalogue [--documents 3000000] [--only sqlite]

Writes shard tables, loads them as `metadata_sync` does (without writing host files), and times each question several
times. The peer is the straightforward query on the same tables: filter, sort, count, without tallies and without a
choice of plan.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bench.plans import explain, indexes, reads_all_documents
from estner_ops.catalogue import Filter, browse, sync_run, top_hosts
from estner_ops.catalogue.database import open_engine, reading
from estner_ops.settings import ROOT, Settings
from estner_ops.shards import Segment, shard_folder
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, schema
from tests import postgres

SEGMENT = 50_000
START = datetime(2026, 1, 1, tzinfo=UTC)
TYPES = ["text/html", "application/pdf", "text/plain", "application/vnd.ms-excel", "application/xml",
         "application/json", "application/rtf"]
LANGUAGES = ["et", "ru", "en", "und", "fi"]
OUTCOMES = ["read", "gone", "http-error", "timed-out", "foreign-language", "no-text", "robots-forbidden",
            "broken-document", "encrypted", "dns-failed"]
HEADERS = json.dumps([["Date", "Thu, 01 Jan 2026 00:00:00 GMT"], ["Server", "Apache/2.4"],
                      ["Content-Type", "text/html; charset=utf-8"], ["ETag", '"5f-1a2b3c"'],
                      ["Cache-Control", "max-age=0, must-revalidate"], ["Content-Length", "48211"]])
QUESTIONS: list[tuple[str, Filter, str]] = [
    ("everything, newest", Filter(), "newest"),
    ("everything, by address", Filter(), "url"),
    ("everything, largest", Filter(), "largest"),
    ("one host", Filter(host="asutus1234.ee"), "newest"),
    ("one host, by address", Filter(host="asutus1234.ee"), "url"),
    ("part of a host's name, 1 %", Filter(host="asutus12"), "newest"),
    ("part of a host's name, 1 %, largest", Filter(host="asutus12"), "largest"),
    ("part of a host's name, half of them", Filter(host="1"), "newest"),
    ("PDF", Filter(media_type="application/pdf"), "newest"),
    ("a rare type, most names", Filter(media_type="application/rtf"), "mentions"),
    ("Russian, by address", Filter(language="ru"), "url"),
    ("with errors, last checked", Filter(errors=True), "checked"),
    ("gone, last checked", Filter(standing="gone"), "checked"),
    ("gone, most names", Filter(standing="gone"), "mentions"),
    ("encrypted, largest", Filter(standing="encrypted"), "largest"),
    ("one week", Filter(since=date(2026, 1, 12), until=date(2026, 1, 18)), "largest"),
    ("one day, PDF", Filter(media_type="application/pdf", since=date(2026, 1, 12), until=date(2026, 1, 12)), "newest"),
    ("changed since", Filter(changed_since=date(2026, 2, 3)), "newest"),
    ("changed since, Estonian, most names", Filter(language="et", changed_since=date(2026, 2, 3)), "mentions"),
    ("part of a name, PDF, with errors", Filter(host="asutus2", media_type="application/pdf", errors=True), "checked"),
]


def main(arguments: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="bench catalogue")
    parser.add_argument("--documents", type=int, default=3_000_000)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--explain", action="store_true", help="print the whole plan of every question")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="estner-bench-") as name:
        folder = Path(name)
        storage = Storage((folder / "store").as_uri())
        print(f"writing shard tables of {chosen.documents:,} documents …", flush=True)
        generate(storage, "first", chosen.documents, START, 1.0)
        generate(storage, "second", chosen.documents, START + timedelta(days=31), 0.03)
        figures: dict[str, Any] = {"documents": chosen.documents}
        for database, opened in (("sqlite", _sqlite), ("postgresql", _postgresql)):
            if chosen.only in (None, database):
                with opened(folder) as url:
                    settings = replace(Settings(), store=storage.url, catalogue=url)
                    figures[database] = measure(storage, settings, chosen.explain)
    return figures


def measure(storage: Storage, settings: Settings, explained: bool) -> dict[str, Any]:
    url = settings.catalogue
    print(f"\n{url.split(':')[0]}", flush=True)
    loads = {}
    for run in ("first", "second"):
        summary = sync_run(storage, settings, run, publish=False)
        loads[run] = summary.seconds
        print(f"  sync of the {run} run: {summary.seconds:.1f} s, "
              f"{summary.documents / summary.seconds:,.0f} documents/s", flush=True)
    times, peers = {}, {}
    for name, chosen, order in QUESTIONS:
        page = browse(url, chosen, order, most=50)  # type: ignore[arg-type]
        times[name] = _median(lambda c=chosen, o=order: browse(url, c, o, most=50))
        following = 0.0
        if page.next:
            following = _median(lambda c=chosen, o=order, n=page.next: browse(url, c, o, after=n, most=50))
        peers[name] = _median(lambda c=chosen, o=order: _peer(url, c, o), times=1)
        plan = explain(url, chosen, order)  # type: ignore[arg-type]
        if reads_all_documents(plan):
            raise AssertionError("\n".join([f"{name}: reads all documents", *plan]))
        print(f"  {times[name]:8.1f} ms   next page {following:7.1f} ms   plain query {peers[name]:9.1f} ms   "
              f"{page.facets.total:9,} documents   {name}   {' '.join(indexes(plan))}", flush=True)
        if explained:
            print("\n".join(f"      {line}" for line in plan), flush=True)
        times[name] = max(times[name], following)
    hosts = _median(lambda: top_hosts(url, Filter(media_type="application/pdf")))
    print(f"  {hosts:8.1f} ms   the hosts with the most PDF documents", flush=True)
    open_engine(url).dispose()
    return {
        "load_seconds": loads["first"], "update_load_seconds": loads["second"],
        "median_ms": round(statistics.median(times.values()), 1), "slowest_ms": round(max(times.values()), 1),
        "slowest": max(times, key=lambda name: times[name]), "top_hosts_ms": round(hosts, 1),
        "plain_median_ms": round(statistics.median(peers.values()), 1),
        "plain_slowest_ms": round(max(peers.values()), 1),
    }


def generate(storage: Storage, run: str, documents: int, start: datetime, share: float) -> None:
    """Finished shards of a run. With a share below 1 the rest of the documents are unchanged."""
    rng = np.random.default_rng(int(start.timestamp()))
    for number in range((documents + SEGMENT - 1) // SEGMENT):
        count = min(SEGMENT, documents - number * SEGMENT)
        stem = f"{shard_folder(run, '0000')}/{number:05}-bench"
        segment = Segment(run, "0000", number, f"{stem}.documents.parquet", f"{stem}.mentions.parquet", "", count, 0)
        buffer = pa.BufferOutputStream()
        pq.write_table(_segment(rng, number * SEGMENT, count, start, share, run), buffer, compression="zstd")
        storage.write_bytes(segment.documents, buffer.getvalue().to_pybytes())
        storage.write_text(f"{shard_folder(run, '0000')}/{number:05}.json", json.dumps(asdict(segment)))
    storage.write_json(f"{shard_folder(run, '0000')}/_SUCCESS", {"documents": documents, "requests": documents,
                                                                 "cpu_seconds": 1.0, "seconds": 1.0})


def _segment(rng: Any, first: int, count: int, start: datetime, share: float, run: str) -> pa.Table:
    # What a document is depends on its number alone, so that the second run speaks of the same documents.
    own = np.random.default_rng(first)
    media = own.choice(TYPES, count, p=[0.8, 0.12, 0.03, 0.02, 0.015, 0.0148, 0.0002])
    language = own.choice(LANGUAGES, count, p=[0.8, 0.08, 0.07, 0.04, 0.01])
    outcome = own.choice(OUTCOMES, count, p=[0.8, 0.06, 0.04, 0.02, 0.04, 0.02, 0.01, 0.005, 0.0005, 0.0045])
    hosts = (own.pareto(0.8, count) * 40).astype(int) % 30_000
    changed = rng.random(count) < share
    if share < 1:
        outcome = np.where((outcome == "read") & ~changed, "unchanged", outcome)
    got = np.isin(outcome, ["read", "unchanged", "foreign-language", "no-text", "broken-document", "encrypted"])
    numbers = np.arange(first, first + count)
    version = np.where(changed, run, "first")
    sha224 = [f"{number:028x}{mark:0>28.28}" if has else "" for number, mark, has in
              zip(numbers, (mark.encode().hex() for mark in version), got, strict=True)]
    read = outcome == "read"
    values: dict[str, Any] = {
        "url": [f"http://asutus{host}.ee/dokument/{number % 97}/{number}.html" for host, number in
                zip(hosts, numbers, strict=True)],
        "host": [f"asutus{host}.ee" for host in hosts], "outcome": outcome, "detail": [""] * count,
        "fetched_at": [start + timedelta(seconds=float(second)) for second in rng.random(count) * 20 * 86400],
        "duration": rng.random(count), "status": np.where(got, 200, 404), "redirects": ["[]"] * count,
        "headers": [HEADERS] * count, "ip": ["192.0.2.1"] * count, "bytes": (rng.pareto(1.2, count) * 8000).astype(int),
        "sha224": sha224, "sha1": [""] * count, "etag": ['"5f-1a2b3c"'] * count, "last_modified": [None] * count,
        "media_type": np.where(got, media, ""), "encoding": ["utf-8"] * count, "language": np.where(got, language, ""),
        "language_confidence": rng.random(count), "title": [f"Dokument number {number}" for number in numbers],
        "text_sha224": sha224, "characters": rng.integers(100, 90_000, count),
        "mentions": np.where(read, (rng.pareto(1.0, count) * 8).astype(int) % 5000, 0),
        "cpu_seconds": rng.random(count), "warc": ["00000-bench.warc.gz"] * count, "warc_offset": numbers * 9000,
        "warc_length": rng.integers(500, 9000, count), "ner_calls": read.astype(int),
    }
    values |= {"original_url": values["url"], "final_url": values["url"]}
    shape = schema(DocumentRow)
    return pa.table([pa.array(values[field.name], type=field.type) for field in shape], schema=shape)


def _median(work: Callable[[], object], times: int = 5) -> float:
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)


def _peer(url: str, chosen: Filter, order: str) -> None:
    from estner_ops.catalogue.browsing import _values

    values = _values(chosen)
    sql = (ROOT / "bench" / "plain_browse.sql").read_text()
    column = {"newest": "version_at", "checked": "checked_at", "largest": "bytes", "mentions": "mentions", "url": "id"}
    from sqlalchemy import text

    with reading(url) as connection:
        for part in sql.replace("ORDER_COLUMN", column[order]).split(";"):
            connection.execute(text(part), values).fetchall()


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'catalogue.db'}"


@contextmanager
def _postgresql(_: Path) -> Iterator[str]:
    # As one would set up a server for a catalogue of this size; the defaults are for a machine of the 1990s.
    with postgres.running("shared_buffers=1GB", "max_wal_size=8GB", "work_mem=64MB", "autovacuum=on") as url:
        yield url


if __name__ == "__main__":
    random.seed(0)
    print(json.dumps(main(sys.argv[1:])))
