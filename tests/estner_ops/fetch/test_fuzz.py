"""Whatever a server says, a source ends with an outcome: nothing unforeseen may stop a shard."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from estner_ops.fetch.browse import retry_after
from estner_ops.fetch.cookies import Cookies
from estner_ops.fetch.failures import Failure
from estner_ops.fetch.http import Head
from estner_ops.fetch.robots import rules
from estner_ops.fetch.target import follow, parse

STARTS = [b"HTTP/1.1 200 OK\r\n"] * 6 + [b"HTTP/1.0 302 Found\r\n", b"HTTP/1.1 304 No\n", b"HTTP/1.1 204 \r\n",
                                             b"HTTP/1.1 999\r\n", b""]
NAMES = [b"Content-Length", b"Transfer-Encoding", b"Location", b"Content-Encoding", b"Connection", b"Set-Cookie",
         b"Retry-After", b"", b"\0", b"\xff"]
VALUES = [b"0", b"5", b"-1", b"99999999999", b"chunked", b"gzip", b"br, gzip", b"close", b"a=b", b"soon", b"http://[",
          b"/x", b"//", b"\xc2\xb2", b"\xff", b"", b"x" * 5000]
ENDS = [b"\r\n", b"\n", b"\r\n ", b"\r"]
BODIES = [b"", b"<html>", b"5\r\nTere!\r\n0\r\n\r\n", b"fffffffffff\r\n", b"\x1f\x8b\x08", b"0\r\n", b"\0" * 3000]


def gibberish(chance: random.Random) -> bytes:
    lines = (chance.choice(NAMES) + b": " + chance.choice(VALUES) + chance.choices(ENDS, (9, 3, 1, 1))[0]
             for _ in range(chance.randint(0, 4)))
    return chance.choice(STARTS) + b"".join(lines) + b"\r\n" + chance.choice(BODIES)


@pytest.mark.parametrize("seed", range(3))
def test_gibberish_ends_in_an_outcome(web, seed):
    chance = random.Random(seed)

    def closing(data):
        async def handle(asked, reader, writer):
            writer.write(data)
            await writer.drain()
            writer.close()
        return handle

    urls = [web.on(f"http://h{i}.test/x", closing(gibberish(chance))) for i in range(120)]
    for i in range(0, 120, 3):
        web.on(f"http://h{i}.test/robots.txt", closing(gibberish(chance)))
    found = web.fetch(*urls, connect_seconds=1.0, document_seconds=1.0, max_delay=0.1, tries=1)
    assert len({fetched.outcome for fetched in found.values()}) > 4


DIRECTIVES = ["User-agent", "Disallow", "Allow", "Crawl-delay", "Request-rate", "Visit-time", "Sitemap"]
OPERANDS = ["*", "/", "/*$", "nan", "inf", "-1", "1e999", "1/0", "1/5m", "1/10 0000-9999", "0600-0845", "estner"]
LINE = st.tuples(st.sampled_from(DIRECTIVES), st.sampled_from([":", " ", ": ", "::"]),
                 st.one_of(st.text(max_size=20), st.sampled_from(OPERANDS))).map("".join)
LINES = st.lists(st.one_of(st.text(max_size=40), LINE))
DATES = ["Mon, 99 Jan 9999 99:99:99 GMT", "Sun, 01 Jan 0000 00:00:00 +9999", "1e5", "²", "9" * 30]


@given(LINES, st.text(max_size=50))
def test_any_robots_file(lines, path):
    found = rules(200, "\n".join(lines).encode("utf-8", "replace"), "EstNER")
    assert found.crawl_delay >= 0
    try:
        url = parse(f"http://a.test/{path}").url
        found.check(url)
    except Failure as failure:
        assert failure.code in ("robots-forbidden", "invalid-url")  # noqa: PT017


@example("0\x1f")
@given(st.one_of(st.text(max_size=60), st.sampled_from(DATES)))
def test_any_retry_after(text):
    assert (retry_after(text) or 0) >= 0


@given(st.text(max_size=80))
def test_any_location(text):
    try:
        follow(parse("http://a.test/x?y"), text)
    except Failure as failure:
        assert failure.code == "bad-redirect"  # noqa: PT017


@given(st.lists(st.text(max_size=30), max_size=30))
def test_any_cookie(values):
    cookies, where = Cookies(), parse("http://a.test/")
    cookies.take(where, Head(b"", 302, tuple(("Set-Cookie", value) for value in values), True))
    sent = cookies.header(where)
    assert sent.isascii()
    assert sent == "" or sent.isprintable()
