"""Documents from WARC files that others wrote."""

import asyncio
import gzip
import hashlib
import io
import random
from datetime import UTC, datetime

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from estner_ops.archive.record import WarcError, read_record, scan
from estner_ops.archive.replay import replay_sources
from estner_ops.archive.replay_index import Index, index_warcs
from estner_ops.errors import SettingsError
from estner_ops.records import Known, Source
from estner_ops.settings import override

DATE = "2014-11-03T10:00:00Z"


class Crawl:
    """A WARC file as a crawler would write it, by way of warcio's own writer."""

    def __init__(self, path, gzipped=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.file = path.open("wb")
        self.writer = WARCWriter(self.file, gzip=gzipped)

    def add(self, url, body, status="200 OK", date=DATE, kind="response", **headers):
        offset = self.file.tell()
        pairs = [(name.replace("_", "-"), value) for name, value in headers.items()]
        http = StatusAndHeaders(status, pairs, "HTTP/1.1")
        record = self.writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=http,
                                                warc_headers_dict={"WARC-Date": date})
        self.writer.write_record(record)
        return offset

    def revisit(self, url, body, date):
        digest = self.writer._create_digester()
        digest.update(body)
        http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], "HTTP/1.1")
        self.writer.write_record(self.writer.create_revisit_record(
            url, str(digest), "http://elsewhere.test/", DATE, http_headers=http, warc_headers_dict={"WARC-Date": date}))


@pytest.fixture
def folder(settings, tmp_path):
    return tmp_path / "store" / "warcs"


def replay(settings, *sources):
    async def collect():
        return {fetched.source.url: fetched async for fetched in replay_sources(sources, settings)}

    found = asyncio.run(collect())
    assert len(found) == len(sources)
    return found


def source(url, **values):
    return Source(url, url, url.split("/")[2], **values)


def test_a_document_by_the_place_that_the_log_names(settings, folder):
    crawl = Crawl(folder / "deep" / "WEB-1.warc.gz")
    crawl.add("http://a.test/1", b"esimene")
    offset = crawl.add("http://a.test/2", gzip.compress(b"teine"), Content_Encoding="gzip", Content_Type="text/html")
    crawl.file.close()
    (fetched,) = replay(settings, source("http://a.test/2", warc_filename="WEB-1.warc.gz", warc_offset=offset)).values()
    assert (fetched.outcome, fetched.body, fetched.status) == (None, b"teine", 200)
    assert fetched.fetched_at == datetime(2014, 11, 3, 10, tzinfo=UTC)
    assert fetched.sha224 == hashlib.sha224(b"teine").hexdigest()
    assert ("Content-Type", "text/html") in fetched.headers
    assert fetched.exchanges[0].payload == gzip.compress(b"teine")
    assert not (folder.parent / "warc-index").exists()  # nothing had to be searched


def test_documents_by_the_index_newest_first(settings, folder, storage):
    old, new = Crawl(folder / "a.warc.gz"), Crawl(folder / "b.warc", gzipped=False)
    old.add("http://a.test/1", b"old")
    old.add("http://a.test/2", b"only")
    new.add("http://a.test/1", b"new", date="2015-01-01T00:00:00Z")
    new.add("http://a.test/kadunud", b"404", "404 Not Found")
    new.revisit("http://a.test/3", b"only", "2015-01-02T00:00:00Z")
    new.revisit("http://a.test/4", b"never written", "2015-01-02T00:00:00Z")
    for crawl in (old, new):
        crawl.file.close()
    assert index_warcs(settings) == 2
    tables = storage.list("warc-index")
    same = Known(hashlib.sha224(b"only").hexdigest())
    found = replay(settings, source("http://a.test/1"), source("http://a.test/2", known=same), source("http://a.test/3"),
                   source("http://a.test/4"), source("http://a.test/kadunud"), source("http://a.test/none"),
                   source("http://a.test/wrong", warc_filename="a.warc.gz", warc_offset=0),
                   Source("http://a.test/canonical", "http://a.test/2", "a.test"))
    assert {url.rpartition("/")[2]: one.outcome for url, one in found.items()} == {
        "1": None, "2": "unchanged", "3": None, "4": "not-in-warc", "kadunud": "gone", "none": "not-in-warc",
        "wrong": "not-in-warc", "canonical": None}
    assert found["http://a.test/1"].body == b"new"
    assert found["http://a.test/3"].body == b"only"
    assert storage.list("warc-index") == tables


def test_a_folder_outside_the_store(settings, tmp_path):
    crawl = Crawl(tmp_path / "elsewhere" / "x.warc.gz")
    crawl.add("http://a.test/1", b"5\r\nTere,\r\n7\r\n Tartu!\r\n0\r\n\r\n", Transfer_Encoding="chunked")
    crawl.file.close()
    for folder in (str(tmp_path / "elsewhere"), (tmp_path / "elsewhere").as_uri()):
        found = replay(override(settings, {"warc_folders": folder}), source("http://a.test/1"))
        assert found["http://a.test/1"].body == b"Tere, Tartu!"


def test_limits_hold_in_files_too(settings, folder):
    crawl = Crawl(folder / "a.warc.gz")
    crawl.add("http://a.test/large", b"x" * 2_000_000)
    crawl.add("http://a.test/bomb", gzip.compress(bytes(5_000_000)), Content_Encoding="gzip")
    crawl.add("http://a.test/bad", b"no gzip", Content_Encoding="gzip")
    crawl.file.close()
    found = replay(override(settings, {"max_body": 1_000_000}), *map(source, (
        "http://a.test/large", "http://a.test/bomb", "http://a.test/bad")))
    assert [one.outcome for one in found.values()] == ["too-large", "unpacks-too-large", "bad-encoding"]


def test_an_arc_file(settings, folder):
    folder.mkdir(parents=True)
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Vana</p>"
    info = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n"
    with (folder / "old.arc.gz").open("wb") as file:
        file.write(gzip.compress(b"filedesc://old.arc 0.0.0.0 20050101000000 text/plain %d\n%s\n" % (len(info), info)))
        file.write(gzip.compress(b"http://a.test/vana 192.0.2.1 20050101120000 text/html %d\n%s\n" % (len(body), body)))
    fetched = replay(settings, source("http://a.test/vana"))["http://a.test/vana"]
    assert (fetched.outcome, fetched.body, fetched.ip) == (None, b"<p>Vana</p>", "192.0.2.1")
    assert fetched.fetched_at.year == 2005


def test_damaged_files_cost_their_own_documents_only(settings, folder):
    crawl = Crawl(folder / "a.warc.gz")
    for i in range(20):
        crawl.add(f"http://a.test/{i}", random.Random(i).randbytes(3000))
    crawl.file.close()
    whole = crawl.path.read_bytes()
    crawl.path.write_bytes(whole[:len(whole) // 2])
    (folder / "none.warc.gz").write_bytes(b"this is no WARC file")
    (folder / "empty.warc.gz").write_bytes(b"")
    found = replay(settings, *(source(f"http://a.test/{i}") for i in range(20)))
    outcomes = [one.outcome for one in found.values()]
    assert 8 <= outcomes.count(None) <= 10
    assert set(outcomes) == {None, "not-in-warc"}


def test_garbage_is_a_warc_error_and_nothing_else(tmp_path):
    crawl = Crawl(tmp_path / "a.warc.gz")
    for i in range(3):
        crawl.add(f"http://a.test/{i}", b"Tere" * 50, Content_Type="text/html")
    crawl.file.close()
    whole = crawl.path.read_bytes()
    plain = gzip.decompress(whole)
    chance = random.Random(7)
    for _ in range(600):
        data = bytearray(chance.choice((whole, plain)))
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        for read in (lambda file: read_record(file, 0), lambda file: list(scan(file))):
            try:
                read(io.BytesIO(bytes(data)))
            except WarcError:
                continue


def test_a_place_that_holds_the_request_is_not_the_document(settings, folder):
    crawl = Crawl(folder / "a.warc.gz")
    request = crawl.file.tell()
    http = StatusAndHeaders("GET /1 HTTP/1.1", [], is_http_request=True)
    crawl.writer.write_record(crawl.writer.create_warc_record(
        "http://a.test/1", "request", payload=io.BytesIO(b""), http_headers=http))
    crawl.add("http://a.test/1", b"dokument")
    crawl.file.close()
    found = replay(settings, source("http://a.test/1", warc_filename="a.warc.gz", warc_offset=request))
    assert found["http://a.test/1"].body == b"dokument"


def test_a_server_that_said_not_modified_meant_the_version_before(settings, folder):
    crawl = Crawl(folder / "a.warc.gz")
    crawl.add("http://a.test/1", b"kehtib", Content_Type="text/html")
    crawl.add("http://a.test/1", b"hilisem", date="2016-01-01T00:00:00Z")
    offset = crawl.file.tell()
    http = StatusAndHeaders("304 Not Modified", [], "HTTP/1.1")
    crawl.writer.write_record(crawl.writer.create_warc_record(
        "http://a.test/1", "revisit", payload=io.BytesIO(b""), http_headers=http,
        warc_headers_dict={"WARC-Date": "2015-01-01T00:00:00Z", "WARC-Payload-Digest": "",
                           "WARC-Profile": "http://netpreserve.org/warc/1.0/revisit/server-not-modified"}))
    crawl.file.close()
    found = replay(settings, source("http://a.test/1", warc_filename="a.warc.gz", warc_offset=offset))
    fetched = found["http://a.test/1"]
    assert (fetched.outcome, fetched.status, fetched.body) == (None, 200, b"kehtib")
    assert fetched.fetched_at.year == 2015


def test_the_tables_are_not_read_for_every_revisit(settings, folder, monkeypatch):
    crawl = Crawl(folder / "a.warc.gz")
    for i in range(30):
        crawl.add(f"http://a.test/{i}", b"%d" % i)
        crawl.revisit(f"http://b.test/{i}", b"%d" % i, "2015-01-01T00:00:00Z")
    crawl.file.close()
    index_warcs(settings)
    read, search = [], Index._search
    monkeypatch.setattr(Index, "_search", lambda self, by, wanted: read.append(by) or search(self, by, wanted))
    found = replay(settings, *(source(f"http://b.test/{i}") for i in range(30)))
    assert [one.body for one in found.values()] == [b"%d" % i for i in range(30)]
    assert read == ["url", "digest"]


@pytest.mark.parametrize(("folders", "message"), [("nothing here", "no WARC file in nothing, here"),
                                                  ("gs://bucket", "name a folder")])
def test_replaying_from_nothing_stops(settings, folders, message):
    with pytest.raises(SettingsError, match=message):
        replay(override(settings, {"warc_folders": folders}), source("http://a.test/1"))
