"""Documents from the WARC files that a crawl wrote, instead of from the network (source=warc)."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Iterable
from dataclasses import replace
from datetime import UTC, datetime

from estner_ops.archive.record import DOCUMENTS, Record, WarcError, read_record
from estner_ops.archive.replay_index import Index, WarcFile, index_warcs, warc_files
from estner_ops.records import Exchange, Fetched, Source
from estner_ops.settings import Settings
from estner_ops.unpack import UnpackError, unpacked


async def replay_sources(sources: Iterable[Source], settings: Settings) -> AsyncGenerator[Fetched, None]:
    """Yields exactly one Fetched for each source, as `fetch_sources` does, without a single request.

    A source that says where its record lies is read from there; the others are found by the index over all files,
    which is made now if it was not made before.
    """
    waiting = sorted(sources, key=lambda source: (source.warc_filename or "", source.warc_offset or 0))
    replay = await asyncio.to_thread(Replay, settings, waiting)
    for source in waiting:
        yield await asyncio.to_thread(replay.fetch, source)


class Replay:
    def __init__(self, settings: Settings, sources: Iterable[Source]) -> None:
        self._settings, self._sources = settings, list(sources)
        self._files = {file.name: file for file in warc_files(settings)}
        self._made: Index | None = None

    @property
    def _index(self) -> Index:
        if self._made is None:
            index_warcs(self._settings)
            urls = {url for source in self._sources for url in (source.url, source.original_url)}
            self._made = Index(self._settings, urls)
        return self._made

    def fetch(self, source: Source) -> Fetched:
        try:
            return self._fetched(source, self._find(source))
        except WarcError as error:
            return Fetched(source, "not-in-warc", str(error), datetime.now(UTC))

    def _find(self, source: Source) -> Record:
        """The record that the crawl log points to, else the newest one that holds the document."""
        failure = WarcError("no WARC file has a record of it")
        file = self._files.get(source.warc_filename or "")
        urls = (source.original_url, source.url)
        if file is not None and source.warc_offset is not None:
            try:
                record = self._read(file, source.warc_offset)
                if record.url in urls and record.type in DOCUMENTS:
                    return self._complete(record)
                failure = WarcError(f"{file.path} has a {record.type} of {record.url} at {source.warc_offset}")
            except WarcError as error:
                failure = error
        for located in self._index.records(*urls):
            try:
                return self._complete(self._read(located.file, located.row.offset))
            except WarcError as error:
                failure = error
        raise failure

    def _complete(self, record: Record) -> Record:
        """A revisit record gets the payload of the record that it repeats."""
        if record.type != "revisit":
            return record
        # A server that said 304 sent nothing to make a digest of: it meant the version before, under the same URL.
        located = (self._index.original(record.digest) if record.digest
                   else self._index.before(record.refers_to or record.url, record.date))
        if located is None:
            raise WarcError(f"a revisit of a payload that no file holds: {record.digest or 'no digest'}")
        original = self._read(located.file, located.row.offset)
        if record.status == 304:
            return replace(original, url=record.url, date=record.date, ip=record.ip)
        return replace(record, status=record.status or original.status, headers=record.headers or original.headers,
                       head=record.head or original.head, payload=original.payload, whole=original.whole)

    def _read(self, file: WarcFile, offset: int) -> Record:
        try:
            with file.storage.open(file.path) as stream:
                return read_record(stream, offset, self._settings.max_body)
        except WarcError as error:
            raise WarcError(f"{file.path}: {error}") from error

    def _fetched(self, source: Source, record: Record) -> Fetched:
        outcome, detail, body, sha224 = self._judge(source, record)
        exchange = Exchange(record.url, record.ip, record.date, b"", record.head, record.payload)
        return Fetched(
            source, outcome, detail, record.date, 0.0, record.status or 200, record.headers, record.url, (), record.ip,
            body, sha224, (exchange,) if record.head and record.whole else (),
        )

    def _judge(self, source: Source, record: Record) -> tuple[str | None, str, bytes | None, str]:
        status = record.status or 200
        if status not in (200, 203):
            return ("gone" if status in (404, 410) else "http-error"), f"status {status}", None, ""
        if not record.whole:
            return "too-large", f"more than {self._settings.max_body} bytes", None, ""
        encoding = {name.lower(): value for name, value in record.headers}.get("content-encoding", "")
        try:
            body = unpacked(record.payload, encoding, self._settings.max_body)
        except UnpackError as error:
            return error.code, str(error), None, ""
        sha224 = hashlib.sha224(body).hexdigest()
        if source.known is not None and source.known.sha224 == sha224:
            return "unchanged", "", None, sha224
        return None, "", body, sha224
