"""A shard that is killed again and again ends with what an undisturbed one has."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyarrow.parquet as pq
import pytest
from warcio.checker import Checker

from estner_ops import steps
from estner_ops.settings import ROOT
from estner_ops.shards import Segment, finished_segments, shard_folder
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, MentionRow
from tests.web import Web, answer, authority, web

__all__ = ["authority", "web"]

KILLS = 20
HOSTS, PAGES = 8, 100
# What differs between any two runs of the same documents.
PASSING = {"fetched_at", "duration", "cpu_seconds", "warc", "warc_offset", "warc_length"}


@pytest.fixture
def log_path(web: Web) -> str:
    """A crawl log of pages that a real server has; every tenth is a copy of another, some are gone or not allowed."""
    lines = []
    line = "2014-11-03T10:00:00.000Z   200        100 {} L - text/html #001 20141103100000000+10 sha1:{} - -\n"
    for host in range(HOSTS):
        web.on(f"http://h{host}.test/robots.txt", answer(b"User-agent: *\nDisallow: /leht7", Content_Type="text/plain"))
        for page in range(PAGES):
            url = f"http://h{host}.test/leht{page}"
            if page != 13:
                name = ("Kersti Kaljulaid", "Toomas Hendrik Ilves", "Arvo Pärt")[page % 3]
                text = f"<html><title>Leht {page}</title><p>{name} käis {page // 10 * 10}. mail Tartus.</p></html>"
                web.on(url, answer(text.encode(), Content_Type="text/html; charset=utf-8"))
            lines.append(line.format(url, "A" * 32))
    path = web.folder / "crawl.log"
    path.write_text("".join(lines))
    return str(path)


@pytest.fixture
def environment(web: Web, log_path: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    settings = web.settings()
    values = {"store": (web.folder / "store").as_uri(), "log_roots": str(web.folder),
              "name_server": settings.name_server, "allowed_networks": "127.0.0.1/32",
              "delay": "0.1", "readers": "1", "segment_documents": "5"}
    for name, value in values.items():
        monkeypatch.setenv(f"ESTNER_{name.upper()}", value)
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def start(run: str, shard: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    code = f"from estner_ops import steps; steps.rdfize_shard({run!r}, {shard!r})"
    # A session of its own: a kill takes its readers along, as the end of a machine would.
    return subprocess.Popen([sys.executable, "-c", code], env=environment, start_new_session=True,
                            stderr=subprocess.DEVNULL)


def kill(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def kill_again_and_again(storage: Storage, run: str, shard: str, environment: dict[str, str]) -> list[int]:
    """Kills the shard at some moment after it has committed nothing, one or a few segments more; what it had then.

    However fast the machine is, a start commits only a few of the shard's segments, so that the last one has work left.
    """
    chance = random.Random(20)
    had: list[int] = []
    folder = Path(urlsplit(storage.url).path) / shard_folder(run, shard)

    def committed() -> int:
        return len(list(folder.glob("[0-9]*[0-9].json")))

    for wanted in (0, 1, 2, 3) * (KILLS // 4):
        before = committed()
        process = start(run, shard, environment)
        patience = time.monotonic() + (60 if wanted else chance.random() * 3)
        while committed() < before + max(wanted, 1) and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.1)
        assert process.poll() is None, "the shard ended before it could be killed"
        kill(process)
        had.append(committed())
    return had


def rows(storage: Storage, chosen: list[Segment], table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for segment in chosen:
        with storage.local(getattr(segment, table)) as path:
            found += pq.read_table(path).to_pylist()
    return found


def compared(found: list[dict[str, Any]], row: type) -> list[tuple[Any, ...]]:
    names = [field.name for field in fields(row) if field.name not in PASSING]
    return sorted(tuple(map(str, (one[name] for name in names))) for one in found)


def asked_again(web: Web, storage: Storage, chosen: list[Segment], before: int) -> Iterator[str]:
    """Sources that the server was asked for after the segment that holds them was committed."""
    for segment in chosen:
        commit = web.folder / "store" / f"runs/{segment.run}/shards/{segment.shard}/{segment.number:05}.json"
        committed = commit.stat().st_mtime
        held = {row["url"] for row in rows(storage, [segment], "documents")}
        yield from (asked.path for asked in web.asked[before:]
                    if f"http://{asked.host}{asked.path}" in held and asked.clock > committed)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_twenty_times(web: Web, log_path: str, environment: dict[str, str]) -> None:
    storage = Storage(environment["ESTNER_STORE"])
    (shard,) = steps.plan("whole", log_path)
    assert steps.plan("killed", log_path) == [shard]
    assert start("whole", shard, environment).wait() == 0
    before = len(web.asked)

    had = kill_again_and_again(storage, "killed", shard, environment)
    assert len(had) == KILLS
    assert len(set(had)) > KILLS // 2  # it got on in between, so that there was something to resume after
    assert not finished_segments(storage, ["killed"])  # nothing downstream sees it yet
    assert start("killed", shard, environment).wait() == 0

    whole, killed = (finished_segments(storage, [run]) for run in ("whole", "killed"))
    documents = rows(storage, killed, "documents")
    assert len({row["url"] for row in documents}) == len(documents) == HOSTS * PAGES
    assert compared(documents, DocumentRow) == compared(rows(storage, whole, "documents"), DocumentRow)
    mentions = rows(storage, killed, "mentions")
    assert len(mentions) > HOSTS * PAGES // 2
    assert compared(mentions, MentionRow) == compared(rows(storage, whole, "mentions"), MentionRow)
    figures = [storage.read_json(f"{shard_folder(run, shard)}/_SUCCESS") for run in ("whole", "killed")]
    for name in ("documents", "mentions", "ner_calls", "bytes", "requests", "outcomes"):
        assert figures[0][name] == figures[1][name]
    assert figures[0]["requests"] > HOSTS * PAGES // 2
    assert list(asked_again(web, storage, killed, before)) == []
    assert len(web.asked) - before > before  # what no segment held was fetched again: the kills did hurt

    class Inputs:
        verbose = False
        inputs = [str(web.folder / "store" / segment.warc) for segment in killed if segment.warc]  # noqa: RUF012

    checker = Checker(Inputs())
    checker.process_all()
    assert checker.exit_value == 0
