import json
from datetime import timedelta

from estner_ops.catalogue import sync_run
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run, sha224


def test_a_run_is_loaded_and_its_hosts_are_published(settings: Settings, storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/x"), Page("http://a.ee/y", b"y"), Page("http://b.ee:8080/", b"b"),
                             Page("http://c.ee/", outcome="gone", status=404)])
    summary = sync_run(storage, settings, "r1")
    assert (summary.documents, summary.hosts) == (4, 2)
    host = json.loads(storage.read_text("metadata/a.ee.json"))
    assert host.pop("base_url") == "a.ee"
    assert host == {sha224(url): {sha224(body): {
        "Content-Type": "text/html", "Server": "test", "file_url": url, "localFilename": sha224(url),
        "sha224": sha224(body), "status": 200, "timeDir": "01_11_2026", "fetched_at": "2026-11-01T12:00:00+00:00"}}
        for url, body in (("http://a.ee/x", b"<p>Tere</p>"), ("http://a.ee/y", b"y"))}
    again = sync_run(storage, settings, "r1")
    assert (again.documents, again.hosts) == (0, 0)


def test_two_changes_of_one_day_are_both_published(settings: Settings, storage: Storage) -> None:
    for number, body in enumerate((b"1", b"2", b"3")):
        make_run(storage, f"r{number}", [Page("http://a.ee/", body, time=DAY + timedelta(hours=number))])
        sync_run(storage, settings, f"r{number}")
    host = json.loads(storage.read_text("metadata/a.ee.json"))
    assert sorted(host[sha224("http://a.ee/")]) == sorted(sha224(body) for body in (b"1", b"2", b"3"))
