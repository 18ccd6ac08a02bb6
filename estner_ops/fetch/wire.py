"""One connection: bytes as they come, with a bound on how many wait and on how slowly they may come."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from estner_ops.fetch.failures import Failure

_HIGH = 1 << 18  # bytes waiting to be read at which the server has to wait


class Wire(asyncio.Protocol):
    """The client's end of a connection, plain or TLS. One reader at a time."""

    def __init__(self) -> None:
        self.received = 0  # in all, on this connection
        self.ip = ""
        self._waited = 0.0  # seconds that the reader has waited for the server, in all
        self._waiting_since: float | None = None
        self._buffer = bytearray()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False
        self._failure: Failure | None = None
        self._paused = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self.received += len(data)
        if len(self._buffer) > _HIGH and not self._paused and self._transport:
            self._paused = True
            self._transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        self._ended = True
        self._wake()
        return False

    def connection_lost(self, error: Exception | None) -> None:
        self._ended = True
        if error is not None and self._failure is None:
            self._failure = Failure("connection-lost", f"{type(error).__name__}: {error}")
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    @property
    def idle(self) -> bool:
        """Nothing waits to be read and the server has not hung up: another request may be sent."""
        return not (self._buffer or self._ended or self._failure)

    def send(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def fail(self, failure: Failure) -> None:
        """Makes the reader stop with this failure."""
        self._failure = failure
        self._wake()
        self.close()

    def close(self) -> None:
        self._ended = True
        if self._transport is not None:
            # abort, not close: TLS would wait for the server's goodbye, and no answer is worth waiting for now.
            self._transport.abort()

    async def _more(self) -> bool:
        """Waits for more bytes; False at the end of the stream."""
        if self._failure is not None:
            raise self._failure
        if self._ended:
            return False
        if self._paused and self._transport and len(self._buffer) < _HIGH:
            self._paused = False
            self._transport.resume_reading()
        size = len(self._buffer)
        self._waiter = asyncio.get_running_loop().create_future()
        self._waiting_since = time.monotonic()
        try:
            await self._waiter
        finally:
            self._waited = self._seconds_waited()
            self._waiter = self._waiting_since = None
        if self._failure is not None and len(self._buffer) == size:
            raise self._failure
        return len(self._buffer) > size or not self._ended

    async def line(self, longest: int) -> bytes:
        """The next line with its end; b"" if the stream ends before it."""
        seen = 0
        while (end := self._buffer.find(b"\n", seen)) < 0:
            seen = len(self._buffer)
            if seen > longest or not await self._more():
                break
        if end >= longest or (end < 0 and seen > longest):
            raise Failure("bad-headers", f"a line longer than {longest} bytes")
        return self._take(end + 1)

    async def some(self, most: int) -> bytes:
        """At least one byte and at most so many; b"" at the end of the stream."""
        while not self._buffer:
            if not await self._more():
                return b""
        return self._take(most)

    def _take(self, size: int) -> bytes:
        if size >= len(self._buffer):
            data = bytes(self._buffer)
            self._buffer.clear()
        else:
            data = bytes(self._buffer[:size])
            del self._buffer[:size]
        return data

    def _seconds_waited(self) -> float:
        return self._waited + (time.monotonic() - self._waiting_since if self._waiting_since is not None else 0.0)

    @contextmanager
    def at_least(self, rate: int, seconds: float) -> Iterator[None]:
        """Cuts the server off if, after its first byte, a stretch of so many seconds brings fewer bytes than the rate.

        Stretches of which we spent less than half waiting for the server, or in which our own loop stood still, do not
        count: we were the slow ones.
        """
        loop = asyncio.get_running_loop()
        start = last = self.received
        waited, due = self._seconds_waited(), loop.time() + seconds
        timer: asyncio.TimerHandle

        def check() -> None:
            nonlocal last, waited, due, timer
            came = self.received - last
            ours = self._seconds_waited() - waited < seconds / 2 or loop.time() - due > seconds / 2
            if last > start and came < rate * seconds and not ours:
                self.fail(Failure("too-slow", f"{came} bytes in {seconds:g} s"))
                return
            last, waited, due = self.received, self._seconds_waited(), loop.time() + seconds
            timer = loop.call_at(due, check)

        timer = loop.call_at(due, check)
        try:
            yield
        finally:
            timer.cancel()
