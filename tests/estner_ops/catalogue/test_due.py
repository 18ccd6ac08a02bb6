from datetime import UTC, datetime, timedelta

import pytest

from estner_ops.catalogue import Selection, select_due, sync_run
from estner_ops.records import Known
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run, sha1, sha224

LATER = DAY + timedelta(days=31)


@pytest.fixture
def filled(settings: Settings, storage: Storage) -> Settings:
    make_run(storage, "r1", [
        Page("http://a.ee/1", b"1", etag='"e"', last_modified="Sun, 01 Nov 2026 00:00:00 GMT", text="tekst",
             final_url="https://a.ee/1"),
        Page("http://a.ee/2", b"2", media_type="application/pdf"),
        Page("http://www.a.ee/3", b"3"),
        Page("http://ba.ee/4", outcome="timed-out", status=None),
        Page("http://b.ee/5", b"5", time=DAY + timedelta(days=20)),
    ])
    sync_run(storage, settings, "r1")
    return settings


def urls(settings: Settings, selection: Selection, now: datetime = LATER) -> list[str]:
    return [source.url for source in select_due(settings, selection, now)]


def test_what_is_known_is_handed_to_the_fetcher(filled: Settings) -> None:
    sources = {source.url: source for source in select_due(filled, now=LATER)}
    assert len(sources) == 5
    assert sources["http://a.ee/1"].known == Known(
        sha224(b"1"), sha224("tekst"), '"e"', "Sun, 01 Nov 2026 00:00:00 GMT", sha1(b"1"), "https://a.ee/1")
    assert sources["http://ba.ee/4"].known is None
    assert sources["http://www.a.ee/3"].host == "www.a.ee"


def test_only_what_is_due_the_longest_overdue_first(filled: Settings) -> None:
    assert urls(filled, Selection(), DAY + timedelta(days=10)) == [
        "http://a.ee/1", "http://a.ee/2", "http://ba.ee/4", "http://www.a.ee/3"]
    assert urls(filled, Selection(), DAY + timedelta(hours=1)) == []
    assert urls(filled, Selection(most=2)) == ["http://a.ee/1", "http://a.ee/2"]


def test_restrictions(filled: Settings) -> None:
    assert urls(filled, Selection(hosts=("a.ee",))) == ["http://a.ee/1", "http://a.ee/2", "http://www.a.ee/3"]
    assert urls(filled, Selection(hosts=("WWW.a.ee", "b.ee"))) == ["http://www.a.ee/3", "http://b.ee/5"]
    assert urls(filled, Selection(media_types=("application/pdf",))) == ["http://a.ee/2"]
    assert urls(filled, Selection(hosts=("b.ee",), media_types=("application/pdf",))) == []
    assert urls(filled, Selection(older_than_days=15)) == [
        "http://a.ee/1", "http://a.ee/2", "http://ba.ee/4", "http://www.a.ee/3"]
    assert len(urls(filled, Selection(older_than_days=0), DAY + timedelta(days=20, minutes=1))) == 5
    assert urls(filled, Selection(hosts=("%",))) == []
    for pasted in ("http://b.ee/5", "b.ee/", " .B.ee"):
        assert urls(filled, Selection(hosts=(pasted,))) == ["http://b.ee/5"]


@pytest.mark.parametrize("outcome", ["reader-failed", "text-limit", "ner-limit", "soft-404"])
def test_what_must_be_read_again_is_not_asked_whether_it_changed(settings: Settings, storage: Storage,
                                                                 outcome: str) -> None:
    """What failed in our own hands; and what says that it does not exist: twice, and it leaves the graph."""
    make_run(storage, "r1", [Page("http://a.ee/", b"1", outcome), Page("http://a.ee/2", b"2", "no-text")])
    sync_run(storage, settings, "r1")
    known = {source.url: source.known for source in select_due(settings, now=LATER)}
    assert known["http://a.ee/"] is None
    assert known["http://a.ee/2"] is not None


def test_an_empty_catalogue_has_nothing_due(settings: Settings) -> None:
    assert list(select_due(settings, now=datetime.now(UTC))) == []
