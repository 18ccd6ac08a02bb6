"""Archiving a run, finding what was archived, and noticing damage, over real WARC files."""

import gzip
from datetime import timedelta
from pathlib import Path

import brotli
import pytest
from warcio.archiveiterator import ArchiveIterator

from estner_ops.archive import DamagedRecord, archive_run, find_digest, find_path, find_version, verify
from estner_ops.archive.entries import parse_line
from estner_ops.archive.index import Index, live_objects, sweep
from estner_ops.errors import StorageError
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run, sha224

SETTINGS = Settings()


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path.as_uri())


def test_versions_are_found_by_url_and_time_digest_and_dated_path(storage: Storage) -> None:
    url = "http://www.riik.ee/leht?b=2&a=1"
    make_run(storage, "r1", [Page(url, b"esimene"), Page("http://muu.ee/", b"muu")])
    later = DAY + timedelta(days=30)
    make_run(storage, "r2", [Page(url, b"teine", time=later)])
    archive_run(storage, SETTINGS, "r1")
    archive_run(storage, SETTINGS, "r2")

    assert find_version(storage, url).body == b"teine"
    assert find_version(storage, url, DAY + timedelta(days=1)).body == b"esimene"
    assert find_version(storage, url, DAY - timedelta(days=1)).body == b"esimene"
    assert find_version(storage, "http://riik.ee/leht?a=1&b=2").body == b"teine", "by sort key, if not by URL"
    assert find_version(storage, "http://riik.ee/leh") is None
    assert find_digest(storage, sha224(b"muu")).url == "http://muu.ee/"
    assert find_digest(storage, sha224(b"pole")) is None
    assert find_path(storage, f"01_11_2026/www.riik.ee/{sha224(url)}").body == b"esimene"
    assert find_path(storage, f"01_12_2026/www.riik.ee/{sha224(url)}").body == b"teine"
    assert find_path(storage, f"02_12_2026/www.riik.ee/{sha224(url)}") is None
    assert find_path(storage, f"01_12_2026/riik.ee/{sha224(url)}") is None
    assert find_path(storage, "01_12_2026/../x") is None


def test_two_versions_of_one_day_are_both_kept(storage: Storage) -> None:
    url = "http://riik.ee/"
    make_run(storage, "r1", [Page(url, b"hommik")])
    make_run(storage, "r2", [Page(url, "õhtu".encode(), time=DAY + timedelta(hours=6))])
    archive_run(storage, SETTINGS, "r1")
    archive_run(storage, SETTINGS, "r2")
    assert find_digest(storage, sha224(b"hommik")).body == b"hommik"
    assert find_path(storage, f"01_11_2026/riik.ee/{sha224(url)}").body.decode() == "õhtu"


def test_identical_content_is_stored_once_and_the_summary_says_what_that_saved(storage: Storage) -> None:
    url, body = "http://riik.ee/", b"x" * 5000
    make_run(storage, "r1", [Page(url, body)])
    make_run(storage, "r2", [Page(url, body, "unchanged", DAY + timedelta(days=30))])
    make_run(storage, "r3", [Page(url, b"", "not-modified", DAY + timedelta(days=60), status=304)])
    archive_run(storage, SETTINGS, "r1")
    second = archive_run(storage, SETTINGS, "r2")
    archive_run(storage, SETTINGS, "r3")
    assert (second.records, second.revisits, second.revisit_bytes) == (1, 1, 5000)
    assert find_path(storage, f"01_12_2026/riik.ee/{sha224(url)}").body == body
    assert find_version(storage, url).body == body, "a 304 confirms the version before it"
    assert verify(storage).is_sound


@pytest.mark.parametrize(("encoding", "payload"), [
    ("gzip", gzip.compress(b"tere") + gzip.compress(b" maailm") + b"\0\0"), ("br", brotli.compress(b"tere maailm")),
    ("", b"tere maailm"),
])
def test_content_is_unpacked_as_it_was_hashed(storage: Storage, encoding: str, payload: bytes) -> None:
    make_run(storage, "r1", [Page("http://riik.ee/", b"tere maailm", encoding=encoding, payload=payload)])
    archive_run(storage, SETTINGS, "r1")
    assert find_version(storage, "http://riik.ee/").body == b"tere maailm"


def test_a_redirected_document_is_found_under_both_urls(storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://vana.ee/a", b"sisu", final_url="https://uus.ee/b")])
    archive_run(storage, SETTINGS, "r1")
    assert find_version(storage, "http://vana.ee/a").body == b"sisu"
    assert find_version(storage, "https://uus.ee/b").url == "http://vana.ee/a"
    for report in (verify(storage), verify(storage, sample=5)):
        assert (report.records, report.checked) == (1, 1), "one record, though under two addresses"


def test_archiving_twice_gives_the_same_objects(storage: Storage) -> None:
    make_run(storage, "r1", [Page(f"http://riik.ee/{n}", b"%d" % n) for n in range(250)])
    first = archive_run(storage, SETTINGS, "r1")
    before = {path: storage.read_bytes(path) for path in storage.list("archive")}
    assert archive_run(storage, SETTINGS, "r1") == first
    storage.delete("archive")
    assert archive_run(storage, SETTINGS, "r1") == first
    assert {path: storage.read_bytes(path) for path in storage.list("archive")} == before


def test_a_run_is_archived_again_when_more_shards_have_finished(storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/", b"a")], shard="00000")
    archive_run(storage, SETTINGS, "r1")
    make_run(storage, "r1", [Page("http://b.ee/", b"b")], shard="00001")
    assert archive_run(storage, SETTINGS, "r1").records == 2
    assert [one.covers for one in live_objects(storage)] == [{"r1": 2}]
    assert find_version(storage, "http://b.ee/").body == b"b"


def test_many_runs_are_merged_into_few_objects_that_answer_the_same(storage: Storage) -> None:
    urls = [f"http://h{n}.ee/leht" for n in range(7)]
    for number in range(20):
        make_run(storage, f"r{number:02}", [Page(url, b"%d" % number, time=DAY + timedelta(days=number))
                                            for url in urls])
        archive_run(storage, SETTINGS, f"r{number:02}")
    assert len(live_objects(storage)) < 8
    for number in range(20):
        assert find_version(storage, urls[3], DAY + timedelta(days=number, hours=1)).body == b"%d" % number
    assert sweep(storage), "covered objects are there to delete"
    assert find_version(storage, urls[3], DAY).body == b"0"
    assert verify(storage).checked == 140


def test_the_index_is_sorted_cdxj_that_leads_to_the_records(storage: Storage) -> None:
    make_run(storage, "r1", [Page(f"http://h{n % 50}.ee/{n}", b"%d" % n) for n in range(300)], per_segment=90)
    archive_run(storage, SETTINGS, "r1")
    lines = gzip.decompress(storage.read_bytes("archive/index/r1-00004.cdxj.gz")).decode().splitlines()
    assert len(lines) == 300
    assert lines == sorted(lines)
    entry = parse_line(lines[17])
    with storage.open(entry.warc) as file:
        file.seek(entry.offset)
        record = next(iter(ArchiveIterator(file)))
        assert record.rec_headers.get_header("WARC-Target-URI") == entry.url


def test_search_finds_every_line_across_block_borders(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estner_ops.archive.blocks.BLOCK_LINES", 3)
    pages = [Page("http://riik.ee/a", b"%d" % n, time=DAY + timedelta(days=n)) for n in range(10)]
    pages += [Page(f"http://riik.ee/{name}", name.encode()) for name in ("", "0", "aa", "b", "a/b")]
    make_run(storage, "r1", pages)
    archive_run(storage, SETTINGS, "r1")
    assert [parse_line(line).time.day for line in Index(storage).search("cdxj", "ee,riik)/a ")] == list(range(1, 11))
    for page in pages:
        assert find_version(storage, page.url, page.time).body == page.body
    assert list(Index(storage).search("cdxj", "ee,riik)/zzz ")) == []
    assert list(Index(storage).search("cdxj", "aa,")) == []


def test_damage_is_named_with_its_documents(storage: Storage, tmp_path: Path) -> None:
    make_run(storage, "r1", [Page(f"http://a.ee/{n}", b"%d" % n * 500) for n in range(10)], shard="00000")
    make_run(storage, "r1", [Page(f"http://b.ee/{n}", b"b%d" % n) for n in range(5)], shard="00001")
    archive_run(storage, SETTINGS, "r1")
    assert verify(storage).is_sound
    assert verify(storage, sample=7, seed=1).checked == 7

    entry = parse_line(next(Index(storage).search("cdxj", "ee,a)/4 ")))
    path = tmp_path / entry.warc
    data = bytearray(path.read_bytes())
    data[entry.offset + entry.length - 20] ^= 0xFF
    path.write_bytes(bytes(data))
    missing = next((tmp_path / "runs/r1/shards/00001").glob("*.warc.gz"))
    missing.unlink()

    report = verify(storage)
    assert report.by_warc() == {entry.warc: ["http://a.ee/4"],
                                str(missing.relative_to(tmp_path)): [f"http://b.ee/{n}" for n in range(5)]}
    with pytest.raises(DamagedRecord, match=r"a\.ee|00000"):
        find_version(storage, "http://a.ee/4")
    assert find_version(storage, "http://a.ee/5").body == b"5" * 500


def test_a_damaged_copy_is_replaced_by_another_of_the_same_content(storage: Storage, tmp_path: Path) -> None:
    make_run(storage, "r1", [Page("http://a.ee/", b"sama")], shard="00000")
    make_run(storage, "r1", [Page("http://b.ee/", b"sama")], shard="00001")
    archive_run(storage, SETTINGS, "r1")
    next((tmp_path / "runs/r1/shards/00000").glob("*.warc.gz")).unlink()
    assert find_version(storage, "http://a.ee/").body == b"sama"


def test_a_missing_warc_stops_archiving_and_is_named(storage: Storage, tmp_path: Path) -> None:
    make_run(storage, "r1", [Page("http://a.ee/")])
    next((tmp_path / "runs/r1/shards/00000").glob("*.warc.gz")).unlink()
    with pytest.raises(StorageError, match=r"warc\.gz is missing.*shard 00000"):
        archive_run(storage, SETTINGS, "r1")


def test_an_empty_run_is_archived(storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/", outcome="gone", status=404)])
    assert archive_run(storage, SETTINGS, "r1").records == 0
    assert find_version(storage, "http://a.ee/") is None
    assert verify(storage).is_sound
