import gzip
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from demo.documents import MOVED, VANISHED, documents
from demo.hosts import HOSTS
from demo.server import DemoServer

ROOT = Path(__file__).resolve().parents[2]
PAGE = ("www.ministeerium.demo.test", "/uudised/uus-oppeaasta.html")


@pytest.fixture(scope="module")
def server() -> Iterator[DemoServer]:
    with DemoServer() as running:
        yield running


def get(server: DemoServer, host: str, target: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, target, headers={"Host": host, **headers})
    return connection.getresponse()


def test_sends_every_document_as_it_is(server: DemoServer) -> None:
    for one in documents().values():
        if one.reply.wait or one.reply.cut is not None or not HOSTS[one.host].listens:
            continue
        response = get(server, one.host, one.target)
        assert (one.url, response.status) == (one.url, one.reply.status)
        assert response.read() == one.reply.body, one.url
        for name, value in one.reply.headers:
            assert response.headers[name] == value, one.url


def test_one_connection_serves_many_requests(server: DemoServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for target in ("/robots.txt", PAGE[1], "/olematu.html"):
        connection.request("GET", target, headers={"Host": PAGE[0]})
        response = connection.getresponse()
        response.read()
        assert response.version == 11
        assert response.status == (404 if target == "/olematu.html" else 200)


def test_conditional_requests(server: DemoServer) -> None:
    first = get(server, *PAGE)
    assert first.read()
    etag, modified = first.headers["ETag"], first.headers["Last-Modified"]
    for condition in ({"If-None-Match": etag}, {"If-None-Match": f'"x", W/{etag}'}, {"If-Modified-Since": modified}):
        again = get(server, *PAGE, **condition)
        assert (again.status, again.read()) == (304, b"")
    # a tag that does not match wins over a date that does
    other = {"If-None-Match": '"muu"', "If-Modified-Since": modified}
    assert get(server, *PAGE, **other).status == 200
    assert get(server, *PAGE, **{"If-Modified-Since": "ei ole kuupäev".encode().decode("latin-1")}).status == 200


def test_a_host_without_validators_never_says_not_modified(server: DemoServer) -> None:
    since = {"If-Modified-Since": "Fri, 01 Jan 2038 00:00:00 GMT"}
    response = get(server, "register.demo.test", "/ettevotted.json", **since)
    assert response.status == 200
    assert "ETag" not in response.headers
    assert "Last-Modified" not in response.headers


def test_head_sends_no_body(server: DemoServer) -> None:
    response = get(server, *PAGE, method="HEAD")
    assert response.status == 200
    assert int(response.headers["Content-Length"]) > 500
    assert response.read() == b""


def test_gzip_only_for_who_accepts_it(server: DemoServer) -> None:
    host, target = "muuseum.demo.test", "/naitused/tammsaare.html"
    plain = get(server, host, target).read()
    packed = get(server, host, target, **{"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.read()) == plain
    assert get(server, host, target, **{"If-None-Match": packed.headers["ETag"]}).status == 304


def test_robots(server: DemoServer) -> None:
    assert b"Disallow: /\n" in get(server, "keelatud.demo.test", "/robots.txt").read()
    assert b"Disallow: /sisemine/" in get(server, "www.linn.demo.test", "/robots.txt").read()
    assert get(server, "segane.demo.test", "/robots.txt").status == 500
    assert get(server, "www.vald.demo.test", "/robots.txt").status == 404


def test_misbehaviour(server: DemoServer) -> None:
    with pytest.raises(http.client.IncompleteRead):
        get(server, "rikutud.demo.test", "/katkeb.html").read()
    lost, soft = (get(server, host, "/mida-iganes.html").status for host in ("rikutud.demo.test", "pehme.demo.test"))
    assert (lost, soft) == (404, 200)
    assert get(server, "hoivatud.demo.test", "/leht.html").headers["Retry-After"] == "1"
    assert get(server, "suunab.demo.test", "/ring-a.html").headers["Location"].endswith("/ring-b.html")
    assert get(server, "failid.demo.test", "/lopmatu.html").headers["Content-Length"] is None
    assert get(server, "tundmatu.demo.test", "/").status == 421


@pytest.mark.slow
def test_the_slow_host_waits(server: DemoServer) -> None:
    begun = time.monotonic()
    assert get(server, "aeglane.demo.test", "/aruanne.html").status == 200
    assert time.monotonic() - begun >= 3


def test_the_closed_host_refuses(server: DemoServer) -> None:
    line = next(line for line in server.hosts_file().splitlines() if line.endswith(" kinni.demo.test"))
    port = int(line.split()[0].rpartition(":")[2])
    assert port != server.port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_the_state_file_switches_while_it_runs(tmp_path: Path) -> None:
    choice = tmp_path / "state"
    gone, moved = (url.removeprefix("http://").partition("/") for url in (VANISHED, MOVED[0]))
    with DemoServer(state_file=choice) as server:
        assert get(server, gone[0], f"/{gone[2]}").status == 200
        choice.write_text("2\n")
        assert get(server, gone[0], f"/{gone[2]}").status == 410
        assert get(server, moved[0], f"/{moved[2]}").headers["Location"] == MOVED[1]
        choice.write_text("")
        assert server.state == 2
        choice.write_text("1")
        assert get(server, gone[0], f"/{gone[2]}").status == 200


def test_the_command_writes_the_hosts_file_and_stops_on_sigterm(tmp_path: Path) -> None:
    hosts = tmp_path / "new" / "hosts.txt"
    command = [sys.executable, "-m", "demo.server", "--port", "0", "--hosts-file", str(hosts)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 30
        while not hosts.exists() and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.05)
        pairs = [line.split() for line in hosts.read_text().splitlines()]
        assert {name for _, name in pairs} == set(HOSTS)
        address, port = pairs[0][0].split(":")
        connection = http.client.HTTPConnection(address, int(port), timeout=10)
        connection.request("GET", PAGE[1], headers={"Host": PAGE[0]})
        assert connection.getresponse().status == 200
    finally:
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=15)
    assert process.returncode == 0
    assert f"{PAGE[0]} \"GET {PAGE[1]} HTTP/1.1\" 200" in log
    assert not hosts.exists()
