"""A shard from the crawl's own WARC files gives what the web gave, without a single request."""

import asyncio
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from demo.server import DemoServer
from estner_ops.plan import make_plan, shard_parts
from estner_ops.rdfize import ShardRun
from estner_ops.settings import ROOT, Settings, override
from estner_ops.shards import finished_segments
from estner_ops.storage import Storage

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
