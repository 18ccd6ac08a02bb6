"""Writes the crawl log of the demo web as Heritrix 3 would have: all documents, and lines that planning must reject.

    python -m demo.crawl_log > demo/crawl.log
"""

import base64
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from demo.document import Document
from demo.documents import documents
from demo.hosts import HOSTS

_START = datetime(2026, 3, 3, 6, 15, 2, 417_000, tzinfo=UTC)
_JSON_HOSTS = ("www.ylikool.demo.test", "muuseum.demo.test")  # crawled with logExtraInfo
_WARC = "DEMO-20260303061500123-00000-4711~crawler~8443.warc.gz"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log and the outcome that planning must give it."""

    text: str
    outcome: str


@dataclass(frozen=True, slots=True)
class _Visit:
    """What the crawler noted of one address."""

    url: str
    outcome: str = "accepted"
    status: int = 200
    size: int | None = 0
    path: str = "L"
    referrer: str = ""
    media_type: str = "text/html"
    payload: bytes | None = b""
    annotations: str = "-"
    extra: bool = False


def lines() -> list[Line]:
    """The whole log, in its order. The same in every run."""
    found: list[Line] = []
    for number, visit in enumerate(_visits()):
        found.append(Line(_format(visit, number), visit.outcome))
    torn = found[3].text[:70]
    found.insert(20, Line(torn, "malformed-line"))
    found.insert(55, Line("java.io.IOException: No space left on device", "malformed-line"))
    return found


def _visits() -> Iterator[_Visit]:
    web = documents(1)
    for host in HOSTS:
        yield _Visit(f"dns:{host}", "prerequisite", 1, 52, "P", f"http://{host}/", "text/dns", b"127.0.0.1")
        yield _Visit(f"http://{host}/robots.txt", "prerequisite", 200, 61, "P", f"http://{host}/", "text/plain")
        for document in web.values():
            if document.host == host:
                yield _accepted(document)
        yield from _side_shows(host)
    yield from _duplicates(web)
    yield from _misfits()


def _accepted(document: Document) -> _Visit:
    reply = document.reply
    media_type = reply.header("Content-Type").partition(";")[0] or "text/html"
    seed = document.target == "/"
    return _Visit(
        document.url,
        size=len(reply.body) + 240,
        path="-" if seed else "L" * (1 + document.target.count("/") % 3),
        referrer="-" if seed else f"http://{document.host}/",
        media_type=media_type,
        payload=reply.body,
        annotations="3t" if document.host == "aeglane.demo.test" else "-",
        extra=document.host in _JSON_HOSTS,
    )


def _side_shows(host: str) -> Iterator[_Visit]:
    """What every crawl of a site brings along."""
    home = f"http://{host}/"
    yield _Visit(f"{home}pildid/logo.png", "not-text", 200, 4120, "E", home, "image/png")
    yield _Visit(f"{home}stiil.css", "not-text", 200, 980, "E", home, "text/css")
    yield _Visit(f"{home}menyy.html", "speculative", 200, 410, "EX", f"{home}skript.js")
    yield _Visit(f"{home}vana-aadress", "redirect", 301, 190, "L", home)


def _duplicates(web: dict[str, Document]) -> Iterator[_Visit]:
    """Other spellings of the same addresses, and a page that the crawler saw again."""
    again = next(iter(web))
    yield _Visit(again, "duplicate", 200, 900, "LL", annotations="duplicate:digest", payload=web[again].reply.body)
    for url in (
        "HTTP://WWW.LINN.DEMO.TEST:80/uudised/laulupeo-liiklus.html",
        "http://www.linn.demo.test/uudised/../uudised/laulupeo-liiklus.html",
        "http://www.vald.demo.test",
        "http://www.ylikool.demo.test/uudised/k%c3%bclalisprofessor.html",
        "http://statistika.demo.test/metoodika.html#andmed",
    ):
        yield _Visit(url, "duplicate", annotations='duplicate:"demo.arc,9358",content-size:1180', path="LR")


def _misfits() -> Iterator[_Visit]:
    home = "http://www.ministeerium.demo.test/"
    yield _Visit(f"{home}kadunud.html", "failed-at-crawl", 404, 310)
    yield _Visit(f"{home}viga.html", "failed-at-crawl", 500, 310)
    yield _Visit(f"{home}ajutine", "redirect", 302, 0)
    yield _Visit(f"{home}aeglane.html", "failed-at-crawl", -4, None, media_type="unknown", payload=None)
    yield _Visit(f"{home}keelatud.html", "failed-at-crawl", -9998, None, media_type="unknown", payload=None,
                 annotations="robotExcluded")
    yield _Visit("http://olematu.demo.test/", "failed-at-crawl", -1, None, media_type="unknown", payload=None)
    yield _Visit(f"{home}proovimata.html", "failed-at-crawl", 0, None, media_type="unknown", payload=None)
    yield _Visit("ftp://ftp.demo.test/andmed.txt", "not-http", 200, 2048, media_type="text/plain")
    yield _Visit("http://[::1/katki.html", "invalid-url", 200, 12)
    yield _Visit("http://avaandmed.demo.test/robots.txt", "robots-file", 200, 61, "LL", media_type="text/plain")
    yield _Visit(f"{home}video.mp4", "not-text", 200, 8_812_000, media_type="video/mp4",
                 annotations="lenTrunc,dol:12")
    yield _Visit(f"{home}skript.js", "not-text", 200, 1200, "E", media_type="application/javascript")


def _format(visit: _Visit, number: int) -> str:
    begun = _START + timedelta(milliseconds=number * 733)
    took = 41 + (number * 97) % 480
    ended = begun + timedelta(milliseconds=took + 3)
    sha1 = "-" if visit.payload is None else f"sha1:{base64.b32encode(_sha1(visit)).decode()}"
    seed = f"http://{urlsplit(visit.url).netloc}/" if number % 5 == 0 and visit.outcome == "accepted" else "-"
    fields = [
        f"{ended:%Y-%m-%dT%H:%M:%S}.{ended.microsecond // 1000:03}Z",
        f"{visit.status:5}",
        f"{'-' if visit.size is None else visit.size:>10}",
        visit.url,
        visit.path,
        visit.referrer or "http://www.ministeerium.demo.test/",
        visit.media_type,
        f"#{number % 50:03}",
        "-" if visit.payload is None else f"{begun:%Y%m%d%H%M%S}{begun.microsecond // 1000:03}+{took}",
        sha1,
        seed,
        visit.annotations,
    ]
    if visit.extra:
        extra = {"contentSize": visit.size, "warcFilename": _WARC, "warcFileOffset": 1000 + 7919 * number}
        fields.append(json.dumps(extra, separators=(",", ":")))
    return " ".join(fields)


def _sha1(visit: _Visit) -> bytes:
    return hashlib.sha1(visit.payload or visit.url.encode(), usedforsecurity=False).digest()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.writelines(f"{line.text}\n" for line in lines())
