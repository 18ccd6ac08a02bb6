"""Reads one archived response out of its WARC file and checks it against its digests."""

import base64
import hashlib
import io
import zlib
from dataclasses import dataclass
from datetime import datetime

import brotli
from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from estner_ops.archive.entries import Entry
from estner_ops.errors import StorageError
from estner_ops.storage import Storage


class DamagedRecord(StorageError):
    """A WARC file is missing or what it holds is not what was archived."""


@dataclass(frozen=True, slots=True)
class Version:
    """A document's content at one time, as it was archived."""

    url: str  # the document's
    time: datetime  # of the fetch that found this content
    status: int | None
    media_type: str
    headers: tuple[tuple[str, str], ...]
    sha224: str
    body: bytes  # Content-Encoding removed


def read_version(storage: Storage, entry: Entry) -> Version:
    """The content of an index entry that has its own record; raises DamagedRecord if it is not intact."""
    status, headers, body = parse_record(entry, read_range(storage, entry))
    return Version(entry.document, entry.time, status, entry.media_type, headers, entry.sha224, body)


def read_range(storage: Storage, entry: Entry) -> bytes:
    try:
        with storage.open(entry.warc) as file:
            file.seek(entry.offset)
            return file.read(entry.length)
    except (StorageError, OSError) as error:
        raise DamagedRecord(f"{entry.warc} cannot be read: {error}") from error


def parse_record(entry: Entry, data: bytes) -> tuple[int | None, tuple[tuple[str, str], ...], bytes]:
    """Status, headers and content of the record in `data`; gzip's sum and the payload's and content's digests hold."""
    where = f"{entry.warc} at {entry.offset}"
    try:
        # The whole member first: warcio reads a broken one as far as it goes and says nothing.
        plain = zlib.decompress(data, wbits=zlib.MAX_WBITS | 16)
        record = next(iter(ArchiveIterator(io.BytesIO(plain))))
        payload = record.raw_stream.read()
        http = record.http_headers
    except (zlib.error, ArchiveLoadFailed, StopIteration, EOFError, OSError, ValueError) as error:
        raise DamagedRecord(f"{where}: not a whole WARC record: {error}") from error
    if entry.is_revisit:
        return entry.status, (), b""
    if entry.sha1 and _sha1(payload) != entry.sha1:
        raise DamagedRecord(f"{where}: the payload's SHA-1 is {_sha1(payload)}, archived was {entry.sha1}")
    headers = tuple((str(name), str(value)) for name, value in http.headers) if http else ()
    status = int(http.get_statuscode()) if http and http.get_statuscode().isdigit() else None
    body = _unpacked(payload, http.get_header("content-encoding") or "" if http else "", entry.bytes, where)
    if entry.sha224 and (found := hashlib.sha224(body).hexdigest()) != entry.sha224:
        raise DamagedRecord(f"{where}: the content's SHA-224 is {found}, archived was {entry.sha224}")
    return status, headers, body


def _unpacked(payload: bytes, encodings: str, size: int, where: str) -> bytes:
    """The payload without its Content-Encoding. `size` is what it unpacked to when it was archived: a limit for now."""
    for encoding in reversed([word.strip().lower() for word in encodings.split(",") if word.strip()]):
        try:
            if encoding in ("gzip", "x-gzip"):
                payload = _inflated(payload, size, zlib.MAX_WBITS | 16)
            elif encoding == "deflate":  # RFC 9110 says zlib, some servers send the bare stream
                whole = len(payload) > 1 and payload[0] & 0x0F == 8 and int.from_bytes(payload[:2], "big") % 31 == 0
                payload = _inflated(payload, size, zlib.MAX_WBITS if whole else -zlib.MAX_WBITS)
            elif encoding == "br":
                payload = _brotli(payload, size)
        except (zlib.error, brotli.error) as error:
            raise DamagedRecord(f"{where}: the body is not {encoding}: {error}") from error
    return payload


def _inflated(payload: bytes, size: int, wbits: int) -> bytes:
    parts: list[bytes] = []
    while payload and sum(map(len, parts)) <= size:
        stream = zlib.decompressobj(wbits)
        parts.append(stream.decompress(payload, size + 1))
        # A gzip body may consist of several members; what else follows one is padding.
        payload = stream.unused_data if stream.unused_data.startswith(b"\x1f\x8b") else b""
    return b"".join(parts)


def _brotli(payload: bytes, size: int) -> bytes:
    stream = brotli.Decompressor()
    unpacked = bytearray(stream.process(payload, output_buffer_limit=size + 1))
    while not stream.is_finished() and len(unpacked) <= size:
        more = stream.process(b"", output_buffer_limit=size + 1)
        if not more:
            break
        unpacked += more
    return bytes(unpacked)


def _sha1(payload: bytes) -> str:
    return base64.b32encode(hashlib.sha1(payload, usedforsecurity=False).digest()).decode()
