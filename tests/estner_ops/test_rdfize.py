"""What a shard writes: the same from the crawl's own WARC files as from the web, and no personal code."""

import asyncio
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from demo.server import DemoServer
from estner_ops import steps
from estner_ops.fetch import Browser
from estner_ops.ner.findings import KINDS
from estner_ops.plan import make_plan, shard_parts
from estner_ops.pool import Pool
from estner_ops.rdfize import ShardRun
from estner_ops.records import Source
from estner_ops.settings import ROOT, Settings, override
from estner_ops.shards import Segment, finished_segments, segments
from estner_ops.storage import Storage
from estner_ops.tracing import trace
from tests.web import Web, answer, authority, web

__all__ = ["authority", "web"]

HOST = "muuseum.demo.test"


def rdfize(storage: Storage, settings: Settings, run: str, log: Path) -> dict[str, tuple[str, str, int]]:
    """What came of every document of the log: outcome, digest of its content, number of its names."""
    (shard,) = make_plan(storage, settings, run, str(log)).shards
    asyncio.run(ShardRun(storage, settings, run, shard.id, shard.documents).rdfize(
        shard_parts(storage, run, shard.id)))
    rows = []
    for segment in finished_segments(storage, [run]):
        with storage.local(segment.documents) as path:
            rows += pq.read_table(path).to_pylist()
    return {row["url"]: (row["outcome"], row["sha224"], row["mentions"]) for row in rows}


@pytest.mark.slow
def test_replaying_warc_files_gives_what_the_web_gave(storage: Storage, settings: Settings, tmp_path: Path) -> None:
    log = tmp_path / "crawl.log"
    # Without the trailing JSON: it names WARC files of a crawl that there never was; the index finds the records.
    log.write_text("".join(line.partition(" {")[0].rstrip("\n") + "\n" for line in
                           (ROOT / "demo" / "crawl.log").read_text().splitlines() if f"//{HOST}/" in line))
    with DemoServer() as server:
        server.write_hosts(tmp_path / "hosts")
        web = override(settings, {"name_server": str(tmp_path / "hosts"), "allowed_networks": "127.0.0.1/32",
                                  "delay": 0.02, "readers": 1})
        fetched = rdfize(storage, web, "web", log)
    assert {outcome for outcome, _, _ in fetched.values()} == {"read"}
    for segment in finished_segments(storage, ["web"]):
        with storage.local(segment.warc) as path:
            storage.upload(path, f"warcs/{path.name}")
    assert rdfize(storage, override(settings, {"source": "warc", "readers": 1}), "replay", log) == fetched


CODE = "37605030299"
PAGE = f"""<html><title>Kontakt {CODE}</title><p>Vallavanem Jaan Tamm ({CODE}) elab Pärnus.</p>
<p>Kirjutage aadressil info@naide.ee või {CODE}@eesti.ee, registrikood 10421629. Toetus on 3000 eurot.</p></html>"""


def shard_files(web: Web, monkeypatch: pytest.MonkeyPatch, findings: str) -> tuple[Storage, Segment]:
    """One page, read by the step itself."""
    web.on("http://h.test/robots.txt", answer(b"", status="404 Not Found"))
    web.on("http://h.test/kontakt", answer(PAGE.encode(), Content_Type="text/html; charset=utf-8"))
    log = web.folder / "crawl.log"
    log.write_text("2014-11-03T10:00:00.000Z   200        100 http://h.test/kontakt L - text/html #001 "
                   f"20141103100000000+10 sha1:{'A' * 32} - -\n")
    settings = {"store": (web.folder / "store").as_uri(), "log_roots": str(web.folder), "readers": "1",
                "name_server": web.settings().name_server, "allowed_networks": "127.0.0.1/32", "findings": findings}
    for name, value in settings.items():
        monkeypatch.setenv(f"ESTNER_{name.upper()}", value)
    (shard,) = steps.plan("r1", str(log))
    assert steps.rdfize_shard("r1", shard)["outcomes"] == {"read": 1}
    storage = Storage(settings["store"])
    (segment,) = finished_segments(storage, ["r1"])
    return storage, segment


def table(storage: Storage, path: str) -> list[dict[str, Any]]:
    with storage.local(path) as local:
        rows: list[dict[str, Any]] = pq.read_table(local).to_pylist()
    return rows


@pytest.mark.slow
def test_findings_are_committed_with_the_names(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    storage, segment = shard_files(web, monkeypatch, "e-mail registry-code money")
    found = table(storage, segment.findings)
    assert [(row["kind"], row["value"]) for row in found] == [
        ("e-mail", "info@naide.ee"), ("registry-code", "10421629"), ("money", "3000.00 EUR")]
    (document,) = table(storage, segment.documents)
    assert {(row["url"], row["sha224"]) for row in found} == {(document["url"], document["sha224"])}
    assert all(row["end"] - row["start"] == len(row["surface"]) for row in found)

    # A person reads them; the query service, which calls without asking for them, does not tell.
    assert [line for line in trace(storage, document["url"], findings=True) if "10421629" in line] == [
        f"run r1, shard {segment.shard}, found registry-code 10421629 at characters "
        f"{found[1]['start']}-{found[1]['end']}"]
    assert not [line for line in trace(storage, document["url"]) if "10421629" in line]


@pytest.mark.slow
@pytest.mark.parametrize("findings", ["", " ".join(KINDS)])
def test_a_personal_code_is_nowhere_in_a_shard(web: Web, monkeypatch: pytest.MonkeyPatch, findings: str) -> None:
    storage, segment = shard_files(web, monkeypatch, findings)
    assert bool(segment.findings) == bool(findings)
    (document,) = table(storage, segment.documents)
    assert document["title"] == "Kontakt ***********"
    names = table(storage, segment.mentions)
    assert {row["name"] for row in names} >= {"Jaan Tamm", "Pärnu"}
    assert any("***********" in row["snippet"] for row in names)
    told = [document, *names, *(table(storage, segment.findings) if findings else [])]
    assert CODE not in str(told)


@pytest.mark.slow
def test_the_parts_of_a_large_host_are_one_conversation(web: Web, storage: Storage) -> None:
    """Whatever was learnt in the first part holds in the others: rules, pace, and that nobody is at home."""
    web.on("http://h.test/robots.txt", answer(b"User-agent: *\nCrawl-delay: 0.2"))
    log = web.folder / "crawl.log"
    log.write_text("".join(f"2014-11-03T10:00:00.000Z   200        100 http://h.test/{page} L - text/html #001 "
                           f"20141103100000000+10 sha1:{'A' * 32} - -\n" for page in range(6)))
    settings = override(web.settings(delay=0.1, shard_documents=2), {"log_roots": str(web.folder), "readers": 1})
    (shard,) = make_plan(storage, settings, "r", str(log)).shards
    assert shard.parts == 3
    asyncio.run(ShardRun(storage, settings, "r", shard.id, 6).rdfize(shard_parts(storage, "r", shard.id)))
    assert [asked.path for asked in web.asked] == ["/robots.txt", *(f"/{page}" for page in range(6))]
    assert min(after.began - before.began for before, after in pairwise(web.asked)) >= 0.2
    assert [segment.document_count for segment in finished_segments(storage, ["r"])] == [2, 2, 2]


def test_servers_do_not_wait_while_a_segment_is_committed(web: Web, storage: Storage,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[int] = []  # of the event loop, during each upload
    ticks = 0
    upload = Storage.upload

    def slow(self: Storage, local: Path, path: str, move: bool = False) -> None:
        before = ticks
        time.sleep(0.5)
        turns.append(ticks - before)
        upload(self, local, path, move)

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    monkeypatch.setattr(Storage, "upload", slow)
    urls = [web.on(f"http://h.test/{page}", answer(b"", "404 Not Found")) for page in range(2)]
    settings = web.settings(segment_documents=1)

    async def run() -> None:
        ticking = asyncio.create_task(tick())
        pool = Pool("estner_ops.reading:Reader", settings, size=1, seconds=1, memory=1)  # not started: nothing to read
        with closing(Browser(settings)) as browser:
            sources = [Source(url, url, "h.test") for url in urls]
            await ShardRun(storage, settings, "r", "0000", 2)._part(sources, pool, browser, web.folder)
        ticking.cancel()

    asyncio.run(run())
    assert len(segments(storage, "r", "0000")) == len(turns) == 2
    assert min(turns) > 0
