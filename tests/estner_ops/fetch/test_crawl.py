"""Fetching from a well-behaved web: what comes out, how politely, and how it stops."""

import asyncio
import gzip
import hashlib
import socket
import traceback
import zlib
from contextlib import aclosing, closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import brotli
import pytest

from estner_ops.fetch import Browser, fetch_sources
from estner_ops.fetch.browse import retry_after
from estner_ops.fetch.failures import Failure
from estner_ops.fetch.memory import Reservation
from estner_ops.fetch.target import parse


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


def test_robots_is_read_once_and_obeyed(web, answer):
    web.on("http://a.test/robots.txt", answer(b"User-agent: *\nDisallow: /\n\nUser-agent: estner\nDisallow: /keelatud\n"
                                              b"Allow: /keelatud/erand$"))
    urls = [web.on(f"http://a.test/{path}", answer(b"x")) for path in ("keelatud/1", "keelatud/erand", "vaba")]
    found = web.fetch(*urls)
    assert [found[url].outcome for url in urls] == ["robots-forbidden", None, None]
    assert [asked.path for asked in web.asked].count("/robots.txt") == 1
    assert "/keelatud/1" not in web.paths()


@pytest.mark.parametrize(("status", "outcome"), [("404 Not Found", None), ("403 Forbidden", None),
                                                 ("500 Oops", "robots-unknown")])
def test_robots_that_cannot_be_read(web, answer, status, outcome):
    web.on("http://a.test/robots.txt", answer(b"", status))
    found = web.fetch(web.on("http://a.test/1", answer(b"x")), web.on("http://a.test/2", answer(b"x")))
    assert {fetched.outcome for fetched in found.values()} == {outcome}
    assert len(web.paths()) == (0 if outcome else 2)


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_packed_robots_are_obeyed(web, answer, coding):
    pack = {"gzip": gzip.compress, "br": brotli.compress}[coding]
    text = b"User-agent: *\nDisallow: /\n" + b"# padding\n" * 200_000
    web.on("http://a.test/robots.txt", answer(pack(text), Content_Encoding=coding))
    web.on("http://b.test/robots.txt", answer(b"Disallow: /", Content_Encoding=coding))
    urls = [web.on(f"http://{host}.test/x", answer(b"x")) for host in "ab"]
    found = web.fetch(*urls)
    assert [found[url].outcome for url in urls] == ["robots-forbidden", "robots-unknown"]


def test_robots_that_fail_for_a_moment(web, answer):
    async def hang_up(asked, reader, writer):
        writer.close()

    web.on("http://a.test/robots.txt", hang_up, answer(b"", "503 Busy", Retry_After="1"), answer(b""))
    web.on("http://b.test/robots.txt", hang_up)
    urls = [web.on(f"http://{host}.test/{i}", answer(b"x")) for host in "ab" for i in range(3)]
    found = web.fetch(*urls)
    assert [found[url].outcome for url in urls] == [None] * 3 + ["robots-unknown"] * 3
    assert not web.paths("b.test")


def test_robots_behind_a_redirect_and_of_a_redirect_s_target(web, answer):
    web.on("http://a.test/robots.txt", answer(b"", "301 Moved", Location="http://b.test/robots.txt"))
    web.on("http://b.test/robots.txt", answer(b"User-agent: *\nDisallow: /salajane"))
    urls = [web.on("http://a.test/salajane", answer(b"x")),
            web.on("http://a.test/edasi", answer(b"", "302 Found", Location="http://b.test/salajane"))]
    found = web.fetch(*urls)
    assert [found[url].outcome for url in urls] == ["robots-forbidden", "robots-forbidden"]
    assert web.paths() == ["/edasi"]


def test_one_request_at_a_time_and_the_delay_between_any_two(web, answer):
    async def slow(asked, reader, writer):
        await asyncio.sleep(0.05)
        writer.write(answer(b"x"))

    web.on("http://a.test/robots.txt", answer(b"User-agent: *\nCrawl-delay: 0.3"))
    urls = [web.on(f"http://{host}.test/{i}", slow) for host in "abc" for i in range(4)]
    urls.append(web.on("http://d.test/", answer(b"", "302 Found", Location="http://a.test/0")))
    found = web.fetch(*urls, delay=0.15)
    assert all(fetched.body == b"x" for fetched in found.values())
    for host, delay in (("a.test", 0.3), ("b.test", 0.15), ("c.test", 0.15)):
        asked = [one for one in web.asked if one.host == host]
        gaps = [after.began - before.ended for before, after in pairwise(asked)]
        assert web.max_at_once[host] == 1
        assert min(gaps) >= delay
    of = {host: [one.began for one in web.asked if one.host == f"{host}.test"] for host in "abc"}
    assert max(map(min, of.values())) < min(map(max, of.values()))  # hosts do not wait for each other


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
        async with aclosing(fetch_sources([_source(url) for url in urls], settings)) as documents:
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
        async with aclosing(fetch_sources([_source(url) for url in urls], settings)) as documents:
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


def test_retry_after_is_read_in_both_forms():
    later = datetime.now(UTC) + timedelta(seconds=100)
    assert retry_after("120") == 120
    assert 90 < retry_after(format_datetime(later, usegmt=True)) <= 100
    assert retry_after("Mon, 01 Jan 2024 00:00:00 GMT") == 0
    assert retry_after(None) is None
    assert retry_after("soon") is None


def _source(url):
    from estner_ops.records import Source

    return Source(url, url, url.split("/")[2])


def fetch_parts(web, *parts, **values):
    """Fetches one part after another with one browser, as a shard does with a host that is larger than it."""
    settings = web.settings(**values)

    async def run() -> list:
        with closing(Browser(settings)) as browser:
            return [{fetched.source.url: fetched.outcome async for fetched in
                     fetch_sources(map(_source, part), settings, browser)} for part in parts]

    return asyncio.run(run())


@pytest.mark.parametrize("padding", [0, 100_000])
def test_the_next_part_of_a_host_knows_its_rules_and_keeps_its_pace(web, answer, padding):
    rules = b"User-agent: *\nCrawl-delay: 0.3\nDisallow: /2\n"
    web.on("http://a.test/robots.txt", answer(rules + b"#" * padding))
    urls = [web.on(f"http://a.test/{i}", answer(b"x")) for i in range(4)]
    found = fetch_parts(web, urls[:1], urls[1:2], urls[2:], delay=0.1)
    assert [outcome for part in found for outcome in part.values()] == [None, None, "robots-forbidden", None]
    assert [asked.path for asked in web.asked] == ["/robots.txt", "/0", "/1", "/3"]
    assert min(after.began - before.began for before, after in pairwise(web.asked)) >= 0.3


def test_a_host_that_is_given_up_stays_so_in_its_next_part(web, answer):
    async def hang_up(asked, reader, writer):
        writer.close()

    web.on("http://a.test/robots.txt", answer(b""))
    urls = [web.on(f"http://a.test/{i}", hang_up) for i in range(6)]
    _, second = fetch_parts(web, urls[:3], urls[3:], host_failures=2)
    assert set(second.values()) == {"host-down"}
    assert set(web.paths()) == {"/0", "/1"}


def test_unknown_rules_are_asked_for_again_in_the_next_part(web, answer):
    web.on("http://a.test/robots.txt", *[answer(b"", "500 Oops")] * 2, answer(b""))
    urls = [web.on(f"http://a.test/{i}", answer(b"x")) for i in range(2)]
    first, second = fetch_parts(web, urls[:1], urls[1:], tries=2)
    assert (*first.values(), *second.values()) == ("robots-unknown", None)


def test_a_host_that_rests_now_and_then_is_not_given_up(web, answer):
    busy = answer(b"", "429 Slow down", Retry_After="1")
    urls = [web.on(f"http://a.test/{i}", *[busy] * (i % 4 == 3), answer(b"x")) for i in range(12)]
    found = web.fetch(*urls, max_delay=0.25)  # 3 s of rest in all, where 2.5 s in a row would be the end
    assert {fetched.outcome for fetched in found.values()} == {None}


def test_a_name_with_a_dot_at_its_end_is_the_same_host(web, answer):
    urls = [web.on(f"http://{name}/{i}", answer(b"x")) for name in ("a.test", "a.test.") for i in range(2)]
    web.fetch(*urls, delay=0.2)
    assert min(after.began - before.began for before, after in pairwise(web.asked)) >= 0.2


def test_a_failure_that_is_told_often_does_not_grow(web):
    """An exception keeps the frames of every place it was raised at: those of a million sources would be gigabytes."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        web.names["a.test"] = f"127.0.0.1:{unused.getsockname()[1]}"
        settings = web.settings(host_failures=1)

        async def run() -> list[int]:
            with closing(Browser(settings)) as browser:
                where, depths = parse("http://a.test/"), []
                for _ in range(5):
                    with pytest.raises(Failure) as caught:
                        await browser.get(where, b"", browser.memory.reserve(), 1.0, 1)
                    depths.append(len(traceback.extract_tb(caught.value.__traceback__)))
                return depths

        depths = asyncio.run(run())
    assert len(set(depths[1:])) == 1
