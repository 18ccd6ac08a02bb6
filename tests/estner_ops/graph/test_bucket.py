"""Releases in a bucket: published, fetched, asked and rolled back, by gcsfs against an emulator on loopback."""

import json
import os
import socket
import subprocess
import sys

import pytest

from estner_ops.settings import ROOT

pytestmark = pytest.mark.slow

SCRIPT = """
import json, sys
from gcp_storage_emulator.server import create_server
from estner_ops.graph import ReleaseReader, build_release, open_release, rollback
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.estner_ops.graph.conftest import make_document, make_mention, write_shard

def seen(release):
    query = "SELECT ?n { ?o <http://www.estner.ee/estnerd#locationName> ?n }"
    whole = sum(1 for _ in release.store.quads_for_pattern(None, None, None)) == release.summary.triples
    return [release.id, whole, [row["n"].value for row in release.store.query(query)]]

emulator = create_server("127.0.0.1", int(sys.argv[1]), in_memory=True, default_bucket="bucket")
emulator.start()
try:
    storage, settings = Storage("gs://bucket/store"), Settings(cache=sys.argv[2])
    reader, made, result = ReleaseReader(storage, settings, every=0), [], []
    for day, name in enumerate(("Tartu", "Narva")):
        page = make_document("http://a.ee/", day=day, content=name)
        write_shard(storage, [page], [make_mention(page, "LOC", name)], run=f"run-{day}")
        made.append(build_release(storage, settings, f"run-{day}"))
        result.append(seen(reader.current()) == [made[-1].id, True, [name]])
    rollback(storage, made[0].id)
    result.append(seen(reader.current()) == [made[0].id, True, ["Tartu"]])
    result.append(seen(open_release(storage, settings, made[1].id)) == [made[1].id, True, ["Narva"]])
finally:
    emulator.stop()
print(json.dumps(result))
"""


def test_readers_of_a_bucket_see_whole_releases(tmp_path):
    pytest.importorskip("gcp_storage_emulator")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {  # in a process of its own, as tests/estner_ops/plan/test_bucket.py says
        "STORAGE_EMULATOR_HOST": f"http://127.0.0.1:{port}", "GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT": "false",
        "FSSPEC_GS_TOKEN": "anon", "FSSPEC_GCS_TOKEN": "anon", "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(port), str(tmp_path / "cache")], env=environment,
                          capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == [True, True, True, True]
