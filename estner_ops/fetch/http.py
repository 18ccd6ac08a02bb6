"""HTTP/1.1 as a careful client speaks it, keeping the bytes of both heads as they went over the wire.

An own reader rather than a library's, because the archive keeps what was sent, to the byte, and because every limit
has to hold while bytes arrive. It is lenient in form (bare line feeds, folded lines, headers without sense) and strict
in framing (RFC 9112, 6.3), where leniency would mix up two responses.
"""

import asyncio
import io
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from estner_ops.fetch.failures import Failure
from estner_ops.fetch.memory import Reservation
from estner_ops.fetch.target import Target
from estner_ops.fetch.wire import Wire
from estner_ops.settings import Settings

_HEAD_LIMIT = 65_536
_HEADERS_LIMIT = 256
_INTERIM_LIMIT = 8
_PIECE = 1 << 17
_ERROR_BODY = 500_000  # largest body of an answer that is not a document
_REDIRECT_BODY = 16_384  # small, because it is kept while others have their turn
SLACK = 1 << 16  # bytes of memory that an exchange takes beside the body
_STATUS_LINE = re.compile(rb"HTTP/1\.(\d) +(\d{3})(?: .*)?\r?\n\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Head:
    raw: bytes
    status: int
    headers: tuple[tuple[str, str], ...]
    persistent: bool

    def get(self, name: str) -> str | None:
        """All values of a header, joined as RFC 9110, 5.3 allows."""
        values = [value for key, value in self.headers if key.lower() == name]
        return ", ".join(values) if values else None

    def first(self, name: str) -> str | None:
        """The value of a header that is no list. Some servers send such a one twice."""
        return next((value for key, value in self.headers if key.lower() == name), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. With a failure the payload is what had come until then."""

    head: Head
    payload: bytes
    failure: Failure | None
    started: datetime
    waited: float  # seconds until the head was there
    took: float  # seconds until the end
    reusable: bool
    ip: str


def request_head(target: Target, settings: Settings, conditions: dict[str, str]) -> bytes:
    lines = {
        "Host": target.authority,
        "User-Agent": settings.user_agent,
        "From": settings.sender,
        "Accept": "*/*",
        "Accept-Encoding": "gzip, deflate, br",
        **conditions,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value and not _CONTROL.search(value))
    return f"GET {target.path} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace")


async def exchange(wire: Wire, request: bytes, settings: Settings, memory: Reservation, seconds: float,
                   limit: int) -> Answer:
    """Sends a request and reads its answer. A Failure is raised only if there is not even a head."""
    started, clock = datetime.now(UTC), time.monotonic()
    head: Head | None = None
    body = Body(wire, memory)
    waited = 0.0
    failure: Failure | None = None
    try:
        with wire.at_least(settings.minimum_rate, settings.rate_seconds):
            async with asyncio.timeout(seconds) as deadline:
                wire.send(request)
                head = await read_head(wire)
                waited = time.monotonic() - clock
                await body.read(head, min(limit, _most(head.status, limit)), deadline)
    except Failure as error:
        failure = error
    except TimeoutError:
        failure = Failure("timed-out", f"not complete after {seconds:g} s")
    finally:
        reusable = head is not None and failure is None and head.persistent and body.framed and wire.idle
        if not reusable:
            wire.close()
    if head is None:
        assert failure is not None
        raise failure
    return Answer(head, body.payload(), failure, started, waited, time.monotonic() - clock, reusable, wire.ip)


def _most(status: int, document: int) -> int:
    if status < 300:
        return document
    return _REDIRECT_BODY if status < 400 else _ERROR_BODY


async def read_head(wire: Wire) -> Head:
    for _ in range(_INTERIM_LIMIT):
        head = await _one_head(wire)
        if head.status >= 200:
            return head
        if head.status == 101:
            break
    raise Failure("bad-headers", "interim answers without end")


async def _one_head(wire: Wire) -> Head:
    start = await wire.line(_HEAD_LIMIT)
    if not start:
        raise Failure("connection-lost", "closed without an answer")
    match = _STATUS_LINE.match(start)
    if match is None:
        raise Failure("bad-headers", f"not an HTTP status line: {start[:80]!r}")
    raw = bytearray(start)
    lines: list[bytes] = []
    while (line := await wire.line(_HEAD_LIMIT)) not in (b"\r\n", b"\n"):
        if not line:
            raise Failure("connection-lost", "closed inside the headers")
        raw += line
        if len(raw) > _HEAD_LIMIT or len(lines) >= _HEADERS_LIMIT:
            raise Failure("bad-headers", f"headers larger than {_HEAD_LIMIT} bytes or more than {_HEADERS_LIMIT}")
        if line[:1] in b" \t" and lines:
            lines[-1] = lines[-1].rstrip() + b" " + line.strip()
        else:
            lines.append(line)
    headers = tuple(_header(line) for line in lines if b":" in line)
    return Head(bytes(raw + line), int(match[2]), headers, _persistent(match[1], headers))


def _header(line: bytes) -> tuple[str, str]:
    name, _, value = line.partition(b":")
    return name.strip().decode("latin-1"), _text(value.strip())


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _persistent(version: bytes, headers: tuple[tuple[str, str], ...]) -> bool:
    tokens = {token.strip().lower() for name, value in headers if name.lower() == "connection"
              for token in value.split(",")}
    return "keep-alive" in tokens if version == b"0" else "close" not in tokens


class Body:
    """The body of one answer, with its transfer coding removed."""

    def __init__(self, wire: Wire, memory: Reservation) -> None:
        self._wire, self._memory, self._limit = wire, memory, 0
        self._data = io.BytesIO()
        self.framed = True  # its end was marked, so the connection can be used again

    def payload(self) -> bytes:
        return self._data.getvalue()

    async def read(self, head: Head, limit: int, deadline: asyncio.Timeout) -> None:
        self._limit = limit
        coding, length = head.get("transfer-encoding"), head.get("content-length")
        if head.status in (204, 304):
            return
        if coding is not None:
            if coding.strip().lower() != "chunked":
                raise Failure("bad-headers", f"unknown Transfer-Encoding {coding[:80]!r}")
            self.framed = length is None
            await self._chunks(deadline)
        elif length is not None:
            await self._exactly(_length(length), deadline)
        else:
            self.framed = False
            while piece := await self._wire.some(_PIECE):
                await self._keep(piece, deadline)

    async def _exactly(self, size: int, deadline: asyncio.Timeout) -> None:
        self._allow(size)
        while size:
            piece = await self._wire.some(min(size, _PIECE))
            if not piece:
                raise Failure("connection-lost", f"{size} bytes are missing")
            size -= len(piece)
            await self._keep(piece, deadline)

    async def _chunks(self, deadline: asyncio.Timeout) -> None:
        overhead = 0
        while True:
            line = await self._wire.line(_HEAD_LIMIT)
            overhead += len(line)
            size = _chunk_size(line)
            if overhead > _HEAD_LIMIT + self._limit:
                raise Failure("too-large", "more chunk headers than content")
            if size == 0:
                break
            await self._exactly(size, deadline)
            if (await self._wire.line(_HEAD_LIMIT)).strip():
                raise Failure("connection-lost", "a chunk is longer than it says")
        while (line := await self._wire.line(_HEAD_LIMIT)).strip():  # trailers
            overhead += len(line)
            if overhead > 2 * _HEAD_LIMIT + self._limit:
                raise Failure("bad-headers", "trailers without end")

    async def _keep(self, piece: bytes, deadline: asyncio.Timeout) -> None:
        self._allow(len(piece))
        if not self._memory.try_grow(len(piece)):
            # The wait is ours, not the server's: its clock stands still.
            when = deadline.when()
            waiting = time.monotonic()
            deadline.reschedule(None)
            await self._memory.grow(len(piece))
            if when is not None:
                deadline.reschedule(when + time.monotonic() - waiting)
        self._data.write(piece)

    def _allow(self, more: int) -> None:
        if self._data.tell() + more > self._limit:
            raise Failure("too-large", f"more than {self._limit} bytes")


def _length(text: str) -> int:
    values = {value.strip() for value in text.split(",")}
    value = values.pop()
    if values or not re.fullmatch(r"[0-9]{1,15}", value):
        raise Failure("bad-headers", f"Content-Length is {text[:80]!r}")
    return int(value)


def _chunk_size(line: bytes) -> int:
    text = line.partition(b";")[0].strip()
    if not re.fullmatch(rb"[0-9A-Fa-f]{1,12}", text):
        raise Failure("connection-lost", f"not a chunk: {line[:40]!r}")
    return int(text, 16)
