"""Fetching politely: what robots.txt says, one request at a time, and what the next part of a host knows of it."""

import asyncio
import gzip
import socket
import traceback
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import brotli
import pytest

from estner_ops.fetch import Browser, fetch_sources
from estner_ops.fetch.browse import retry_after
from estner_ops.fetch.failures import Failure
from estner_ops.fetch.target import parse
from tests.web import as_source


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


def test_retry_after_is_read_in_both_forms():
    later = datetime.now(UTC) + timedelta(seconds=100)
    assert retry_after("120") == 120
    assert 90 < retry_after(format_datetime(later, usegmt=True)) <= 100
    assert retry_after("Mon, 01 Jan 2024 00:00:00 GMT") == 0
    assert retry_after(None) is None
    assert retry_after("soon") is None


def fetch_parts(web, *parts, **values):
    """Fetches one part after another with one browser, as a shard does with a host that is larger than it."""
    settings = web.settings(**values)

    async def run() -> list:
        with closing(Browser(settings)) as browser:
            return [{fetched.source.url: fetched.outcome async for fetched in
                     fetch_sources(map(as_source, part), settings, browser)} for part in parts]

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
