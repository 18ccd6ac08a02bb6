"""Makes finished shards with real WARC files, as the shard task does, from documents a test names."""

import base64
import hashlib
import io
import json
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from estner_ops.shards import ShardWriter
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow

DAY = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Page:
    """A document as a test wants it to have come out of a shard."""

    url: str
    body: bytes = b"<p>Tere</p>"
    outcome: str = "read"
    time: datetime = DAY
    status: int | None = 200
    final_url: str = ""
    encoding: str = ""  # Content-Encoding
    payload: bytes | None = None  # the body as sent, if not the body itself
    text: str | None = None
    media_type: str = "text/html"
    language: str = "et"
    etag: str | None = None
    last_modified: str | None = None
    detail: str = ""
    mentions: int = 3
    known: bytes | None = None  # the content of the version that the catalogue knows


RECEIVED = frozenset({"read", "unchanged", "unchanged-text", "no-text", "foreign-language", "unsupported-type",
                      "soft-404", "reader-failed", "text-limit", "ner-limit"})


def sha224(data: bytes | str) -> str:
    return hashlib.sha224(data.encode() if isinstance(data, str) else data).hexdigest()


def make_run(storage: Storage, run: str, pages: Iterable[Page], shard: str = "00000", per_segment: int = 100,
             statistics: dict[str, object] | None = None) -> None:
    """One finished shard."""
    writer = ShardWriter(storage, run, shard)
    pending: list[Page] = []
    for page in pages:
        pending.append(page)
        if len(pending) == per_segment:
            commit(writer, pending)
            pending = []
    if pending:
        commit(writer, pending)
    writer.finish(statistics or {"seconds": 12.5, "cpu_seconds": 3.0, "requests": 20, "bytes": 1000})


def commit(writer: ShardWriter, pages: list[Page]) -> None:
    name = writer.warc_name()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        with path.open("wb") as file:
            warc = WARCWriter(file, gzip=True)
            rows = [row(page, name, *_archive(warc, file, page)) for page in pages]
        writer.commit(rows, [], path)


def row(page: Page, warc: str, offset: int, length: int, digest: str) -> DocumentRow:
    received = page.outcome in RECEIVED
    headers = [["Content-Type", page.media_type], ["Server", "test"]]
    return DocumentRow(
        url=page.url, original_url=page.url, host=page.url.split("/")[2], outcome=page.outcome, detail=page.detail,
        fetched_at=page.time, duration=0.25, status=page.status, final_url=page.final_url or page.url, redirects="[]",
        headers=json.dumps(headers) if page.status else "[]", ip="127.0.0.1", bytes=len(page.body) if received else 0,
        sha224=sha224(page.body) if received else "", sha1=digest, etag=page.etag,
        last_modified=page.last_modified, media_type=page.media_type if received else "", encoding="utf-8",
        language=page.language if received else "", language_confidence=0.9, title="Pealkiri",
        text_sha224=sha224(page.text if page.text is not None else page.body.decode()) if received else None,
        characters=len(page.body) if received else 0, mentions=page.mentions if page.outcome == "read" else 0,
        cpu_seconds=0.01, warc=warc if length else "", warc_offset=offset, warc_length=length,
    )


def _archive(warc: WARCWriter, file: io.BufferedWriter, page: Page) -> tuple[int, int, str]:
    if page.outcome not in RECEIVED and page.outcome != "not-modified":
        return 0, 0, ""
    offset = file.tell()
    fields = [("Content-Type", page.media_type)] + ([("Content-Encoding", page.encoding)] if page.encoding else [])
    http = StatusAndHeaders(f"{page.status} OK", fields, protocol="HTTP/1.1")
    url, date = page.final_url or page.url, page.time.strftime("%Y-%m-%dT%H:%M:%SZ")
    if page.outcome in ("unchanged", "not-modified"):
        record = warc.create_revisit_record(url, "sha1:" + sha1(page.body), url, date, http_headers=http)
    else:
        payload = io.BytesIO(page.body if page.payload is None else page.payload)
        record = warc.create_warc_record(url, "response", payload=payload, http_headers=http,
                                         warc_headers_dict={"WARC-Date": date})
    warc.write_record(record)
    file.flush()
    digest = sha1(page.body if page.payload is None else page.payload) if page.outcome in RECEIVED else ""
    return offset, file.tell() - offset, digest


def sha1(data: bytes) -> str:
    return base64.b32encode(hashlib.sha1(data).digest()).decode()
