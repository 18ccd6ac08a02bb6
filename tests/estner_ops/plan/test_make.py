import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from estner_ops.errors import LogError
from estner_ops.plan import PlanSummary, make, make_plan, plan_documents, read_plan, shard_parts, shard_sources
from estner_ops.records import Known, Source
from estner_ops.settings import ROOT, override
from estner_ops.storage import Storage

SAMPLES = ROOT.parent / "shared" / "crawllogs"


def all_sources(storage: Storage, summary: PlanSummary) -> list[Source]:
    return [source for shard in summary.shards for source in shard_sources(storage, summary.run, shard.id)]


def test_a_log_becomes_shards(plan, line, storage):
    summary = plan(
        line("http://A.ee/x", size=5, rest='- 3t {"warcFilename":"w.gz","warcFileOffset":9}'),
        line("dns:a.ee", path="P"), line("http://b.ee/y.png", media_type="image/png"), line("http://a.ee/x"), b"stray",
        line("http://b.ee/", size="-"),
    )
    assert summary.counts == {"accepted": 2, "duplicate": 1, "malformed-line": 1, "not-text": 1, "prerequisite": 1}
    assert (summary.lines, summary.documents, summary.bytes) == (6, 2, 5)
    [shard] = summary.shards
    assert (shard.id, shard.label) == ("0000", "0000 · a.ee +1 host · 2 documents")
    assert (shard.hosts, shard.documents, shard.bytes, shard.parts) == (2, 2, 5, 1)
    assert list(shard_sources(storage, "r", "0000")) == [
        Source("http://a.ee/x", "http://A.ee/x", "a.ee", "text/html", 5, "A" * 32, "w.gz", 9),
        Source("http://b.ee/", "http://b.ee/", "b.ee", "text/html", None, "A" * 32),
    ]


def test_planning_again_returns_what_was_decided(plan, line, storage, settings, logs):
    first = plan(line("http://a.ee/1"))
    assert plan(line("http://b.ee/2"), line("http://b.ee/3")) == first == read_plan(storage, "r")
    (logs / "crawl.log").unlink()
    assert make_plan(storage, settings, "r", str(logs / "crawl.log")) == first


def test_a_run_has_one_log(plan, line):
    plan(line())
    with pytest.raises(LogError, match="run r is planned already"):
        plan(line(), name="other.log")


@pytest.mark.parametrize(("content", "message"), [
    (b"", "is empty"),
    (gzip.compress(b""), "is empty"),
    (b"\0\1\2" * 999, "is a binary file"),
    (b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "is a binary file"),
    (b"%PDF-1.4\nno crawl log\n", "is not a crawl log: none of its 2 lines"),
    (b"\n\n\n", "is not a crawl log"),
    (b"2014 404 - http://a.ee/ L - text/html #001 - - - -\n", r"nothing of .* is worth fetching.*failed-at-crawl 1"),
])
def test_a_log_without_sources_stops_the_run_and_leaves_nothing(logs, storage, settings, content, message):
    (logs / "crawl.log").write_bytes(content)
    with pytest.raises(LogError, match=message):
        make_plan(storage, settings, "r", str(logs / "crawl.log"))
    assert storage.list("runs") == []


def test_outside_the_roots(storage, settings):
    with pytest.raises(LogError, match="lies outside"):
        make_plan(storage, settings, "r", "/etc/passwd")


def test_counts_that_do_not_add_up_stop_the_run(plan, line, monkeypatch):
    lines = make.Judge.lines

    def loses_one(self, block):
        return lines(self, block[1:])

    monkeypatch.setattr(make.Judge, "lines", loses_one)
    with pytest.raises(LogError, match="do not add up to its 3 lines"):
        plan(line("http://a.ee/1"), line("http://a.ee/2"), line("http://a.ee/3"))


def test_a_source_lost_on_the_way_to_its_shard_stops_the_run(plan, line, monkeypatch, tmp_path):
    query = tmp_path / "loses.sql"
    query.write_text((ROOT / "sql/plan/sources_by_shard.sql").read_text().rstrip() + "\nLIMIT 1\n")
    monkeypatch.setattr("estner_ops.plan.draft._BY_SHARD", query)
    with pytest.raises(LogError, match="2 sources were decided on"):
        plan(line("http://a.ee/1"), line("http://a.ee/2"))


def test_rotated_and_packed_files_are_one_log(logs, storage, settings, line):
    (logs / "job").mkdir()
    (logs / "job" / "crawl.log").write_bytes(line("http://a.ee/1") + b"\r\n" + line("http://a.ee/2"))
    (logs / "job" / "crawl.log.cp00001-20140508").write_bytes(gzip.compress(line("http://a.ee/1", size=77) + b"\n"))
    summary = make_plan(storage, settings, "r", str(logs / "job"))
    assert summary.counts == {"accepted": 2, "duplicate": 1}
    assert [(source.url, source.size) for source in all_sources(storage, summary)] == [
        ("http://a.ee/1", 77), ("http://a.ee/2", 100)]


def test_a_host_lies_in_one_shard_and_every_source_in_one(plan, line, storage):
    urls = [f"http://h{number % 17}.ee/{number}" for number in range(400)]
    summary = plan(*map(line, urls), shard_documents=40)
    places: dict[str, set[str]] = {}
    for shard in summary.shards:
        sources = list(shard_sources(storage, "r", shard.id))
        assert (len(sources), len({one.host for one in sources})) == (shard.documents, shard.hosts)
        for source in sources:
            places.setdefault(source.host, set()).add(shard.id)
    assert 5 < len(summary.shards) < 17
    assert len(places) == 17
    assert all(len(shards) == 1 for shards in places.values())
    assert sorted(source.url for source in all_sources(storage, summary)) == sorted(urls)


def test_a_large_host_stands_alone_in_parts(plan, line, storage):
    summary = plan(*(line(f"http://large.ee/{number}") for number in range(35)),
                   *(line(f"http://h{number}.ee/") for number in range(12)))
    large = summary.shards[0]
    assert (large.hosts, large.documents, large.parts) == (1, 35, 4)
    assert [len(part) for part in shard_parts(storage, "r", large.id)] == [10, 10, 10, 5]
    assert [source.url for source in shard_sources(storage, "r", large.id)] == [
        f"http://large.ee/{number}" for number in range(35)]
    assert all(shard.parts == 1 for shard in summary.shards[1:])


def test_never_more_shards_than_allowed(plan, line):
    summary = plan(*(line(f"http://h{number}.ee/") for number in range(50)), shard_documents=1, max_shards=7)
    assert len(summary.shards) == 7


def test_sizes_nobody_believes(plan, line):
    summary = plan(*(line(f"http://a.ee/{number}", size="9" * 18) for number in range(30)))
    assert summary.bytes == 30 * (10**18 - 1)


LINES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 40), st.integers(0, 10**7)), min_size=1, max_size=60)


@given(LINES)
@examples(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_planning_twice_gives_identical_shards(tmp_path_factory, storage, settings, line, drawn):
    folder = tmp_path_factory.mktemp("logs")
    (folder / "crawl.log").write_bytes(b"\n".join(line(f"http://h{h}.ee/{d}", size=size) for h, d, size in drawn))
    settings = override(settings, {"log_roots": [str(folder)], "shard_documents": 5})
    first, second = (make_plan(storage, settings, f"{folder.name}-{n}", str(folder / "crawl.log")) for n in "ab")
    assert replace(first, run="") == replace(second, run="")
    assert all_sources(storage, first) == all_sources(storage, second)


@given(st.binary(max_size=400))
@examples(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_are_planned_or_refused_in_words(tmp_path_factory, storage, settings, line, data):
    folder = tmp_path_factory.mktemp("logs")
    good = line("http://a.ee/good")
    (folder / "crawl.log").write_bytes(data + b"\n" + good)
    settings = override(settings, {"log_roots": [str(folder)]})
    if data.startswith(b"\x1f\x8b"):
        with pytest.raises(LogError, match="damaged gzip"):
            make_plan(storage, settings, folder.name, str(folder))
        return
    summary = make_plan(storage, settings, folder.name, str(folder))
    assert summary.lines == sum(summary.counts.values()) == data.count(b"\n") + 2


class TestSecondAttempts:
    def test_of_two_at_once_one_plan_remains(self, logs, storage, settings, line):
        (logs / "crawl.log").write_bytes(b"\n".join(line(f"http://h{n % 7}.ee/{n}") for n in range(300)))
        found: list[PlanSummary] = []
        threads = [threading.Thread(target=lambda: found.append(
            make_plan(storage, settings, "r", str(logs / "crawl.log")))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 3
        assert found[0] == found[1] == found[2] == read_plan(storage, "r")
        assert len(all_sources(storage, found[0])) == 300

    def test_a_failed_write_leaves_no_plan_and_the_next_attempt_makes_one(self, plan, line, storage, monkeypatch):
        uploads = []

        def fails_second(self, local, path, upload=Storage.upload):
            uploads.append(path)
            if len(uploads) == 2:
                raise OSError("disk full")
            upload(self, local, path)

        monkeypatch.setattr(Storage, "upload", fails_second)
        with pytest.raises(OSError, match="disk full"):
            plan(line())
        assert not storage.exists("runs/r/plan/plan.json")
        assert plan(line()).documents == 1

    @pytest.mark.slow
    def test_killed_at_any_moment_the_plan_is_whole_or_absent(self, logs, storage, settings, line, tmp_path):
        path = logs / "crawl.log"
        path.write_bytes(b"\n".join(line(f"http://h{n % 97}.ee/{n}") for n in range(60_000)))
        script = ("import sys; from estner_ops.plan import make_plan;"
                  "from estner_ops.settings import Settings, override; from estner_ops.storage import Storage;"
                  "store, logs, path = sys.argv[1:]; print('go', flush=True);"
                  "make_plan(Storage(store), override(Settings(), {'log_roots': [logs]}), 'r', path)")
        for wait in (0.1, 0.4, 0.8, 1.2):
            process = subprocess.Popen([sys.executable, "-c", script, storage.url, str(logs), str(path)],
                                       stdout=subprocess.PIPE, cwd=ROOT,
                                       env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)})
            assert process.stdout
            process.stdout.readline()
            try:
                process.wait(wait)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
            process.stdout.close()
            if storage.exists("runs/r/plan/plan.json"):
                break
        summary = make_plan(storage, override(settings, {"shard_documents": 2000}), "r", str(path))
        assert len(all_sources(storage, summary)) == summary.lines == 60_000


class TestKnownDocuments:
    def sources(self, count: int) -> list[Source]:
        return [Source(f"http://h{n % 5}.ee/{n}", f"http://H{n % 5}.ee/{n}", f"h{n % 5}.ee", "text/html", n,
                       known=Known("ab" * 28, "cd" * 28, '"etag"', "Mon, 01 Jan 2024 00:00:00 GMT", "E" * 32,
                                   "https://h.ee/")
                       if n % 2 else None)
                for n in range(count)]

    def test_they_are_planned_like_a_log(self, storage, settings):
        summary = plan_documents(storage, settings, "update", iter(self.sources(50)))
        assert (summary.lines, summary.counts, len(summary.shards)) == (50, {"accepted": 50}, 5)
        assert sorted(all_sources(storage, summary), key=lambda one: one.size or 0) == self.sources(50)
        assert plan_documents(storage, settings, "update", []) == summary

    def test_the_same_document_twice_is_looked_at_once(self, storage, settings):
        summary = plan_documents(storage, settings, "update", self.sources(5) + self.sources(5))
        assert summary.counts == {"accepted": 5, "duplicate": 5}

    def test_nothing_due_is_said(self, storage, settings):
        with pytest.raises(LogError, match="no document is due"):
            plan_documents(storage, settings, "update", [])


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample logs in ../shared/crawllogs are not here")
def test_sample_logs_are_parsed_to_the_last_line(storage, settings):
    for path in sorted(SAMPLES.glob("*.log")):
        summary = make_plan(storage, override(settings, {"log_roots": [str(SAMPLES)]}), path.stem, str(path))
        assert summary.lines == sum(summary.counts.values()) == len(path.read_bytes().splitlines())
        assert "malformed-line" not in summary.counts
        assert len(all_sources(storage, summary)) == summary.counts["accepted"] == summary.documents > 0


def test_the_summary_is_small_and_readable(plan, line, storage):
    plan(line())
    content = json.loads(storage.read_bytes("runs/r/plan/plan.json"))
    assert content["counts"] == {"accepted": 1}
    assert [Path(path).suffix for path in storage.list("runs/r/plan")] == [".parquet"] * 3 + [".json"]
