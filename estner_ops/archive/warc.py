"""Writes WARC files (ISO 28500:2017, WARC 1.1), one gzip member per record."""

import base64
import hashlib
import re
import uuid
import zlib
from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from estner_ops.records import Exchange, Fetched, Known

_IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
_TRANSFER_ENCODING = re.compile(rb"(?im)^transfer-encoding(?=[ \t]*:)")

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Original:
    """Where a payload was first written: what a revisit record refers to."""

    url: str
    date: datetime


class Place(NamedTuple):
    """Where a document's record lies; nowhere if its length is 0."""

    offset: int = 0
    length: int = 0
    sha1: str = ""  # of the payload it holds or refers to, Base32; "" if a 304 confirms one whose digest is not known


class WarcWriter:
    """One WARC file. `seen` maps payload digests to their first record; share it between the segments of a shard.

    Not for several threads at once. The file is whole after `close`.
    """

    def __init__(self, path: Path, software: str = "EstNER", seen: MutableMapping[str, Original] | None = None) -> None:
        self.path = path
        self._seen = seen if seen is not None else {}
        self._file = path.open("wb")
        fields = f"software: {software}\r\nformat: WARC File Format 1.1\r\n".encode()
        self._record({"WARC-Type": "warcinfo", "WARC-Filename": path.name, "Content-Type": "application/warc-fields"},
                     datetime.now(UTC), fields)

    def __enter__(self) -> "WarcWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    @property
    def size(self) -> int:
        return self._file.tell()

    def write(self, fetched: Fetched) -> Place:
        """Writes all exchanges of a fetch; the place of the last response."""
        place = Place()
        for exchange in fetched.exchanges:
            known = fetched.source.known if exchange is fetched.exchanges[-1] else None
            place = self._exchange(exchange, fetched.outcome or "", known)
        return place

    def _exchange(self, exchange: Exchange, outcome: str, known: Known | None) -> Place:
        """`known`: the version that an unchanged document still has."""
        digest = _digest(exchange.payload)
        original = self._seen.get(digest)
        headers = {"WARC-Type": "response", "WARC-Record-ID": _record_id(), "WARC-Target-URI": exchange.url,
                   "WARC-IP-Address": exchange.ip, "Content-Type": "application/http; msgtype=response"}
        request = {"WARC-Type": "request", "WARC-Target-URI": exchange.url, "WARC-IP-Address": exchange.ip,
                   "WARC-Concurrent-To": headers["WARC-Record-ID"],
                   "Content-Type": "application/http; msgtype=request"}
        # Exchanges hold bodies without their transfer coding; a head that still promises one would mislead readers.
        block = _TRANSFER_ENCODING.sub(b"X-Archive-Orig-Transfer-Encoding", exchange.response_head)
        if known and outcome == "not-modified":
            digest = f"sha1:{known.sha1}" if known.sha1 else ""
            headers |= {"WARC-Type": "revisit", "WARC-Profile": _NOT_MODIFIED, "WARC-Payload-Digest": digest}
        elif exchange.payload and (original is not None or (known and outcome == "unchanged")):
            headers |= {"WARC-Type": "revisit", "WARC-Profile": _IDENTICAL, "WARC-Payload-Digest": digest}
            if original is not None:
                headers |= {"WARC-Refers-To-Target-URI": original.url, "WARC-Refers-To-Date": _date(original.date)}
        else:
            headers["WARC-Payload-Digest"] = digest
            block += exchange.payload
            self._seen.setdefault(digest, Original(exchange.url, exchange.started))
        offset, length = self._record(headers, exchange.started, block)
        if exchange.request_head:  # a replayed document has none
            self._record(request, exchange.started, exchange.request_head)
        return Place(offset, length, digest.removeprefix("sha1:"))

    def _record(self, headers: dict[str, str], date: datetime, block: bytes) -> tuple[int, int]:
        headers = {"WARC-Record-ID": _record_id(), **headers, "WARC-Date": _date(date),
                   "WARC-Block-Digest": _digest(block), "Content-Length": str(len(block))}
        # A URL or address that is replayed from another's file may hold anything; here it must stay one line.
        lines = (f"{name}: {_CONTROL.sub(' ', value)}\r\n" for name, value in headers.items() if value)
        head = "WARC/1.1\r\n" + "".join(lines) + "\r\n"
        packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        offset = self._file.tell()
        self._file.write(packer.compress(head.encode()))
        self._file.write(packer.compress(block))
        self._file.write(packer.compress(b"\r\n\r\n") + packer.flush())
        return offset, self._file.tell() - offset


def _digest(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()


def _record_id() -> str:
    return f"<urn:uuid:{uuid.uuid4()}>"


def _date(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
