"""The whole plan with log and store in a bucket, by gcsfs against an emulator on loopback."""

import json
import os
import socket
import subprocess
import sys

import pytest

from estner_ops.settings import ROOT

pytestmark = pytest.mark.slow

SCRIPT = """
import gzip, json, sys
from gcp_storage_emulator.server import create_server
from estner_ops.errors import LogError
from estner_ops.plan import make_plan, read_plan, shard_sources, trace
from estner_ops.settings import Settings, override
from estner_ops.storage import Storage

def refused(log_path):
    try:
        make_plan(storage, settings, "other", log_path)
    except LogError as error:
        return "lies outside" in str(error)

emulator = create_server("127.0.0.1", int(sys.argv[1]), in_memory=True, default_bucket="bucket")
emulator.start()
try:
    lines = [b"2014 200 9 http://h%d.ee/%d L - text/html #1 - - - -\\n" % (n % 9, n) for n in range(300)]
    logs, storage = Storage("gs://bucket/logs"), Storage("gs://bucket/store")
    logs.write_bytes("job/crawl.log.cp00001-2014", gzip.compress(b"".join(lines[:200])))
    logs.write_bytes("job/crawl.log", b"".join(lines[150:]))
    settings = override(Settings(), {"log_roots": ["gs://bucket/logs"], "shard_documents": 50})
    summary = make_plan(storage, settings, "r", "gs://bucket/logs/job")
    result = {
        "counts": summary.counts,
        "same": summary == read_plan(storage, "r") == make_plan(storage, settings, "r", "gs://bucket/logs/job"),
        "sources": sum(len(list(shard_sources(storage, "r", shard.id))) for shard in summary.shards),
        "trace": [[one.file, one.line, one.outcome] for one in trace(storage, "r", "http://h7.ee/151")],
        "refused": [refused("gs://bucket/store"), refused("gs://bucket/logs/../store")],
    }
finally:
    emulator.stop()
print(json.dumps(result))
"""


def test_log_and_store_in_a_bucket():
    pytest.importorskip("gcp_storage_emulator")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # In a process of its own: gcsfs reads these when it is imported. Without them it asks the cloud's metadata address
    # for credentials and speaks gRPC to the real service, which no guard on Python's sockets sees.
    environment = os.environ | {
        "STORAGE_EMULATOR_HOST": f"http://127.0.0.1:{port}", "GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT": "false",
        "FSSPEC_GS_TOKEN": "anon", "FSSPEC_GCS_TOKEN": "anon", "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(port)], env=environment, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "counts": {"accepted": 300, "duplicate": 50}, "same": True, "sources": 300, "refused": [True, True],
        "trace": [["gs://bucket/logs/job/crawl.log.cp00001-2014", 152, "accepted"],
                  ["gs://bucket/logs/job/crawl.log", 2, "duplicate"]],
    }
