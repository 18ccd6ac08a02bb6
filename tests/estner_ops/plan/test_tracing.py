from pathlib import Path

import pytest

from estner_ops.outcomes import OUTCOMES
from estner_ops.plan import shard_sources, trace


@pytest.fixture
def planned(plan, line):
    return plan(
        line("http://A.ee:80/x#y", status=-4), line("http://a.ee/x"), line("dns:b.ee", path="P"), line("http://A.ee/x"),
        line("http://b.ee/pilt.png", media_type="image/png"), b"2014 ? - http://c.ee/katki L",
        line("http://d..ee/"), line("http://e.ee/").replace(b"e.ee/", b"e.ee/\xe4"),
        line("ftp://f.ee/").replace(b"f.ee", b"\xff"),
        line("http://g.ee/kaks sona tees"), b"200 9 http://g.ee/ajata L - text/html #001", b"2014 http://g.ee/hulkuv",
        b"http://g.ee/1 http://g.ee/2", b"dns:h.ee",
    )


def outcomes(storage, url):
    return [(found.line, found.outcome) for found in trace(storage, "r", url)]


@pytest.mark.parametrize("url", ["http://a.ee/x", "HTTP://A.ee/x", "http://A.ee:80/x#y", "http://a.ee/./x"])
def test_every_line_of_a_url_in_any_spelling(planned, storage, url):
    assert outcomes(storage, url) == [(1, "failed-at-crawl"), (2, "accepted"), (4, "duplicate")]


@pytest.mark.parametrize(("url", "expected"), [
    ("dns:b.ee", [(3, "prerequisite")]),
    ("http://b.ee/pilt.png", [(5, "not-text")]),
    ("http://c.ee/katki", [(6, "malformed-line")]),
    ("http://d..ee/", [(7, "invalid-url")]),
    ("http://e.ee/%E4", [(8, "accepted")]),
    ("http://e.ee/\udce4", [(8, "accepted")]),
    ("ftp://%FF/", [(9, "not-http")]),
    ("ftp://\udcff/", [(9, "not-http")]),
    ("http://g.ee/kaks sona tees", [(10, "malformed-line")]),
    ("http://g.ee/ajata", [(11, "malformed-line")]),
    ("http://g.ee/hulkuv", [(12, "malformed-line")]),
    ("http://g.ee/1", [(13, "malformed-line")]),
    ("dns:h.ee", [(14, "malformed-line")]),
    ("http://a.ee/", []),
    ("", []),
    ("http://a.ee/\ud800", []),
])
def test_rejected_lines_remain_findable(planned, storage, url, expected):
    assert outcomes(storage, url) == expected


def test_a_trace_says_where_and_why(planned, storage, logs):
    found = trace(storage, "r", "http://a.ee/x")
    assert {Path(one.file) for one in found} == {logs / "crawl.log"}
    assert [one.sentence for one in found] == [OUTCOMES[one.outcome].sentence for one in found]
    assert (found[0].status, found[0].media_type, found[0].url) == (-4, "text/html", "http://A.ee:80/x#y")
    assert [one.shard for one in found] == [None, "0000", None]


def test_the_shard_is_the_one_that_holds_the_source(plan, line, storage):
    summary = plan(*(line(f"http://h{number % 9}.ee/{number}") for number in range(90)), shard_documents=20)
    for shard in summary.shards:
        for source in shard_sources(storage, "r", shard.id):
            assert [one.shard for one in trace(storage, "r", source.url)] == [shard.id]


def test_equal_keys_of_different_urls_are_told_apart(plan, line, storage, monkeypatch):
    monkeypatch.setattr("estner_ops.plan.judge.crc32", lambda _: 7)
    monkeypatch.setattr("estner_ops.plan.tracing.crc32", lambda _: 7)
    plan(line("http://a.ee/1"), line("http://a.ee/2"))
    assert outcomes(storage, "http://a.ee/2") == [(2, "accepted")]
