"""Reads single records out of WARC and ARC files, whoever wrote them. Nothing in such a file is trusted."""

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from estner_ops.errors import EstnerError

DOCUMENTS = frozenset({"response", "revisit", "resource"})  # types of records that hold a document, or repeat one
_HEAD_LIMIT = 1 << 16
_STATUS_LINE = re.compile(rb"HTTP/\S+ +(\d{3})")
# What warcio, zlib and the file below them raise on files that are cut off, overwritten or no WARC at all.
_BROKEN = (ArchiveLoadFailed, zlib.error, EOFError, ValueError, OSError, StopIteration)


class WarcError(EstnerError):
    """There is no readable record at this place."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a document: a response, a revisit or a resource."""

    type: str
    url: str
    date: datetime
    ip: str
    digest: str  # of the payload, as the file says it; "" if it does not
    refers_to: str  # a revisit's original: its URL, "" if it does not say
    status: int | None  # None if the record holds no HTTP response
    headers: tuple[tuple[str, str], ...]
    head: bytes
    payload: bytes  # transfer coding removed, Content-Encoding still on
    whole: bool  # False if the payload is longer than the limit


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record of a document lies in a file, and what an index needs to know of it."""

    offset: int
    type: str
    url: str
    date: datetime
    digest: str


def read_record(file: BinaryIO, offset: int, limit: int = 100_000_000) -> Record:
    """The record that begins at this offset; at most `limit` bytes of its payload."""
    try:
        file.seek(offset)
        found = next(ArchiveIterator(file, no_record_parse=True, arc2warc=True))
        names = found.rec_headers.get_header
        block = _read(found.raw_stream, limit + _HEAD_LIMIT + 1)
        head, payload = _split(block) if block.startswith(b"HTTP/") else (b"", block)
        headers = _headers(head)
        if {name.lower(): value for name, value in headers}.get("transfer-encoding", "").strip().lower() == "chunked":
            payload = _read(ChunkedDataReader(io.BytesIO(payload)), limit + 1)
        match = _STATUS_LINE.match(head)
        return Record(
            str(found.rec_type), _url(names("WARC-Target-URI")), _date(names("WARC-Date")),
            names("WARC-IP-Address") or "", names("WARC-Payload-Digest") or "",
            _url(names("WARC-Refers-To-Target-URI")), int(match[1]) if match else None, headers, head, payload[:limit],
            len(payload) <= limit and len(block) <= limit + _HEAD_LIMIT,
        )
    except _BROKEN as error:
        raise WarcError(f"no record at {offset}: {type(error).__name__}: {error}") from error


def scan(file: BinaryIO) -> Iterator[Place]:
    """The places of all records of documents in a file, up to its end or the first damage."""
    records = ArchiveIterator(file, no_record_parse=True, arc2warc=True)
    while True:
        try:
            found = next(records)
            names = found.rec_headers.get_header
            kind, url = str(found.rec_type), _url(names("WARC-Target-URI"))
            digest, date = names("WARC-Payload-Digest") or "", _date(names("WARC-Date"))
            offset = int(records.get_record_offset())
        except StopIteration:
            return
        except _BROKEN as error:
            raise WarcError(f"damaged after {records.offset}: {type(error).__name__}: {error}") from error
        if kind in DOCUMENTS and url.startswith(("http://", "https://")):
            yield Place(offset, kind, url, date, digest)


def _read(stream: Any, most: int) -> bytes:
    """All of a stream, but no more than this: warcio's readers return what they have at hand."""
    parts = io.BytesIO()
    while parts.tell() < most and (part := stream.read(min(1 << 20, most - parts.tell()))):
        parts.write(part)
    return parts.getvalue()


def _split(block: bytes) -> tuple[bytes, bytes]:
    """The HTTP head with the empty line after it, and the rest."""
    match = re.search(rb"\r?\n\r?\n", block[:_HEAD_LIMIT])
    return (block[:match.end()], block[match.end():]) if match else (block[:_HEAD_LIMIT], b"")


def _headers(head: bytes) -> tuple[tuple[str, str], ...]:
    pairs = (line.partition(b":") for line in head.splitlines()[1:] if b":" in line)
    return tuple((name.strip().decode("latin-1"), value.strip().decode("utf-8", "replace")) for name, _, value in pairs)


def _url(text: str | None) -> str:
    return (text or "").strip("<> ")  # WARC 1.0's grammar had angle brackets, and some writers kept to it


def _date(text: str | None) -> datetime:
    date = datetime.fromisoformat(text or "1970-01-01T00:00:00Z")
    return date if date.tzinfo else date.replace(tzinfo=UTC)
