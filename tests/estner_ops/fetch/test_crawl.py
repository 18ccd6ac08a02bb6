"""Fetching from a well-behaved web: what comes out, and how it stops."""

import asyncio
import gzip
import hashlib
import zlib
from contextlib import aclosing

import brotli
import pytest

from estner_ops.fetch import fetch_sources
from estner_ops.fetch.memory import Reservation
from tests.web import as_source


def test_a_document_with_everything_known_of_it(web, answer):
    url = web.on("http://asutus.test/tekst?a=b", answer(b"Tere, Tartu!", ETag='"x1"'))
    fetched = web.one(url, sender="robot@estner.test")
    assert (fetched.outcome, fetched.status, fetched.body) == (None, 200, b"Tere, Tartu!")
    assert fetched.sha224 == hashlib.sha224(b"Tere, Tartu!").hexdigest()
    assert fetched.ip == "127.0.0.1"
    assert ("ETag", '"x1"') in fetched.headers
    assert fetched.final_url == url
    assert 0 < fetched.duration < 5
    asked = web.asked[-1]
    assert asked.path == "/tekst?a=b"
    assert "EstNER" in asked.headers["user-agent"]
    assert asked.headers["from"] == "robot@estner.test"
    (exchange,) = fetched.exchanges
    assert exchange.request_head == asked.head
    assert exchange.response_head + exchange.payload == answer(b"Tere, Tartu!", ETag='"x1"')


@pytest.mark.parametrize(("coding", "pack"), [
    ("gzip", gzip.compress), ("x-gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress),
    ("deflate", lambda data: zlib.compress(data)[2:-4]),
    ("gzip, br", lambda data: brotli.compress(gzip.compress(data))),
    ("gzip", lambda data: gzip.compress(data[:100]) + gzip.compress(data[100:]) + b"\0\0\0padding"),
    ("identity", bytes),
])
def test_packed_bodies(web, answer, coding, pack):
    body = b"Riigi Teataja " * 100_000
    sent = pack(body)
    fetched = web.one(web.on("http://a.test/", answer(sent, Content_Encoding=coding)))
    assert fetched.outcome is None
    assert fetched.body == body
    assert fetched.exchanges[0].payload == sent


def test_chunks_bare_line_ends_and_a_body_that_ends_with_the_connection(web, answer):
    async def old(asked, reader, writer):
        writer.write(b"HTTP/1.0 200 OK\nX-Folded: a\n  b\nnonsense\n\nold school")
        writer.close()

    chunked = (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
               b"5\r\nTere,\r\n7;x=y\r\n Tartu!\r\n0\r\nTrailer: 1\r\n\r\n")
    urls = [web.on("http://a.test/chunks", chunked), web.on("http://b.test/old", old),
            web.on("http://a.test/next", answer(b"next"))]
    found = web.fetch(*urls)
    assert [found[url].body for url in urls] == [b"Tere, Tartu!", b"old school", b"next"]
    assert ("X-Folded", "a b") in found[urls[1]].headers
    assert len({asked.connection for asked in web.asked if asked.host == "a.test"}) == 1


def test_redirects_are_followed_and_kept(web, answer):
    first = web.on("http://a.test/vana", answer(b"moved", "301 Moved", Location="/uus lehekülg#osa"))
    web.on("http://a.test/uus%20lehek%C3%BClg", answer(b"", "307 Temporary", Location="//b.test/lõpp"))
    web.on("http://b.test/l%C3%B5pp", answer(b"kohal"))
    fetched = web.one(first)
    assert fetched.body == b"kohal"
    assert fetched.final_url == "http://b.test/l%C3%B5pp"
    assert [(one.url, one.status) for one in fetched.redirects] == [
        ("http://a.test/vana", 301), ("http://a.test/uus%20lehek%C3%BClg", 307)]
    assert [exchange.payload for exchange in fetched.exchanges] == [b"moved", b"", b"kohal"]


def test_headers_that_are_sent_twice(web, answer):
    web.on("http://a.test/siin", answer(b"kohal"))
    twice = answer(b"", "302 Found", Location="http://a.test/siin").replace(b"Location", b"Location: /siin\r\nLocation")
    busy = answer(b"", "429 Slow down", Retry_After="1").replace(b"Retry-After", b"Retry-After: 1\r\nRetry-After")
    found = web.fetch(web.on("http://a.test/1", twice), web.on("http://b.test/1", busy, answer(b"x")), max_delay=0.2)
    assert [one.body for one in found.values()] == [b"kohal", b"x"]
    *_, refused, again = (asked.began for asked in web.asked if asked.host == "b.test")
    assert again - refused >= 1


def test_a_circle_that_a_cookie_opens(web, answer):
    async def wants_cookie(asked, reader, writer):
        if "seen=1" in asked.headers.get("cookie", ""):
            writer.write(answer(b"welcome"))
        else:
            writer.write(answer(b"", "302 Found", Location="/x", Set_Cookie="seen=1; Path=/; HttpOnly"))

    url = web.on("http://a.test/x", wants_cookie)
    away = web.on("http://b.test/x", answer(b"", "302 Found", Location=url, Set_Cookie="of-b=1"))
    assert web.one(url).body == b"welcome"
    assert web.one(away).body == b"welcome"
    assert not any("of-b" in asked.headers.get("cookie", "") for asked in web.asked)


def test_conditional_requests(web, answer, known):
    etag = web.on("http://a.test/etag", answer(b"", "304 Not Modified", ETag='"2"'))
    same = web.on("http://a.test/same", answer(b"same"))
    new = web.on("http://a.test/new", answer(b"new", ETag='"3"'))
    found = web.fetch(
        known(etag, "00", etag='"2"', last_modified="Mon, 01 Jan 2024 00:00:00 GMT"),
        known(same, hashlib.sha224(b"same").hexdigest()), known(new, "00", etag='"2"'))
    assert [found[url].outcome for url in (etag, same, new)] == ["not-modified", "unchanged", None]
    assert found[etag].exchanges
    assert found[same].body is None
    assert found[same].exchanges[0].payload == b"same"
    asked = {one.path: one.headers for one in web.asked}
    assert asked["/etag"]["if-none-match"] == '"2"'
    assert asked["/etag"]["if-modified-since"] == "Mon, 01 Jan 2024 00:00:00 GMT"
    assert "if-none-match" not in asked["/same"]


def test_only_the_address_that_gave_a_date_is_asked_by_it(web, answer, known):
    """Another page may be older than the one we know, and yet not be the one we know."""
    async def older(asked, reader, writer):
        same = "if-modified-since" in asked.headers
        writer.write(answer(b"" if same else b"another page", "304 Not Modified" if same else "200 OK"))

    moved = web.on("http://a.test/moved", answer(b"", "301 Moved", Location="http://b.test/other"))
    other = web.on("http://b.test/other", older)
    date = "Mon, 01 Jan 2024 00:00:00 GMT"
    assert web.one(known(moved, "00", last_modified=date)).body == b"another page"
    assert web.one(known(moved, "00", last_modified=date, url=moved)).body == b"another page"
    assert ["if-modified-since" in one.headers for one in web.asked if one.path != "/robots.txt"] == [True, False] * 2
    del web.asked[:]
    assert web.one(known(moved, "00", last_modified=date, url=other)).outcome == "not-modified"
    assert ["if-modified-since" in one.headers for one in web.asked if one.path != "/robots.txt"] == [False, True]


@pytest.mark.parametrize(("status", "outcome"), [
    ("404 Not Found", "gone"), ("410 Gone", "gone"), ("403 Forbidden", "http-error"), ("500 Oops", "http-error"),
    ("304 Not Modified", "http-error"), ("206 Partial Content", "http-error"), ("300 Multiple", "http-error")])
def test_answers_that_are_not_documents(web, answer, status, outcome):
    fetched = web.one(web.on("http://a.test/x", answer(b"sorry", status)))
    assert (fetched.outcome, fetched.status, fetched.body) == (outcome, int(status[:3]), None)


def test_a_slow_consumer_slows_the_fetching(web, answer, monkeypatch):
    held = []
    try_grow = Reservation.try_grow

    def spy(self, size):
        grown = try_grow(self, size)
        held.append(self._memory.held)
        return grown

    monkeypatch.setattr(Reservation, "try_grow", spy)
    body = b"0123456789" * 20_000
    urls = [web.on(f"http://h{host}.test/{i}", answer(body)) for host in range(8) for i in range(6)]
    settings = web.settings(memory_in_flight=1_500_000, max_body=300_000, max_redirects=0, document_seconds=0.3,
                            rate_seconds=0.1)

    async def run() -> list[int]:
        ahead = []
        async with aclosing(fetch_sources([as_source(url) for url in urls], settings)) as documents:
            taken = 0
            async for fetched in documents:
                assert fetched.outcome is None, fetched
                taken += 1
                await asyncio.sleep(0.02)
                ahead.append(len(web.paths()) - taken)
        return ahead

    ahead = asyncio.run(run())
    assert len(ahead) == len(urls)
    assert 4 * len(body) < max(held) <= 1_500_000
    assert 1 < max(ahead) < len(urls) // 2


def test_hosts_that_redirect_to_each_other_never_wait_in_a_circle(web, answer):
    """Little memory, every turn wanted by two, packed bodies: whoever holds memory must be able to finish."""
    body = b"0123456789" * 10_000
    packed = answer(gzip.compress(body), Content_Encoding="gzip")
    urls = []
    for host in range(10):
        for i in range(5):
            there = web.on(f"http://h{(host + 1) % 10}.test/there/{i}", packed)
            urls.append(web.on(f"http://h{host}.test/{i}", answer(b"x" * 9000, "302 Found", Location=there)))
            urls.append(web.on(f"http://h{host}.test/plain/{i}", answer(body)))
    found = web.fetch(*urls, memory_in_flight=500_000, max_body=150_000)
    assert {fetched.body for fetched in found.values()} == {body}


def test_connections_do_not_pile_up(web, answer):
    urls = [web.on(f"http://h{host}.test/{i}", answer(b"x")) for host in range(60) for i in range(2)]
    web.fetch(*urls, hosts_at_once=4)
    assert web.connections == 60  # each host's was used again
    assert web.open_most <= 8


def test_closing_early_stops_everything(web, answer):
    urls = [web.on(f"http://h{host}.test/{i}", answer(b"x")) for host in range(5) for i in range(200)]
    settings = web.settings(delay=0.01)

    async def run() -> int:
        async with aclosing(fetch_sources([as_source(url) for url in urls], settings)) as documents:
            async for _ in documents:
                break
        await asyncio.sleep(0.1)  # what was on its way may still arrive
        count = len(web.asked)
        await asyncio.sleep(0.2)
        assert len(web.asked) == count
        return len([task for task in asyncio.all_tasks() if task is not asyncio.current_task()])

    assert asyncio.run(run()) == 0
    assert len(web.asked) < 100


def test_no_sources():
    async def run() -> list:
        from estner_ops.settings import Settings

        return [fetched async for fetched in fetch_sources([], Settings())]

    assert asyncio.run(run()) == []
