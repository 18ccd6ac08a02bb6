"""The whole plan with log and store in a bucket, by gcsfs against an emulator on loopback."""

import gzip
import socket
from collections.abc import Iterator

import pytest

from estner_ops.errors import LogError
from estner_ops.plan import make_plan, read_plan, shard_sources, trace
from estner_ops.settings import Settings, override
from estner_ops.storage import Storage

pytestmark = pytest.mark.slow


@pytest.fixture
def bucket(monkeypatch) -> Iterator[str]:
    server = pytest.importorskip("gcp_storage_emulator.server")
    import gcsfs

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")
    emulator = server.create_server("127.0.0.1", port, in_memory=True, default_bucket="bucket")
    emulator.start()
    gcsfs.GCSFileSystem.clear_instance_cache()
    try:
        yield "gs://bucket"
    finally:
        emulator.stop()
        gcsfs.GCSFileSystem.clear_instance_cache()


def test_log_and_store_in_a_bucket(bucket, line):
    lines = [line(f"http://h{number % 9}.ee/{number}") + b"\n" for number in range(300)]
    files = Storage(f"{bucket}/logs")
    files.write_bytes("job/crawl.log.cp00001-2014", gzip.compress(b"".join(lines[:200])))
    files.write_bytes("job/crawl.log", b"".join(lines[150:]))
    storage = Storage(f"{bucket}/store")
    settings = override(Settings(), {"log_roots": [f"{bucket}/logs"], "shard_documents": 50})

    summary = make_plan(storage, settings, "r", f"{bucket}/logs/job")

    assert summary.counts == {"accepted": 300, "duplicate": 50}
    assert summary == read_plan(storage, "r") == make_plan(storage, settings, "r", f"{bucket}/logs/job")
    assert sum(len(list(shard_sources(storage, "r", shard.id))) for shard in summary.shards) == 300
    assert [(found.file, found.line, found.outcome) for found in trace(storage, "r", "http://h7.ee/151")] == [
        (f"{bucket}/logs/job/crawl.log.cp00001-2014", 152, "accepted"),
        (f"{bucket}/logs/job/crawl.log", 2, "duplicate"),
    ]
    for outside in (f"{bucket}/store", f"{bucket}/logs/../store"):
        with pytest.raises(LogError, match="lies outside"):
            make_plan(storage, settings, "other", outside)
