"""Reads one archived response out of its WARC file and checks it against its digests."""

import base64
import hashlib
import re
import zlib
from dataclasses import dataclass
from datetime import datetime

from estner_ops.archive.entries import Entry
from estner_ops.errors import StorageError
from estner_ops.storage import Storage
from estner_ops.unpack import UnpackError, unpacked

_LARGEST = 1 << 30  # no archived content unpacks to more: it went through the fetcher's limit
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")


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


@dataclass(frozen=True, slots=True)
class Record:
    """A response or revisit record; a revisit has no payload of its own."""

    warc_type: str
    warc_headers: dict[str, str]  # names in lower case
    http_headers: tuple[tuple[str, str], ...]
    payload: bytes


def read_record(storage: Storage, entry: Entry) -> Record:
    """The record of an index entry; raises DamagedRecord if it is not intact."""
    try:
        data = storage.read_range(entry.warc, entry.offset, entry.length)
    except (StorageError, OSError) as error:
        raise DamagedRecord(f"{entry.warc} cannot be read: {error}") from error
    return _parse(data, f"{entry.warc} at {entry.offset}")


def count_intact(data: bytes, where: str) -> tuple[int, DamagedRecord | None]:
    """How many records of a stretch of a WARC file are intact one after another, and what is wrong with the next."""
    count = 0
    while data:
        member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            member.decompress(data)
            _parse(data[:len(data) - len(member.unused_data)], where)
        except zlib.error as error:
            return count, DamagedRecord(f"{where}: not a whole gzip member: {error}")
        except DamagedRecord as error:
            return count, error
        data = member.unused_data
        count += 1
    return count, None


def content(entry: Entry, record: Record) -> bytes:
    """The content of a response record, Content-Encoding removed; it has the entry's digest or is damaged."""
    where = f"{entry.warc} at {entry.offset}"
    encodings = ",".join(value for name, value in record.http_headers if name.lower() == "content-encoding")
    try:
        body = unpacked(record.payload, encodings, _LARGEST)
    except UnpackError as error:
        raise DamagedRecord(f"{where}: {error}") from error
    if (found := hashlib.sha224(body).hexdigest()) != entry.sha224:
        raise DamagedRecord(f"{where}: the content's SHA-224 is {found}, archived was {entry.sha224}")
    return body


def _parse(data: bytes, where: str) -> Record:
    try:
        plain = zlib.decompress(data, wbits=zlib.MAX_WBITS | 16)
    except zlib.error as error:
        raise DamagedRecord(f"{where}: not a whole gzip member: {error}") from error
    head, _, rest = plain.partition(b"\r\n\r\n")
    fields = _fields(head)
    length = fields.get("content-length", "")
    if not head.startswith(b"WARC/1.") or not length.isdigit() or len(rest) < int(length):
        raise DamagedRecord(f"{where}: not a whole WARC record")
    block = rest[:int(length)]
    _compare(where, "block", fields.get("warc-block-digest"), block)
    end = _BLANK_LINE.search(block)
    http, payload = (block[:end.start()], block[end.end():]) if end else (block, b"")
    if fields.get("warc-type") == "response":
        _compare(where, "payload", fields.get("warc-payload-digest"), payload)
    return Record(fields.get("warc-type", ""), fields, tuple(_pairs(http)), payload)


def _compare(where: str, what: str, expected: str | None, data: bytes) -> None:
    if expected is None or not expected.lower().startswith("sha1:"):
        return
    found = base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()
    if found != expected[5:].upper():
        raise DamagedRecord(f"{where}: the {what}'s SHA-1 is {found}, archived was {expected[5:]}")


def _fields(head: bytes) -> dict[str, str]:
    return {name.lower(): value for name, value in _pairs(head)}


def _pairs(head: bytes) -> list[tuple[str, str]]:
    """Header fields after the first line. Servers send any bytes: those that are not UTF-8 are read as Latin-1."""
    found = []
    for line in head.split(b"\n")[1:]:
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = line.decode("latin-1")
        name, colon, value = text.partition(":")
        if colon:
            found.append((name.strip(), value.strip()))
    return found

