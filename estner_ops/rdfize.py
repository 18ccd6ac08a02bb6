"""One shard: fetch its sources, read them, and commit what came of them in segments.

Fetching and reading overlap: documents stream from the fetcher into the reader processes, and the fetcher waits while
the readers are busy, so memory stays bounded however large the shard. A document enters a segment whole (its row, its
names, its WARC records) or not at all; a shard that was killed goes on after its last committed segment.
"""

import asyncio
import json
import logging
import socket
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, MutableMapping
from contextlib import aclosing, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet as pq

from estner_ops.archive.replay import replay_sources
from estner_ops.archive.warc import Original, Place, WarcWriter
from estner_ops.errors import SettingsError
from estner_ops.fetch import Browser, fetch_sources
from estner_ops.outcomes import OUTCOMES
from estner_ops.pool import Failure, Pool
from estner_ops.reading import Reading, ReadJob, failed
from estner_ops.records import Fetched, Source
from estner_ops.settings import Settings
from estner_ops.shards import ShardWriter
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, FindingRow, MentionRow

log = logging.getLogger(__name__)
PROGRESS_SECONDS = 15.0


@dataclass(slots=True)
class Statistics:
    """What a shard's task log, its marker and the catalogue say of it."""

    started_at: datetime
    worker: str  # the machine
    documents: int = 0
    mentions: int = 0
    ner_calls: int = 0
    bytes: int = 0
    requests: int = 0  # to web servers, that were answered
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)

    def count(self, row: DocumentRow) -> None:
        """By the row alone, so that documents of a killed attempt count as they would have."""
        self.documents += 1
        self.mentions += row.mentions
        self.ner_calls += row.ner_calls
        self.bytes += row.bytes
        self.requests += len(json.loads(row.redirects)) + (row.status is not None and row.outcome != "bad-redirect")
        self.cpu_seconds += row.cpu_seconds
        self.outcomes[row.outcome] += 1

    def as_dict(self) -> dict[str, object]:
        return {"started_at": self.started_at.isoformat(), "worker": self.worker, "documents": self.documents,
                "mentions": self.mentions, "ner_calls": self.ner_calls, "bytes": self.bytes,
                "requests": self.requests,
                "cpu_seconds": round(self.cpu_seconds, 3), "seconds": round(self.seconds, 3),
                "outcomes": dict(sorted(self.outcomes.items()))}


class ShardRun:
    """One attempt at one shard."""

    def __init__(self, storage: Storage, settings: Settings, run: str, shard: str, total: int) -> None:
        self._settings, self._total = settings, total
        self._storage, self._name = storage, f"shard {shard} of run {run}"
        self._writer = ShardWriter(storage, run, shard)
        self._seen: dict[str, Original] = {}  # payloads that this attempt has written to a WARC file
        self.statistics = Statistics(datetime.now(UTC), socket.gethostname())

    async def rdfize(self, parts: Iterable[list[Source]]) -> None:
        """Brings the shard to its end. `parts` run one after another, each ending in a committed segment."""
        if self._writer.done:
            log.info("%s is complete already", self._name)
            return
        started, cpu = time.monotonic(), time.process_time()
        finished = self._resume()
        pool = Pool("estner_ops.reading:Reader", self._settings, size=self._settings.readers,
                    seconds=self._settings.reader_seconds, memory=self._settings.reader_memory)
        # One browser for all parts: the second must know the host's rules and how long ago the first asked it.
        with (tempfile.TemporaryDirectory(prefix="estner-shard-") as folder,
              closing(Browser(self._settings)) as browser):
            async with pool:
                for part in parts:
                    left = [source for source in part if source.url not in finished]
                    await self._part(left, pool, browser, Path(folder))
        self.statistics.seconds = time.monotonic() - started
        self.statistics.cpu_seconds += time.process_time() - cpu  # the readers' own was counted document by document
        self._writer.finish(self.statistics.as_dict())

    def _resume(self) -> set[str]:
        """The sources that committed segments hold; their figures count towards the shard's."""
        finished: set[str] = set()
        for segment in self._writer.committed:
            with self._storage.local(segment.documents) as path:
                for values in pq.read_table(path).to_pylist():
                    finished.add(values["url"])
                    self.statistics.count(DocumentRow(**values))
        if finished:
            log.info("%s goes on after %d committed documents", self._name, len(finished))
        return finished

    async def _part(self, sources: list[Source], pool: Pool, browser: Browser, folder: Path) -> None:
        segment = _OpenSegment(self._writer, folder, self._seen)
        said = time.monotonic()
        async with aclosing(_read_all(_documents(sources, self._settings, browser), self._settings, pool)) as documents:
            async for fetched, reading in documents:
                # In a thread, as the commit: compressing or uploading must not keep the servers waiting.
                row = await asyncio.to_thread(segment.add, fetched, reading)
                self.statistics.count(row)
                _say(row)
                if time.monotonic() - said > PROGRESS_SECONDS:
                    said = time.monotonic()
                    log.info("%s: %d of %d documents, %d names", self._name, self.statistics.documents, self._total,
                             self.statistics.mentions)
                if segment.is_full(self._settings):
                    await asyncio.to_thread(segment.commit)
                    segment = _OpenSegment(self._writer, folder, self._seen)
        await asyncio.to_thread(segment.commit)


class _OpenSegment:
    """Rows and WARC records that are not committed yet."""

    def __init__(self, writer: ShardWriter, folder: Path, seen: MutableMapping[str, Original]) -> None:
        self._writer, self._started = writer, time.monotonic()
        self._documents: list[DocumentRow] = []
        self._mentions: list[MentionRow] = []
        self._findings: list[FindingRow] = []
        self._bytes = 0
        self._path = folder / writer.warc_name()
        self._warc = WarcWriter(self._path, seen=seen)

    def add(self, fetched: Fetched, reading: Reading) -> DocumentRow:
        place = self._warc.write(fetched)
        row = _document_row(fetched, reading, self._path.name if place.length else "", place)
        self._documents.append(row)
        self._mentions.extend(_mention_rows(row, reading))
        self._findings.extend(FindingRow(row.url, row.sha224, one.kind, one.value, one.surface, one.start, one.end)
                              for one in reading.findings)
        self._bytes += row.bytes
        return row

    def is_full(self, settings: Settings) -> bool:
        return (len(self._documents) >= settings.segment_documents or self._bytes >= settings.segment_bytes
                or time.monotonic() - self._started >= settings.segment_seconds)

    def commit(self) -> None:
        self._warc.close()
        if self._documents:
            archived = any(row.warc for row in self._documents)
            self._writer.commit(self._documents, self._mentions, self._path if archived else None, self._findings)
        self._path.unlink(missing_ok=True)


def _documents(sources: Iterable[Source], settings: Settings, browser: Browser) -> AsyncGenerator[Fetched, None]:
    if settings.source == "warc":
        return replay_sources(sources, settings)
    if settings.source == "web":
        return fetch_sources(sources, settings, browser)
    raise SettingsError(f"ESTNER_SOURCE: {settings.source!r} is neither web nor warc")


async def _read_all(fetching: AsyncGenerator[Fetched, None], settings: Settings,
                    pool: Pool) -> AsyncGenerator[tuple[Fetched, Reading], None]:
    """Every source with what came of it, in the order in which they are finished."""
    reading: set[asyncio.Task[tuple[Fetched, Reading]]] = set()
    try:
        async with aclosing(fetching) as documents:
            async for fetched in documents:
                if fetched.outcome is not None:
                    yield fetched, Reading(fetched.outcome, fetched.detail)
                    continue
                reading.add(asyncio.create_task(_read(fetched, pool)))
                # Two documents a reader: one in work, one waiting. More would only fill the memory.
                while len(reading) >= 2 * settings.readers:
                    done, reading = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        yield task.result()
        while reading:
            done, reading = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield task.result()
    finally:
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def _read(fetched: Fetched, pool: Pool) -> tuple[Fetched, Reading]:
    source = fetched.source
    assert fetched.body is not None
    declared = {name.lower(): value for name, value in fetched.headers}.get("content-type", "")
    job = ReadJob(fetched.body, declared or source.media_type, fetched.final_url or source.url, fetched.redirects,
                  source.known.text_sha224 if source.known else None)
    answer = await pool.run(job)
    if isinstance(answer, Failure):
        if answer.reason == "error":
            log.error("reading %s: %s", source.url, answer.detail)
        answer = failed(answer)
    assert isinstance(answer, Reading)
    return fetched, answer


def _say(row: DocumentRow) -> None:
    outcome = OUTCOMES[row.outcome]
    if outcome.stage != "done":
        # No colon after the address: Airflow's log view makes a link of all that touches it.
        log.warning("%s – %s [%s]%s", row.url, outcome.sentence, row.outcome, f" {row.detail}" if row.detail else "")


def _document_row(fetched: Fetched, reading: Reading, warc: str, place: Place) -> DocumentRow:
    headers = {name.lower(): value for name, value in fetched.headers}
    return DocumentRow(
        url=fetched.source.url, original_url=fetched.source.original_url, host=fetched.source.host,
        outcome=reading.outcome, detail=reading.detail, fetched_at=fetched.fetched_at, duration=fetched.duration,
        status=fetched.status,
        # The last address that answered: of a redirect that was not followed, the one that redirected.
        final_url=fetched.exchanges[-1].url if fetched.exchanges else fetched.final_url,
        redirects=json.dumps([[one.url, one.status, one.location] for one in fetched.redirects], ensure_ascii=False),
        headers=json.dumps(fetched.headers, ensure_ascii=False), ip=fetched.ip,
        bytes=sum(len(exchange.payload) for exchange in fetched.exchanges), sha224=fetched.sha224, sha1=place.sha1,
        etag=headers.get("etag"), last_modified=headers.get("last-modified"), media_type=reading.media_type,
        encoding=reading.encoding, language=reading.language, language_confidence=reading.language_confidence,
        title=reading.title, text_sha224=reading.text_sha224, characters=reading.characters,
        mentions=len(reading.mentions), cpu_seconds=reading.cpu_seconds, warc=warc,
        warc_offset=place.offset, warc_length=place.length, ner_calls=reading.ner_calls,
    )


def _mention_rows(row: DocumentRow, reading: Reading) -> list[MentionRow]:
    return [
        MentionRow(row.url, row.sha224, mention.type, mention.name, mention.surface, mention.lemma,
                   list(mention.candidates), mention.decided_by, mention.confidence, mention.start, mention.end,
                   snippet)
        for mention, snippet in zip(reading.mentions, reading.snippets, strict=True)
    ]
