"""Archiving what the shard's own WARC writer wrote: payloads that occur twice, 304s, error pages."""

import gzip
import json
import zlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from estner_ops.archive import archive_run, archive_totals, find_path, find_version, verify
from estner_ops.archive.entries import REVISIT, parse_line
from estner_ops.archive.index import Index
from estner_ops.archive.records import read_record
from estner_ops.archive.warc import Original, WarcWriter
from estner_ops.records import Exchange, Fetched, Known, Source
from estner_ops.settings import Settings
from estner_ops.shards import ShardWriter, finished_segments
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, row, sha1, sha224


def write(storage: Storage, folder: Path, run: str, pages: list[Page], per_segment: int = 10) -> None:
    writer = ShardWriter(storage, run, "0000")
    seen: dict[str, Original] = {}
    for start in range(0, len(pages), per_segment):
        path = folder / writer.warc_name()
        with WarcWriter(path, seen=seen) as warc:
            rows = [row(page, path.name, *warc.write(fetched(page))) for page in pages[start:start + per_segment]]
        writer.commit(rows, [], path)
    writer.finish({})


def fetched(page: Page) -> Fetched:
    payload = page.body if page.payload is None else page.payload
    coding = f"Content-Encoding: {page.encoding}\r\n" if page.encoding else ""
    head = f"HTTP/1.1 {page.status} X\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n{coding}\r\n".encode()
    exchange = Exchange(page.url, "127.0.0.1", page.time, b"GET / HTTP/1.1\r\n\r\n", head, payload)
    known = None if page.known is None else Known(sha224(page.known), sha1=sha1(page.known))
    return Fetched(Source(page.url, page.url, page.url.split("/")[2], known=known), page.outcome, "", page.time,
                   status=page.status, final_url=page.url, sha224=sha224(page.body), exchanges=(exchange,))


def test_a_payload_that_occurs_again_is_stored_once(storage: Storage, tmp_path: Path) -> None:
    body = b"sama sisu " * 500
    pages = [Page(f"http://a.ee/{n}", body if n % 2 else b"%d" % n) for n in range(8)]
    write(storage, tmp_path, "r1", pages, per_segment=3)
    summary = archive_run(storage, Settings(), "r1")
    assert (summary.records, summary.revisits, summary.revisit_bytes) == (8, 3, 3 * len(body))
    for page in pages:
        version = find_version(storage, page.url)
        assert version is not None
        assert version.body == page.body
    assert verify(storage).is_sound
    assert archive_totals(storage)["revisits"] == 3


def test_an_error_page_that_became_the_page(storage: Storage, tmp_path: Path) -> None:
    body = b"Peagi avame!"
    write(storage, tmp_path, "r1", [Page("http://a.ee/vana", body, "gone", status=404), Page("http://a.ee/uus", body)])
    archive_run(storage, Settings(), "r1")
    assert find_version(storage, "http://a.ee/vana") is None, "an error page is not the document"
    version = find_version(storage, "http://a.ee/uus")
    assert version is not None
    assert version.body == body
    assert verify(storage).is_sound


def test_what_a_304_confirms(storage: Storage, tmp_path: Path) -> None:
    packed = gzip.compress(b"sisu")
    write(storage, tmp_path, "r1", [Page("http://a.ee/", b"sisu", payload=packed, encoding="gzip")])
    later = DAY + timedelta(days=30)
    write(storage, tmp_path, "r2", [Page("http://a.ee/", b"", "not-modified", later, 304, known=packed)])
    write(storage, tmp_path, "r3", [Page("http://a.ee/", b"sisu", "unchanged", DAY + timedelta(days=60),
                                         known=packed)])
    for run in ("r1", "r2", "r3"):
        archive_run(storage, Settings(), run)
    for when in (DAY, later, DAY + timedelta(days=90)):
        version = find_version(storage, "http://a.ee/", when)
        assert version is not None
        assert version.body == b"sisu"
    assert find_path(storage, f"31_12_2026/a.ee/{sha224('http://a.ee/')}") is not None
    assert verify(storage).is_sound


def test_every_line_has_the_digest_of_its_record(storage: Storage, tmp_path: Path) -> None:
    body, missing = b"<p>Tere</p>", b"Lehte ei ole."
    later = DAY + timedelta(days=30)
    write(storage, tmp_path, "r1", [
        Page("http://a.ee/1", body), Page("http://a.ee/2", missing, "gone", status=404),
        Page("http://a.ee/3", missing, "gone", status=404), Page("http://a.ee/4", b"", "http-error", status=500),
        Page("http://a.ee/5", b"", "http-error", status=500)], per_segment=2)
    write(storage, tmp_path, "r2", [Page("http://a.ee/1", b"", "not-modified", later, 304, known=body)])
    for run in ("r1", "r2"):
        archive_run(storage, Settings(), run)
    found = [(entry.document[-1], entry.sha1, entry.media_type == REVISIT)
             for entry in map(parse_line, Index(storage).search("cdxj", "ee,a)/"))]
    assert found == [("1", sha1(body), False), ("1", sha1(body), True), ("2", sha1(missing), False),
                     ("3", sha1(missing), True), ("4", sha1(b""), False), ("5", sha1(b""), False)]
    for line in Index(storage).search("cdxj", "ee,a)/"):
        record = read_record(storage, parse_line(line))
        assert record.warc_headers["warc-payload-digest"] == json.loads(line.split(" ", 2)[2])["digest"]
        assert (record.warc_type == "revisit") == parse_line(line).is_revisit
    report = verify(storage)
    assert (report.records, report.checked, report.is_sound) == (6, 6, True)


def test_no_byte_of_a_warc_changes_unnoticed(storage: Storage, tmp_path: Path) -> None:
    """Nor of its requests and of what describes it: other tools stop reading at the first damage."""
    write(storage, tmp_path, "r1", [Page(f"http://a.ee/{n}", b"%d" % n * 300) for n in range(3)])
    archive_run(storage, Settings(), "r1")
    (segment,) = finished_segments(storage, ["r1"])
    data = storage.read_bytes(segment.warc)
    assert verify(storage).bytes == len(data)
    # Only the time and the system of a gzip header (RFC 1952, 2.3) are of no consequence.
    harmless = {start + place for start in members(data) for place in (4, 5, 6, 7, 8, 9)}
    for place in range(0, len(data), 5):
        storage.write_bytes(segment.warc, data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1:])
        report = verify(storage)
        assert place in harmless or list(report.by_warc()) == [segment.warc], place
    for damaged, concerned in ((data[:-9], 2), (data + b"x", 2), (data[9:], 0)):
        storage.write_bytes(segment.warc, damaged)
        assert f"http://a.ee/{concerned}" in verify(storage).by_warc()[segment.warc]


def members(data: bytes) -> Iterator[int]:
    rest = data
    while rest:
        yield len(data) - len(rest)
        member = zlib.decompressobj(wbits=31)
        member.decompress(rest)
        rest = member.unused_data
