"""What we write is read by the archivists' own tools, record by record."""

import gzip
import hashlib
from base64 import b32encode
from datetime import UTC, datetime, timedelta

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from estner_ops.archive.record import read_record
from estner_ops.archive.warc import WarcWriter
from estner_ops.records import Exchange, Fetched, Known, Source

NOW = datetime(2026, 11, 1, 12, 0, 0, 123456, tzinfo=UTC)
REQUEST = b"GET /x HTTP/1.1\r\nHost: a.test\r\n\r\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


def exchange(url="http://a.test/x", payload=b"Tere, Tartu!", head=HEAD, at=NOW):
    return Exchange(url, "192.0.2.7", at, REQUEST, head, payload)


def fetched(*exchanges, outcome=None):
    source = Source(exchanges[0].url, exchanges[0].url, "a.test", known=Known("ab" * 28, sha1="A" * 32))
    return Fetched(source, outcome, "", NOW, exchanges=exchanges)


def records(path):
    """Type, headers and content of every record, as warcio reads them."""
    with path.open("rb") as file:
        return [(record.rec_type, dict(record.rec_headers.headers), record.content_stream().read())
                for record in ArchiveIterator(file)]


class Quiet:
    verbose, exit_value = False, 0

    def __init__(self, path):
        self.inputs = [str(path)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "00000-abcd.warc.gz"


def test_a_document_and_the_redirect_before_it(path):
    moved = exchange("http://a.test/old", b"moved", b"HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n")
    with WarcWriter(path) as warc:
        offset, length, _ = warc.write(fetched(moved, exchange(at=NOW + timedelta(seconds=1))))
    found = records(path)
    assert [kind for kind, _, _ in found] == ["warcinfo", "response", "request", "response", "request"]
    _, headers, content = found[3]
    assert content == b"Tere, Tartu!"
    assert headers["WARC-Target-URI"] == "http://a.test/x"
    assert headers["WARC-Date"] == "2026-11-01T12:00:01.123456Z"
    assert headers["WARC-IP-Address"] == "192.0.2.7"
    assert headers["WARC-Payload-Digest"] == "sha1:" + b32encode(hashlib.sha1(b"Tere, Tartu!").digest()).decode()
    assert found[4][1]["WARC-Concurrent-To"] == headers["WARC-Record-ID"]
    member = path.read_bytes()[offset:offset + length]
    assert gzip.decompress(member).endswith(HEAD + b"Tere, Tartu!\r\n\r\n")


def test_identical_payloads_become_revisits_across_files(path, tmp_path):
    seen = {}
    with WarcWriter(path, seen=seen) as warc:
        warc.write(fetched(exchange()))
    second = tmp_path / "00001-abcd.warc.gz"
    with WarcWriter(second, seen=seen) as warc:
        warc.write(fetched(exchange("http://b.test/copy")))
        warc.write(fetched(exchange("http://b.test/empty", b"")))
        warc.write(fetched(exchange("http://b.test/empty2", b"")))
        warc.write(fetched(exchange("http://b.test/known", b"as last month"), outcome="unchanged"))
        warc.write(fetched(exchange("http://b.test/304", b"", b"HTTP/1.1 304 Not Modified\r\n\r\n"),
                           outcome="not-modified"))
    found = [(kind, headers) for kind, headers, _ in records(second) if kind in ("response", "revisit")]
    assert [kind for kind, _ in found] == ["revisit", "response", "response", "revisit", "revisit"]
    copy, known, unmodified = found[0][1], found[3][1], found[4][1]
    assert copy["WARC-Refers-To-Target-URI"] == "http://a.test/x"
    assert copy["WARC-Refers-To-Date"] == "2026-11-01T12:00:00.123456Z"
    assert copy["WARC-Profile"].endswith("identical-payload-digest")
    assert known["WARC-Payload-Digest"].startswith("sha1:")
    assert unmodified["WARC-Profile"].endswith("server-not-modified")
    assert unmodified["WARC-Payload-Digest"] == "sha1:" + "A" * 32, "of the version that it confirms"
    checker = Checker(Quiet(second))
    checker.process_all()
    assert checker.exit_value == 0


def test_warcio_check_passes_and_would_notice(path):
    chunked = HEAD.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    with WarcWriter(path) as warc:
        warc.write(fetched(exchange(payload=bytes(range(256)) * 500)))
        warc.write(fetched(exchange("http://a.test/%C3%B5", b"x", chunked)))
    checker = Checker(Quiet(path))
    checker.process_all()
    assert checker.exit_value == 0
    bad = path.with_name("bad.warc")
    bad.write_bytes(gzip.decompress(path.read_bytes()).replace(b"\x10\x11\x12", b"\x10\x11\x13", 1))
    checker = Checker(Quiet(bad))
    checker.process_all()
    assert checker.exit_value != 0


def test_fastwarc_reads_it(path):
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
    with WarcWriter(path) as warc:
        warc.write(fetched(exchange(payload=b"first")))
        warc.write(fetched(exchange(payload=gzip.compress(b"second"), head=chunked)))
    with path.open("rb") as file:
        assert all(record.verify_block_digest() for record in FastIterator(file, parse_http=False))
    with path.open("rb") as file:
        found = [(record.verify_payload_digest(consume=False), record.http_headers.status_code, record.reader.read())
                 for record in FastIterator(file, record_types=WarcRecordType.response, parse_http=True)]
    assert [(intact, status) for intact, status, _ in found] == [(True, 200)] * 2
    assert found[0][2] == b"first"
    assert gzip.decompress(found[1][2]) == b"second"


def test_a_record_is_read_back_at_its_offset(path):
    with WarcWriter(path) as warc:
        warc.write(fetched(exchange(payload=b"one")))
        offset, _, _ = warc.write(fetched(exchange("http://a.test/y", b"two" * 1000)))
    with path.open("rb") as file:
        record = read_record(file, offset)
        assert (record.url, record.status, record.whole) == ("http://a.test/y", 200, True)
        assert record.payload == b"two" * 1000
        assert record.date == NOW
        assert record.head == HEAD
        cut = read_record(file, offset, limit=100)
        assert (cut.payload, cut.whole) == ((b"two" * 1000)[:100], False)
