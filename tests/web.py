"""A real web on loopback: any host name, any misbehaviour, and a log of what it was asked."""

import asyncio
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import trustme

from estner_ops.fetch import fetch_sources
from estner_ops.records import Fetched, Known, Source
from estner_ops.settings import Settings, override


@dataclass
class Asked:
    """One request as the server saw it."""

    host: str
    path: str
    headers: dict[str, str]
    began: float
    ended: float = 0.0
    connection: int = 0
    head: bytes = b""
    clock: float = field(default_factory=time.time)


Handler = Callable[[Asked, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def answer(body: bytes = b"", status: str = "200 OK", **headers: str) -> bytes:
    fields = {"Content-Type": "text/plain", "Content-Length": str(len(body)),
              **{name.replace("_", "-"): value for name, value in headers.items()}}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("latin-1") + body


@dataclass
class Web:
    folder: Path
    routes: dict[str, Handler] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None
    ports: list[int] = field(default_factory=list)
    connections: int = 0
    open_now: int = 0
    open_most: int = 0
    max_at_once: dict[str, int] = field(default_factory=dict)
    _now: dict[str, int] = field(default_factory=dict)

    def on(self, url: str, *answers: bytes | Handler) -> str:
        """What the server says to this URL: each answer once, the last one for ever."""
        waiting = list(answers)

        async def handle(asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            step = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            if callable(step):
                await step(asked, reader, writer)
            else:
                writer.write(step)
                await writer.drain()

        parts = urlsplit(url)
        self.routes[f"{parts.netloc}{parts.path}"] = handle
        if parts.hostname:
            self.names.setdefault(parts.hostname, f"127.0.0.1:{self.ports[1 if parts.scheme == 'https' else 0]}")
        return url

    def settings(self, **values: Any) -> Settings:
        """Fast and impolite, unless a test says otherwise."""
        file = self.folder / "names"
        file.write_text("".join(f"{address} {host}\n" for host, address in self.names.items()))
        return override(Settings(), {"name_server": str(file), "allowed_networks": "127.0.0.1/32", "delay": 0.0,
                                     "connect_seconds": 2.0, "document_seconds": 5.0, "rate_seconds": 0.5,
                                     "minimum_rate": 500, "max_delay": 3.0, **values})

    def fetch(self, *sources: str | Source, **values: Any) -> dict[str, Fetched]:
        """Fetches all of these to the end."""
        settings = self.settings(**values)

        async def collect() -> list[Fetched]:
            async with aclosing(fetch_sources(map(as_source, sources), settings)) as documents:
                return [fetched async for fetched in documents]

        found = asyncio.run(collect())
        assert len(found) == len(sources)
        return {fetched.source.url: fetched for fetched in found}

    def one(self, source: str | Source, **values: Any) -> Fetched:
        return next(iter(self.fetch(source, **values).values()))

    def paths(self, host: str | None = None) -> list[str]:
        return [asked.path for asked in self.asked if host in (None, asked.host) and asked.path != "/robots.txt"]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        connection = self.connections
        self.open_now += 1
        self.open_most = max(self.open_most, self.open_now)
        with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.decode("latin-1").split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in
                           (line.partition(":") for line in lines[1:] if line)}
                path = lines[0].split(" ")[1]
                asked = Asked(headers["host"], path, headers, time.monotonic(), 0.0, connection, head)
                self.asked.append(asked)
                await self._answer(asked, reader, writer)
                if writer.is_closing():
                    break
        self.open_now -= 1
        writer.close()

    async def _answer(self, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._now[asked.host] = self._now.get(asked.host, 0) + 1
        self.max_at_once[asked.host] = max(self.max_at_once.get(asked.host, 0), self._now[asked.host])
        try:
            route = self.routes.get(f"{asked.host}{asked.path.partition('?')[0]}")
            if route is None:
                writer.write(answer(b"none", "404 Not Found"))
            else:
                await route(asked, reader, writer)
        finally:
            self._now[asked.host] -= 1
            asked.ended = time.monotonic()


def as_source(source: str | Source) -> Source:
    if isinstance(source, Source):
        return source
    return Source(source, source, urlsplit(source).netloc)


@pytest.fixture
def known() -> Callable[..., Source]:
    """A source of which an earlier run knows something."""
    def make(url: str, sha224: str = "", /, **values: str) -> Source:
        return Source(url, url, urlsplit(url).netloc, known=Known(sha224, **values))
    return make


@pytest.fixture(name="answer")
def _answer() -> Callable[..., bytes]:
    return answer


@pytest.fixture(scope="session")
def authority() -> Any:
    return trustme.CA()


@pytest.fixture
def web(tmp_path: Path, authority: Any) -> Iterator[Web]:
    """A server in a thread of its own, so that neither side can wait for the other by accident."""
    made = Web(tmp_path)
    made.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("safe.test", "also.safe.test").configure_cert(made.tls)
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    ready = threading.Event()

    async def run() -> None:
        plain = await asyncio.start_server(made.serve, "127.0.0.1", 0, limit=1 << 20)
        secure = await asyncio.start_server(made.serve, "127.0.0.1", 0, ssl=made.tls)
        made.ports = [server.sockets[0].getsockname()[1] for server in (plain, secure)]
        ready.set()
        await stop.wait()
        plain.close()
        secure.close()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    loop.set_exception_handler(lambda *_: None)  # clients that hang up are what these tests are about
    thread = threading.Thread(target=loop.run_until_complete, args=(run(),), daemon=True)
    thread.start()
    assert ready.wait(10)
    yield made
    loop.call_soon_threadsafe(stop.set)
    thread.join(10)
    loop.close()
