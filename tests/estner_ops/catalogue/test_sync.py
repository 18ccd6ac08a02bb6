"""Loading runs: once, in any order, after a kill; and what a document's checks add up to."""

import json
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, text

from estner_ops.catalogue import (
    Filter,
    browse,
    find_document,
    migrate,
    note_stage,
    run_statistics,
    select_due,
    sync_run,
)
from estner_ops.catalogue.database import execute, reading, statement
from estner_ops.catalogue.load import load_segments
from estner_ops.settings import Settings, override
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run, sha224

URL = "http://a.ee/"


def check(settings: Settings, storage: Storage, days: float, body: bytes = b"1", outcome: str = "read",
          **more: object) -> dict[str, object]:
    """A run in which the document was checked, loaded; returns the document."""
    run = f"r{days:06.2f}"
    status = {"gone": 404, "timed-out": None, "not-modified": 304}.get(outcome, 200)
    make_run(storage, run, [Page(URL, body, outcome, DAY + timedelta(days=days), status, **more)])  # type: ignore[arg-type]
    sync_run(storage, settings, run)
    found = find_document(settings.catalogue, URL)
    assert found is not None
    return found


def dump(settings: Settings) -> dict[str, list[tuple[object, ...]]]:
    """All that the catalogue holds, whatever the order of its rows."""
    with reading(settings.catalogue) as connection:
        return {table: sorted((tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}")), key=repr)
                for table in ("documents", "versions", "events", "hosts", "runs", "run_outcomes", "run_stages",
                              "segments", "tallies", "overview")}


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
    before = dump(settings)
    again = sync_run(storage, settings, "r1")
    assert (again.documents, again.hosts) == (0, 0)
    assert dump(settings) == before


def test_host_files_can_be_left_to_a_later_sync(settings: Settings, storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/")])
    assert sync_run(storage, settings, "r1", publish=False).hosts == 0
    assert not storage.exists("metadata/a.ee.json")
    assert sync_run(storage, settings, "r1").hosts == 1
    assert storage.exists("metadata/a.ee.json")


def test_two_changes_of_one_day_are_both_published(settings: Settings, storage: Storage) -> None:
    for number, body in enumerate((b"1", b"2", b"3")):
        check(settings, storage, number / 24, body)
    host = json.loads(storage.read_text("metadata/a.ee.json"))
    assert sorted(host[sha224(URL)]) == sorted(sha224(body) for body in (b"1", b"2", b"3"))


@pytest.mark.parametrize("step", ["load_segments", "count_documents", "update_run", "publish_hosts"])
def test_a_killed_sync_is_made_up_for_by_the_next(settings: Settings, storage: Storage, step: str,
                                                  monkeypatch: pytest.MonkeyPatch, tmp_path_factory: object) -> None:
    monkeypatch.setattr("estner_ops.catalogue.sync._BATCH", 4)
    make_run(storage, "r1", [Page(f"http://h{n % 3}.ee/{n}", b"%d" % n) for n in range(20)], per_segment=3)
    calls = []

    def killed(*given: object) -> None:
        calls.append(given)
        if len(calls) > 1 or step != "load_segments":
            raise KeyboardInterrupt
        return original(*given)

    with monkeypatch.context() as patched:
        import estner_ops.catalogue.sync as module

        original = getattr(module, step)
        patched.setattr(module, step, killed)
        with pytest.raises(KeyboardInterrupt):
            sync_run(storage, settings, "r1")
    sync_run(storage, settings, "r1")
    assert browse(settings.catalogue).facets.total == 20
    assert sum(len(json.loads(storage.read_text(f"metadata/h{n}.ee.json"))) - 1 for n in range(3)) == 20
    (run,) = run_statistics(settings.catalogue)
    assert run.documents == 20
    figures = {one.stage: one.figures for one in run.stages}
    assert figures["metadata_sync"] == {"documents": 20, "segments": 7}


def test_more_shards_of_a_run_are_loaded_later(settings: Settings, storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/")], shard="0000")
    sync_run(storage, settings, "r1")
    make_run(storage, "r1", [Page("http://b.ee/")], shard="0001")
    assert sync_run(storage, settings, "r1").documents == 1
    (run,) = run_statistics(settings.catalogue)
    assert (run.documents, run.shards) == (2, 2)


def test_an_older_run_that_is_synced_later_changes_nothing_newer(settings: Settings, storage: Storage) -> None:
    check(settings, storage, 30, b"new")
    found = check(settings, storage, 0, b"old")
    assert found["sha224"] == sha224(b"new")
    assert [version["sha224"] for version in found["versions"]] == [sha224(b"new"), sha224(b"old")]


def test_the_same_bytes_are_one_version(settings: Settings, storage: Storage) -> None:
    check(settings, storage, 0, b"1", etag='"a"')
    check(settings, storage, 30, b"1")  # read again, as a second initial run does
    check(settings, storage, 60, b"1", "unchanged")
    found = check(settings, storage, 90, b"", "not-modified")
    assert (found["checks"], found["changes"], len(found["versions"])) == (4, 0, 1)
    assert (found["outcome"], found["standing"], found["in_graph"]) == ("not-modified", "read", True)
    assert found["checked_at"] == DAY + timedelta(days=90)


def test_an_error_page_has_no_say_in_what_is_asked_next_time(settings: Settings, storage: Storage) -> None:
    def validators() -> tuple[str | None, str | None]:
        (source,) = select_due(settings, now=DAY + timedelta(days=300))
        assert source.known
        return source.known.etag, source.known.last_modified

    check(settings, storage, 0, etag='"a"', last_modified="Sun, 01 Nov 2026 00:00:00 GMT")
    for day, outcome in enumerate(("gone", "timed-out", "http-error", "server-busy"), start=30):
        check(settings, storage, day, b"", outcome, etag='"error"', last_modified="Sat, 26 Dec 2026 00:00:00 GMT")
        assert validators() == ('"a"', "Sun, 01 Nov 2026 00:00:00 GMT"), outcome
    check(settings, storage, 60, b"", "not-modified", etag='"b"')
    assert validators() == ('"b"', "Sun, 01 Nov 2026 00:00:00 GMT")
    check(settings, storage, 61, b"", "too-large", etag='"large"')
    assert validators() == (None, None), "nothing was received that a 304 could be about"
    check(settings, storage, 62, b"2")
    assert validators() == (None, None)


def test_changed_bytes_with_the_same_text(settings: Settings, storage: Storage) -> None:
    check(settings, storage, 0, b"<p>1</p>", text="1", mentions=5)
    found = check(settings, storage, 30, b"<b>1</b>", "unchanged-text", text="1")
    assert (found["standing"], found["changes"], found["mentions"]) == ("read", 1, 5)
    assert found["sha224"] == sha224(b"<b>1</b>"), "the next conditional request is about the newest bytes"
    assert found["in_graph"]


def test_gone_twice_leaves_the_graph_and_one_sign_of_life_brings_it_back(settings: Settings, storage: Storage) -> None:
    check(settings, storage, 0)
    once = check(settings, storage, 30, outcome="gone")
    assert (once["standing"], once["availability"], once["in_graph"]) == ("gone", "no", True)
    between = check(settings, storage, 31, outcome="timed-out")
    assert (between["standing"], between["availability"], between["in_graph"]) == ("timed-out", "unknown", True)
    twice = check(settings, storage, 60, outcome="gone")
    assert not twice["in_graph"]
    assert len(twice["versions"]) == 1, "what was archived stays"
    back = check(settings, storage, 90, b"", "not-modified")
    assert (back["standing"], back["availability"], back["in_graph"]) == ("read", "yes", True)
    once_more = check(settings, storage, 120, outcome="gone")
    assert once_more["in_graph"]


def test_an_unreachable_document_is_first_unknown_then_not_available(settings: Settings, storage: Storage) -> None:
    check(settings, storage, 0)
    found = [check(settings, storage, 30 + day, outcome="timed-out")["availability"] for day in range(4)]
    assert found == ["unknown", "unknown", "no", "no"]
    assert check(settings, storage, 60, b"1", "unchanged")["availability"] == "yes"
    assert check(settings, storage, 61, outcome="timed-out")["availability"] == "unknown"


def test_a_document_without_names_is_no_longer_in_the_graph(settings: Settings, storage: Storage) -> None:
    check(settings, storage, 0)
    assert not check(settings, storage, 30, "Привет".encode(), "foreign-language")["in_graph"]
    found = check(settings, storage, 60, "Привет".encode(), "unchanged")
    assert (found["standing"], found["in_graph"]) == ("foreign-language", False)


def days_until_due(found: dict[str, object]) -> float:
    due, checked = found["due_at"], found["checked_at"]
    assert isinstance(due, datetime)
    assert isinstance(checked, datetime)
    return (due - checked) / timedelta(days=1)


def test_a_document_is_checked_as_often_as_it_changes(settings: Settings, storage: Storage) -> None:
    settings = override(settings, {"recheck_minimum_days": 1, "recheck_maximum_days": 40})
    assert days_until_due(check(settings, storage, 0, b"1")) == 1
    assert days_until_due(check(settings, storage, 1, b"1", "unchanged")) == 1
    assert days_until_due(check(settings, storage, 8, b"1", "unchanged")) == 8, "unchanged as long as it is known"
    assert days_until_due(check(settings, storage, 16, b"2")) == 8, "one change in 16 days, halved"
    assert days_until_due(check(settings, storage, 24, b"2", "unchanged")) == 24
    assert days_until_due(check(settings, storage, 30, b"3")) == 7.5, "two in 30 days, halved"
    assert days_until_due(check(settings, storage, 31, b"3", outcome="timed-out")) == 1, "soon: it may be back"
    assert days_until_due(check(settings, storage, 90, b"3", "unchanged")) == 40, "45 is more than the maximum"
    assert days_until_due(check(settings, storage, 91, outcome="gone")) == 1
    assert days_until_due(check(settings, storage, 92, outcome="gone")) == 40


def test_markup_that_changes_at_each_visit_is_no_reason_to_come_more_often(settings: Settings,
                                                                           storage: Storage) -> None:
    check(settings, storage, 0, b"<p>1</p>", text="1")
    for number in range(1, 5):
        found = check(settings, storage, number * 5, b"<p>1</p>" + b" " * number, "unchanged-text", text="1")
    assert days_until_due(found) == 20


def test_hostile_rows(settings: Settings, storage: Storage) -> None:
    url = "http://a.ee/" + "õ" * 5000 + "';--"
    make_run(storage, "r1", [Page(url, b"1", detail="a\0b", etag="\0"), Page("http://[::1]:8080/..%2f", b"2"),
                             Page("http://a.ee/\0", b"3")])
    assert sync_run(storage, settings, "r1").documents == 3
    assert find_document(settings.catalogue, url) is not None
    assert storage.exists("metadata/[::1]:8080.json")
    assert len(browse(settings.catalogue, Filter(host="a.ee"), "url").documents) == 2


def test_statistics_of_a_run(settings: Settings, storage: Storage) -> None:
    settings = override(settings, {"price_cpu_hour": 3600, "price_gigabyte_month": 0, "price_million_requests": 1e6})
    make_run(storage, "r1", [Page("http://a.ee/"), Page("http://a.ee/x", outcome="gone", status=404)],
             statistics={"seconds": 12.5, "cpu_seconds": 3.0, "requests": 20, "bytes": 1000, "worker": "w1"})
    storage.write_json("runs/r1/plan/plan.json", {
        "log_path": "logs/crawl.log", "lines": 10, "counts": {"accepted": 2, "not-text": 8}, "documents": 2})
    note_stage(storage, "r1", "merge", DAY + timedelta(hours=1), 60.0, 50.0, {"triples": 1234})
    sync_run(storage, settings, "r1")
    sync_run(storage, settings, "r1")
    (run,) = run_statistics(settings.catalogue, "r1")
    assert (run.kind, run.lines, run.documents, run.errors, run.triples, run.workers) == ("initial", 10, 2, 1, 1234, 1)
    assert run.cost == pytest.approx(53 + 20, rel=0.1)
    assert run.cpu_hours == pytest.approx(53 / 3600, rel=0.1)
    stages = {one.stage: one.seconds for one in run.stages}
    assert stages.pop("metadata_sync") > 0
    assert stages == {"rdfize": 12.5, "merge": 60.0}
    assert {one.code: one.documents for one in run.outcomes} == {"accepted": 2, "not-text": 8, "read": 1, "gone": 1}
    assert run_statistics(settings.catalogue, "r2") == []


def test_a_batch_does_not_read_the_rows_of_those_before_it(settings: Settings, storage: Storage,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sweeps dead rows out of a temporary table of PostgreSQL: the time of a load would grow with its square."""
    if not settings.catalogue.startswith("postgresql"):
        pytest.skip("SQLite gives the pages of deleted rows back by itself")
    sizes = []

    def spy(connection: Connection, *given: object) -> int:
        documents = load_segments(connection, *given)  # type: ignore[arg-type]
        sizes.append(connection.exec_driver_sql("SELECT pg_relation_size('staged')").scalar_one())
        return documents

    monkeypatch.setattr("estner_ops.catalogue.sync.load_segments", spy)
    monkeypatch.setattr("estner_ops.catalogue.sync._BATCH", 100)
    make_run(storage, "r1", [Page(f"http://a.ee/{n}", b"%d" % n) for n in range(400)])
    sync_run(storage, settings, "r1")
    assert sizes == [0] * 4


def test_staged_rows_are_not_compared_each_with_each(settings: Settings) -> None:
    """As SQLite explains it, which joins by loops only; PostgreSQL is told of the rows and hashes them."""
    if not settings.catalogue.startswith("sqlite"):
        pytest.skip("explained for SQLite")
    migrate(settings.catalogue)
    with reading(settings.catalogue) as connection:
        execute(connection, "catalogue/staging")
        execute(connection, "catalogue/staging_index")
        sql = "EXPLAIN QUERY PLAN " + statement("catalogue/link_new", "sqlite")
        plan = [row[-1] for row in connection.execute(text(sql))]
    assert plan[-1] == "SEARCH staged USING INDEX staged_by_url (url_sha224=?)"
