"""Fetching from servers that mean harm or are merely broken. Every server here is real, on loopback."""

import asyncio
import gzip
import socket
import struct
import threading
import zlib
from datetime import UTC, datetime

import brotli
import pytest

from estner_ops.records import Source


def test_a_drip_is_cut(web):
    async def drip(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        for _ in range(100):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    async def drip_head(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        for _ in range(100):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    urls = [web.on("http://a.test/drip", drip), web.on("http://b.test/head", drip_head)]
    found = web.fetch(*urls)
    assert [found[url].outcome for url in urls] == ["too-slow", "too-slow"]
    assert found[urls[0]].status == 200
    assert all(fetched.duration < 3 for fetched in found.values())


def test_a_server_that_never_answers_is_given_up(web, answer):
    async def silent(asked, reader, writer):
        await asyncio.sleep(30)

    urls = [web.on(f"http://a.test/{i}", silent) for i in range(20)]
    found = web.fetch(*urls, document_seconds=0.2)
    assert [found[url].outcome for url in urls] == 3 * ["timed-out"] + 17 * ["host-down"]
    assert all(0.2 <= found[url].duration < 2 for url in urls[:3])
    assert len(web.paths()) == 3


def test_an_endless_body(web, answer):
    async def endless(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()

    async def endless_chunks(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"1;" + b"e" * 1000 + b"\r\nx\r\n")
            await writer.drain()

    async def promised(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n")

    urls = [web.on("http://a.test/", endless), web.on("http://b.test/", endless_chunks),
            web.on("http://c.test/", promised)]
    found = web.fetch(*urls, max_body=1_000_000)
    assert [found[url].outcome for url in urls] == ["too-large"] * 3
    assert all(fetched.status == 200 and not fetched.exchanges for fetched in found.values())


@pytest.mark.parametrize(("coding", "bomb"), [
    ("gzip", gzip.compress(bytes(50_000_000))), ("deflate", zlib.compress(bytes(50_000_000))),
    ("br", brotli.compress(bytes(50_000_000), quality=5)),
    ("gzip, gzip", gzip.compress(gzip.compress(bytes(50_000_000))))])
def test_a_bomb(web, answer, coding, bomb):
    assert len(bomb) < 100_000
    fetched = web.one(web.on("http://a.test/", answer(bomb, Content_Encoding=coding)), max_body=10_000_000)
    assert fetched.outcome == "unpacks-too-large"
    assert fetched.body is None


@pytest.mark.parametrize(("coding", "sent"), [
    ("gzip", b"this is not gzip"), ("gzip", gzip.compress(b"x" * 1000)[:-10]), ("br", b"\xff\xff\xff"),
    ("deflate", b"\x78\x9cgarbage"), ("zstd", b"anything"), ("gzip, gzip, gzip, gzip", b"x")])
def test_a_body_that_is_not_what_it_says(web, answer, coding, sent):
    assert web.one(web.on("http://a.test/", answer(sent, Content_Encoding=coding))).outcome == "bad-encoding"


def test_redirects_without_end_or_sense(web, answer):
    def to(location):
        return answer(b"", "302 Found", Location=location)

    for i in range(20):
        web.on(f"http://a.test/far/{i}", to(f"/far/{i + 1}"))
    cases = {
        web.on("http://a.test/loop", to("/loop2")): "bad-redirect",
        web.on("http://a.test/self", to("/self#again")): "bad-redirect",
        "http://a.test/far/0": "bad-redirect",
        web.on("http://a.test/file", to("file:///etc/passwd")): "bad-redirect",
        web.on("http://a.test/ftp", to("ftp://a.test/x")): "bad-redirect",
        web.on("http://a.test/bad", to("http://[::1/")): "bad-redirect",
        web.on("http://a.test/long", to("/" + "x" * 9000)): "bad-redirect",
        web.on("http://a.test/port", to("http://a.test:99999/")): "bad-redirect",
    }
    web.on("http://a.test/loop2", to("/loop"))
    found = web.fetch(*cases)
    assert {url: fetched.outcome for url, fetched in found.items()} == cases
    assert len(found["http://a.test/far/0"].redirects) == 11
    assert "/far/11" not in web.paths()


@pytest.mark.parametrize("location", [
    "http://169.254.169.254/computeMetadata/v1/", "http://metadata.google.internal/", "http://10.0.0.1/",
    "http://[::ffff:169.254.169.254]/", "http://[fd00:ec2::254]/", "http://[fe80::1]/", "http://127.0.0.2/",
    "http://2852039166/", "http://0xa9fea9fe/", "http://0/", "http://[64:ff9b::a9fe:a9fe]/", "http://[2002:7f00:1::]/",
    "https://192.168.1.1/"])
def test_a_redirect_into_the_private_network(web, answer, location):
    # The test session's guard fails any attempt to connect outside loopback, so this also shows that none was made.
    fetched = web.one(web.on("http://a.test/", answer(b"", "302 Found", Location=location)))
    assert fetched.outcome == "address-refused"


def test_a_private_address_is_refused_unless_its_range_is_allowed(web, answer):
    url = web.on("http://a.test/", answer(b"x"))
    assert web.one(url).outcome is None
    before = len(web.asked)
    assert web.one(url, allowed_networks="10.0.0.0/8 127.0.0.2/32").outcome == "address-refused"
    assert web.one(url, allowed_networks="").outcome == "address-refused"
    assert len(web.asked) == before


def test_dns_that_changes_between_look_ups(web, answer, monkeypatch):
    """The first answer is an allowed address, the second is not: only the first may be connected to."""
    inside = socket.create_server(("127.0.0.9", web.ports[0]))
    inside.settimeout(0.2)
    answers = []

    def look_up(host, port, *args, **kwargs):
        answers.append("127.0.0.1" if not answers else "127.0.0.9")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers[-1], port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    host = f"rebind.test:{web.ports[0]}"
    web.routes[f"{host}/robots.txt"] = web.routes[f"{host}/1"] = _closing(answer(b"", Connection="close"))
    fetched = web.one(Source(f"http://{host}/1", f"http://{host}/1", host))
    assert answers == ["127.0.0.1", "127.0.0.9"]
    assert fetched.outcome == "address-refused"
    with pytest.raises(TimeoutError):
        inside.accept()
    inside.close()


def test_lengths_that_are_wrong(web, answer):
    async def short(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        writer.close()

    cases = {
        web.on("http://short.test/", short): "connection-lost",
        web.on("http://two.test/", b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"): "bad-headers",
        web.on("http://minus.test/", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"): "bad-headers",
        web.on("http://word.test/", b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"): "bad-headers",
        web.on("http://chunk.test/", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"): "connection-lost",
        web.on("http://te.test/", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"): "bad-headers",
    }
    found = web.fetch(*cases)
    assert {url: fetched.outcome for url, fetched in found.items()} == cases
    assert web.paths("short.test") == ["/"] * 3  # it may pass, so it is tried again


def test_more_than_promised_does_not_become_the_next_document(web, answer):
    forged = answer(b"forged")
    urls = [web.on("http://a.test/1", b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal" + forged),
            web.on("http://a.test/2", answer(b"second"))]
    found = web.fetch(*urls)
    assert [found[url].body for url in urls] == [b"real", b"second"]


def test_a_reset_in_the_middle_is_tried_again(web, answer):
    async def reset(asked, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b"x" * 5000)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    urls = [web.on("http://a.test/once", reset, answer(b"whole")), web.on("http://b.test/always", reset)]
    found = web.fetch(*urls)
    assert found[urls[0]].body == b"whole"
    assert found[urls[1]].outcome == "connection-lost"
    assert web.paths("b.test") == ["/always"] * 3


def test_busy_servers_are_waited_for(web, answer):
    busy = answer(b"", "429 Too Many Requests", Retry_After="1")
    url = web.on("http://a.test/", busy, answer(b"well again"))
    other = web.on("http://a.test/other", answer(b"x"))
    found = web.fetch(url, other)
    assert (found[url].body, found[other].body) == (b"well again", b"x")
    asked = [one for one in web.asked if one.path != "/robots.txt"]
    assert asked[1].began - asked[0].ended >= 1.0  # the whole host was left alone


def test_a_server_that_wants_a_rest_after_every_page_is_left_in_the_end(web, answer):
    rest = answer(b"", "429 Too Many Requests", Retry_After="1")
    urls = [web.on(f"http://a.test/{i}", rest, answer(b"x")) for i in range(5)]
    found = web.fetch(*urls, max_delay=0.21, host_failures=9)
    assert [one.outcome for one in found.values()].count("server-busy") == 5
    assert len(web.paths()) == 3  # the third would have made it more than 2.1 s


def test_a_server_that_wants_a_long_rest_gets_it(web, answer):
    busy = answer(b"", "503 Service Unavailable", Retry_After="86400")
    urls = [web.on(f"http://a.test/{i}", busy) for i in range(10)]
    found = web.fetch(*urls)
    assert {fetched.outcome for fetched in found.values()} == {"server-busy"}
    assert len(web.paths()) == 1


def test_a_dead_host_costs_three_tries(web):
    with socket.create_server(("127.0.0.1", 0)) as server:
        dead = server.getsockname()[1]
    web.names["dead.test"] = f"127.0.0.1:{dead}"
    urls = [f"http://dead.test/{i}" for i in range(50)]
    found = web.fetch(*urls)
    outcomes = [found[url].outcome for url in urls]
    assert outcomes == 3 * ["connect-failed"] + 47 * ["host-down"]
    assert "3 failures in a row" in found[urls[-1]].detail


def test_a_name_without_address(web, monkeypatch):
    def look_up(*args, **kwargs):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    found = web.fetch("http://nowhere.test/1", "http://nowhere.test/2")
    assert {fetched.outcome for fetched in found.values()} == {"dns-failed"}


@pytest.mark.parametrize("sent", [
    b"HTTP/1.1 200 OK\r\nX: " + b"x" * 10_000_000 + b"\r\n\r\n",
    b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000 + b"\r\n",
    b"HTTP/1.1 " + b"2" * 10_000_000,
    b"SSH-2.0-OpenSSH_9.2\r\n", b"\0" * 1000 + b"\n", b"HTTP/1.1 200 OK\r\n\r\n"[:9] + b"\r\n",
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000,
    b"HTTP/2 200\r\n\r\n"])
def test_heads_that_are_too_large_or_none(web, sent):
    assert web.one(web.on("http://a.test/", sent)).outcome == "bad-headers"


def test_tls(web, answer, authority, tmp_path):
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    safe = web.on("https://safe.test/", answer(b"safe"))
    other_name = web.on("https://other.test/", answer(b"other"))
    ca_file = str(tmp_path / "ca.pem")
    found = web.fetch(safe, other_name, ca_file=ca_file)
    assert found[safe].body == b"safe"
    assert found[other_name].outcome == "bad-certificate"
    assert "other.test" in found[other_name].detail
    assert web.one(safe).outcome == "bad-certificate"  # of an authority that nobody trusts
    assert "other.test" not in {asked.host for asked in web.asked}


def test_an_expired_certificate_and_a_server_that_speaks_no_tls(web, answer, authority, tmp_path):
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    authority.issue_cert("late.test", not_after=datetime(2020, 1, 1, tzinfo=UTC)).configure_cert(web.tls)
    late = web.on("https://late.test/", answer(b"x"))
    plain = socket.create_server(("127.0.0.1", 0))
    web.names["plain.test"] = f"127.0.0.1:{plain.getsockname()[1]}"

    def speak_plainly():
        for _ in range(3):
            with plain.accept()[0] as connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    threading.Thread(target=speak_plainly, daemon=True).start()
    found = web.fetch(late, "https://plain.test/", ca_file=str(tmp_path / "ca.pem"))
    plain.close()
    assert found[late].outcome == "bad-certificate"
    assert found["https://plain.test/"].outcome == "connect-failed"


def test_a_url_cannot_break_the_request(web, answer):
    web.names["a.test"] = f"127.0.0.1:{web.ports[0]}"
    url = "http://a.test/x y\r\nX-Injected: 1\r\n\r\nGET /second HTTP/1.1"
    web.fetch(Source(url, url, "a.test"))
    assert all("x-injected" not in asked.headers for asked in web.asked)
    assert "/second" not in web.paths()


def test_a_robots_file_made_to_choke_on(web, answer):
    agents = b"".join(b"User-agent: bot%d\n" % i for i in range(15_000))
    rules = b"".join(b"Disallow: /*%d*x$\n" % i for i in range(15_000))
    web.on("http://a.test/robots.txt", answer(agents + rules + b"User-agent: *\nDisallow: /end"))
    web.on("http://b.test/robots.txt", answer(b"User-agent: *\nDisallow: /" + b"*a" * 20_000 + b"\n" + bytes(999_999)))
    urls = [web.on("http://a.test/ok", answer(b"x")), web.on("http://b.test/" + "a" * 2000, answer(b"x"))]
    assert all(fetched.outcome is None for fetched in web.fetch(*urls).values())


def _closing(data):
    async def handle(asked, reader, writer):
        writer.write(data)
        await writer.drain()
        writer.close()
    return handle
