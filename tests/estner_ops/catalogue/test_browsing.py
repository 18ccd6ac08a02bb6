"""Every filter, order and page against the same question asked of a plain list."""

import base64
import random
import re
from datetime import timedelta
from itertools import product

import pytest

from bench.plans import explain, indexes, reads_all_documents
from estner_ops.catalogue import Filter, Listed, browse, facets, find_document, sync_run, top_hosts
from estner_ops.catalogue.browsing import Order
from estner_ops.catalogue.database import CatalogueError
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run

TYPES = ("text/html", "application/pdf", "text/csv")
OUTCOMES = ("read",) * 6 + ("gone", "timed-out", "foreign-language", "robots-forbidden")
FILTERS = [
    Filter(), Filter(host="linn"), Filter(host="a_b"), Filter(host="%"), Filter(media_type="application/pdf"),
    Filter(language="ru"), Filter(standing="gone"), Filter(errors=True), Filter(availability="no"),
    Filter(since=DAY.date(), until=(DAY + timedelta(days=3)).date()), Filter(changed_since=(DAY).date()),
    Filter(host="vald", media_type="text/html", language="et"), Filter(host="linn", errors=True),
    Filter(language="et", since=(DAY + timedelta(days=4)).date()), Filter(host="zzz"), Filter(media_type="image/png"),
]


def fill(settings: Settings, storage: Storage) -> None:
    rng = random.Random(7)
    hosts = [f"{name}{number}.ee" for number in range(4) for name in ("linn", "vald", "a_b", "a-b")]
    pages = []
    for number in range(220):
        outcome = rng.choice(OUTCOMES)
        pages.append(Page(
            f"http://{rng.choice(hosts)}/{rng.choice(['', 'x/', 'õ/'])}{number}" + "y" * rng.choice([0, 250]),
            b"%d" % number * rng.randint(1, 5), outcome, DAY + timedelta(hours=rng.randint(0, 200)),
            404 if outcome == "gone" else 200, media_type=rng.choice(TYPES), language=rng.choice(["et", "ru"]),
            mentions=rng.randint(0, 4)))
    make_run(storage, "r1", pages)
    changed = [Page(page.url, page.body + b"!", page.outcome, DAY + timedelta(days=30, hours=rng.randint(0, 100)),
                    page.status, media_type=page.media_type, language=page.language, mentions=2)
               for page in rng.sample(pages, 40) if page.outcome == "read"]
    make_run(storage, "r2", changed)
    sync_run(storage, settings, "r1")
    sync_run(storage, settings, "r2")


def everything(settings: Settings) -> list[Listed]:
    return list(browse(settings.catalogue, most=1000).documents)


def matches(one: Listed, chosen: Filter) -> bool:
    day = (one.version_at or one.first_at).date()
    return (chosen.host in one.host and chosen.media_type in ("", one.media_type)
            and chosen.language in ("", one.language) and chosen.standing in ("", one.standing)
            and chosen.availability in ("", one.availability) and not (chosen.errors and one.standing == "read")
            and (chosen.since is None or day >= chosen.since) and (chosen.until is None or day <= chosen.until)
            and (chosen.changed_since is None or (one.changes > 0 and day >= chosen.changed_since)))


def in_order(found: list[Listed], order: str) -> list[Listed]:
    found = [one for one in found if (order != "mentions" or one.mentions) and (order != "largest" or one.version_at)]
    if order == "url":
        return sorted(found, key=lambda one: (one.host.encode(), one.url[:200], one.id))
    return sorted(found, key=lambda one: ({
        "newest": (one.version_at or one.first_at).timestamp(), "checked": one.checked_at.timestamp(),
        "largest": one.bytes, "mentions": one.mentions}[order], one.id), reverse=True)


def narrowest(filters: Filter) -> str | None:
    return next((name for name in ("host", "standing", "media_type", "language") if getattr(filters, name)),
                "date" if filters.since or filters.changed_since else None)


@pytest.mark.parametrize("way", ["along the order", "by a filter", "as it is decided"])
def test_pages_and_counts(settings: Settings, storage: Storage, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    fill(settings, storage)
    every = everything(settings)
    assert len(every) == 220
    monkeypatch.setattr("estner_ops.catalogue.browsing._SOON", 10)
    if way != "as it is decided":
        monkeypatch.setattr("estner_ops.catalogue.browsing._driver",
                            lambda _, filters, *rest: narrowest(filters) if way == "by a filter" else None)
    for chosen, order in product(FILTERS, ("newest", "checked", "largest", "mentions", "url")):
        expected = in_order([one for one in every if matches(one, chosen)], order)
        found: list[Listed] = []
        page = browse(settings.catalogue, chosen, order, most=37)
        assert page.facets.total == len(expected), chosen
        found += page.documents
        while page.next:
            page = browse(settings.catalogue, chosen, order, after=page.next, most=37)
            found += page.documents
        assert [one.url for one in found] == [one.url for one in expected], (chosen, order)
        for name in ("media_type", "language", "standing", "availability"):
            counted = getattr(page.facets, name)
            assert counted == {value: sum(getattr(one, name) == value for one in expected) for value in counted}
            assert sum(counted.values()) == len(expected)
        if order == "newest":
            hosts = top_hosts(settings.catalogue, chosen, most=100)
            assert hosts == {host: sum(one.host == host for one in expected) for host in hosts}
            assert sum(hosts.values()) == len(expected)


def test_a_document_with_its_history(settings: Settings, storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/", b"1")])
    make_run(storage, "r2", [Page("http://a.ee/", outcome="timed-out", status=None, time=DAY + timedelta(days=1),
                                  detail="after 120 s")])
    make_run(storage, "r3", [Page("http://a.ee/", b"2", time=DAY + timedelta(days=2))])
    for run in ("r1", "r2", "r3"):
        sync_run(storage, settings, run)
    found = find_document(settings.catalogue, "http://a.ee/")
    assert found is not None
    assert [one["run"] for one in found["versions"]] == ["r3", "r1"]
    assert [(one["outcome"], one["detail"]) for one in found["events"]] == [
        ("read", ""), ("timed-out", "after 120 s"), ("read", "")]
    assert find_document(settings.catalogue, "http://b.ee/") is None


def test_what_a_stranger_sends(settings: Settings, storage: Storage) -> None:
    make_run(storage, "r1", [Page("http://a.ee/")])
    sync_run(storage, settings, "r1")
    assert browse(settings.catalogue, Filter(host="a'; DROP TABLE documents; --")).facets.total == 0
    places = (f'[1{"0" * 30}, 1, "", ""]', f'[1, 1{"0" * 30}, "", ""]', '[Infinity, 1, "", ""]', '[-1, 1, "", ""]',
              "[" * 100_000)
    for after in ("x", "W10=", "bnVsbA==", "é", *(base64.urlsafe_b64encode(one.encode()).decode() for one in places)):
        with pytest.raises(CatalogueError, match="after"):
            browse(settings.catalogue, after=after)
    for chosen in (Filter(host="a\0"), Filter(media_type="\0"), Filter(language="\0"), Filter(standing="\0")):
        assert browse(settings.catalogue, chosen).facets.total == 0
    nothing = base64.urlsafe_b64encode(b'[1, 1, "z\\u0000", "\\u0000"]').decode()
    assert browse(settings.catalogue, order="url", after=nothing).documents == ()
    with pytest.raises(CatalogueError, match="order"):
        browse(settings.catalogue, order="; DROP")  # type: ignore[arg-type]
    assert facets(settings.catalogue).total == 1


@pytest.mark.parametrize(("order", "index"), [
    ("newest", "documents_by_version"), ("checked", "documents_by_check"), ("largest", "documents_by_bytes"),
    ("mentions", "documents_by_mentions"), ("url", "documents_by_address"),
])
def test_a_page_along_an_order_goes_by_its_index_alone(settings: Settings, storage: Storage, order: Order,
                                                       index: str) -> None:
    fill(settings, storage)
    for chosen in FILTERS:
        plan = explain(settings.catalogue, chosen, order)
        if plan:
            assert indexes(plan) == [index], "\n".join(plan)
            # Of addresses PostgreSQL sorts those of one host, at most a page.
            assert not re.search(r"TEMP B-TREE|(?<!Incremental )Sort  ", "\n".join(plan))
            assert not reads_all_documents(plan)


def test_few_documents_are_found_by_the_index_of_a_filter(settings: Settings, storage: Storage,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    """As SQLite explains it; PostgreSQL reads a table of some pages whole, whatever indexes there are."""
    if not settings.catalogue.startswith("sqlite"):
        pytest.skip("`bench catalogue` shows PostgreSQL's plans of large tables, and fails if one reads all documents")
    fill(settings, storage)
    monkeypatch.setattr("estner_ops.catalogue.browsing._driver", lambda _, filters, *rest: narrowest(filters))
    for chosen in FILTERS:
        if narrowest(chosen):
            plan = explain(settings.catalogue, chosen, "largest")
            assert not reads_all_documents(plan), "\n".join(plan)
