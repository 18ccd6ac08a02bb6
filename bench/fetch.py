"""Fetching from 200 hosts with 20 ms latency on loopback: ours and Scrapy in one run, then ours with manners.

Both ask the same server for the same pages, obey the same robots.txt files, make one request at a time per host and as
many hosts at once as there are, without a delay. Scrapy gets the settings that its manual advises for broad crawls. The
server is a process of its own and keeps a log; whether we were polite is read from that log, not from ours.
"""

import asyncio
import json
import subprocess
import sys
import time
from contextlib import aclosing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

HOSTS = [f"127.0.{1 + i // 100}.{1 + i % 100}" for i in range(200)]
LATENCY = 0.02
PAGE = b"<html><title>Leht</title><body>" + b"<p>Tallinna Linnavalitsus ja Tartu linn.</p>" * 250 + b"</body></html>"
DELAY, CRAWL_DELAY = 0.2, 0.6
SLOW_HOSTS = HOSTS[::10]  # their robots.txt asks for more


def main(arguments: list[str]) -> dict[str, Any]:
    pages = int(arguments[0]) if arguments else 20
    with Server() as server:
        ours, theirs = [], []
        for _ in range(2):  # the better of two each: the first run of either warms caches
            ours.append(_ours(server, pages))
            theirs.append(_scrapy(server, pages))
            print(f"ours {ours[-1]:7.0f} documents/s   Scrapy {theirs[-1]:7.0f} documents/s")
        polite = _politely(server)
    return {"documents": pages * len(HOSTS), "hosts": len(HOSTS), "latency_ms": LATENCY * 1000,
            "ours_per_second": round(max(ours), 1), "scrapy_per_second": round(max(theirs), 1),
            "ratio": round(max(ours) / max(theirs), 2), **polite}


def _ours(server: "Server", pages: int) -> float:
    from estner_ops.settings import Settings

    urls = [f"http://{host}:{server.port}/{page}" for page in range(pages) for host in HOSTS]
    settings = Settings(allowed_networks=("127.0.0.0/8",), delay=0.0, hosts_at_once=len(HOSTS))
    started = time.perf_counter()
    bodies = _fetch(urls, settings)
    seconds = time.perf_counter() - started
    assert bodies == len(urls), f"{bodies} of {len(urls)} documents came"
    server.log()
    return len(urls) / seconds


def _fetch(urls: list[str], settings: Any) -> int:
    from estner_ops.fetch import fetch_sources
    from estner_ops.records import Source

    async def count() -> int:
        sources = [Source(url, url, url.split("/")[2]) for url in urls]
        async with aclosing(fetch_sources(sources, settings)) as documents:
            return sum([1 async for fetched in documents if fetched.body == PAGE])

    return asyncio.run(count())


def _scrapy(server: "Server", pages: int) -> float:
    """In a process of its own, which times itself from the first request to the last answer."""
    command = [sys.executable, __file__, "--scrapy", str(server.port), str(pages)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    count, seconds = json.loads(done.stdout.splitlines()[-1])
    assert count == pages * len(HOSTS), f"{count} documents came"
    server.log()
    return float(count / seconds)


def _politely(server: "Server") -> dict[str, Any]:
    """Fetches with a delay, and lets the server's log say whether any host saw two requests at once or too soon."""
    from estner_ops.settings import Settings

    server.manners(True)
    urls = [f"http://{host}:{server.port}/{page}" for page in range(5) for host in HOSTS]
    started = time.perf_counter()
    count = _fetch(urls, Settings(allowed_networks=("127.0.0.0/8",), delay=DELAY, hosts_at_once=len(HOSTS)))
    seconds = time.perf_counter() - started
    assert count == len(urls)
    log = server.log()
    spare = []
    for host in HOSTS:
        delay = CRAWL_DELAY if host in SLOW_HOSTS else DELAY
        for (_, ended), (began, _) in pairwise(sorted(log[host])):
            assert began >= ended, f"{host} saw two requests at once"
            assert began - ended >= delay, f"{host} saw a gap of {began - ended:.4f} s instead of {delay} s"
            spare.append(began - ended - delay)
    assert len(log) == len(HOSTS)
    print(f"polite: {len(urls)} documents in {seconds:.1f} s, no gap under the delay, none at once")
    return {"polite_requests": sum(map(len, log.values())), "polite_seconds": round(seconds, 2),
            "polite_least_gap_beyond_delay_ms": round(min(spare) * 1000, 2)}


class Server:
    """The server's process and a line to it."""

    def __enter__(self) -> "Server":
        self._process = subprocess.Popen([sys.executable, __file__, "--serve"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)
        self.port = int(self._ask(""))
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def log(self) -> dict[str, list[tuple[float, float]]]:
        """Begin and end of each request of each host since it was last asked for."""
        return dict(json.loads(self._ask("log")))

    def manners(self, wanted: bool) -> None:
        self._ask("slow" if wanted else "fast")

    def _ask(self, word: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        if word:
            self._process.stdin.write(word + "\n")
            self._process.stdin.flush()
        return self._process.stdout.readline()


class _Serving(asyncio.Protocol):
    """As little of a server as will do: it must not be what is measured."""

    log: dict[str, list[tuple[float, float]]] = {}  # noqa: RUF012
    slow = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._waiting = b""

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while (end := self._waiting.find(b"\r\n\r\n")) >= 0:
            head, self._waiting = self._waiting[:end], self._waiting[end + 4:]
            loop = asyncio.get_running_loop()
            loop.call_later(LATENCY, self._answer, head, time.monotonic())

    def _answer(self, head: bytes, began: float) -> None:
        host = self._transport.get_extra_info("sockname")[0]
        body, kind = PAGE, b"text/html"
        if head.startswith(b"GET /robots.txt"):
            kind, body = b"text/plain", b"User-agent: *\nDisallow: /keelatud\n"
            if _Serving.slow and host in SLOW_HOSTS:
                body += b"Crawl-delay: %.1f\n" % CRAWL_DELAY
        ended = time.monotonic()  # before the bytes leave, so that a gap can only look smaller than it was
        self._transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                              % (kind, len(body), body))
        _Serving.log.setdefault(host, []).append((began, ended))


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Serving, HOSTS[0], 0, backlog=1000)
    port = server.sockets[0].getsockname()[1]
    others = await loop.create_server(_Serving, HOSTS[1:], port, backlog=1000)
    print(port, flush=True)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while word := (await reader.readline()).decode().strip():
        if word in ("slow", "fast"):
            _Serving.slow = word == "slow"
        print(json.dumps(_Serving.log), flush=True)
        _Serving.log.clear()
    server.close()
    others.close()


def _crawl_with_scrapy(port: str, pages: int) -> None:
    from scrapy import Request, Spider
    from scrapy.crawler import CrawlerProcess

    class Pages(Spider):
        name = "pages"
        count = 0
        began = ended = 0.0

        async def start(self) -> Any:
            Pages.began = time.perf_counter()
            for page in range(pages):
                for host in HOSTS:
                    yield Request(f"http://{host}:{port}/{page}")

        def parse(self, response: Any) -> None:
            Pages.count += response.body == PAGE
            Pages.ended = time.perf_counter()

    process = CrawlerProcess({
        "CONCURRENT_REQUESTS": len(HOSTS), "CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOAD_DELAY": 0,
        "ROBOTSTXT_OBEY": True, "LOG_LEVEL": "ERROR", "COOKIES_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
        "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue", "REACTOR_THREADPOOL_MAXSIZE": 20,
        "USER_AGENT": "EstNER-bench/0.1 (+http://www.estner.ee/bot)",
    })
    process.crawl(Pages)
    process.start()
    print(json.dumps([Pages.count, Pages.ended - Pages.began]))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    if sys.argv[1:2] == ["--serve"]:
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve())
    elif sys.argv[1:2] == ["--scrapy"]:
        _crawl_with_scrapy(sys.argv[2], int(sys.argv[3]))
    else:
        print(json.dumps(main(sys.argv[1:])))
