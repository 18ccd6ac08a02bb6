import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from estner_ops.errors import StorageError
from estner_ops.settings import ROOT
from estner_ops.storage import Storage
from tests.bucket import serving


def test_what_is_written_is_read(storage: Storage) -> None:
    storage.write_json("runs/a/plan.json", {"nimi": "Pärnu"})
    assert storage.read_json("runs/a/plan.json") == {"nimi": "Pärnu"}
    storage.write_text("runs/a/plan.json", "uus")
    assert storage.read_text("runs/a/plan.json") == "uus"
    assert storage.list("runs") == ["runs/a/plan.json"]


def race(write: Callable[[bytes], bool]) -> list[bytes]:
    """Which of eight writers at once succeeded."""
    words = [b"%d" % number for number in range(8)]
    start = threading.Barrier(len(words))

    def one(word: bytes) -> bool:
        start.wait()
        return write(word)

    with ThreadPoolExecutor(len(words)) as pool:
        return [word for word, done in zip(words, pool.map(one, words), strict=True) if done]


def test_create_succeeds_exactly_once(storage: Storage) -> None:
    (winner,) = race(lambda word: storage.create("marker", word))
    assert storage.read_bytes("marker") == winner


def test_of_many_who_replace_the_same_one_succeeds(storage: Storage) -> None:
    for expected in (None, b"first"):
        (winner,) = race(lambda word, expected=expected: storage.replace("pointer", expected, word))  # type: ignore[misc]
        assert storage.read_bytes("pointer") == winner
        assert not storage.replace("pointer", expected, b"late")
        assert storage.replace("pointer", winner, b"first")


IN_A_BUCKET = """
import json
from tests.estner_ops.test_storage import race
from estner_ops.storage import Storage

storage = Storage("gs://bucket/store")
result = {}
for expected in (None, b"first"):
    winners = race(lambda word: storage.replace("releases/CURRENT", expected, word))
    result[str(expected)] = [len(winners), [storage.read_bytes("releases/CURRENT")] == winners]
    storage.write_bytes("releases/CURRENT", b"first")
result["late"] = storage.replace("releases/CURRENT", b"second", b"third")
result["left"] = storage.read_text("releases/CURRENT")
print(json.dumps(result))
"""


@pytest.mark.slow
def test_of_many_who_replace_the_same_in_a_bucket_one_succeeds() -> None:
    with serving(together=8) as bucket:
        # In a process of its own, as tests/estner_ops/plan/test_bucket.py says.
        environment = os.environ | {
            "STORAGE_EMULATOR_HOST": bucket.url, "GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT": "false",
            "FSSPEC_GS_TOKEN": "anon", "FSSPEC_GCS_TOKEN": "anon", "PYTHONPATH": str(ROOT),
        }
        done = subprocess.run([sys.executable, "-c", IN_A_BUCKET], env=environment, capture_output=True, text=True,
                              timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "None": [1, True], "b'first'": [1, True], "late": False, "left": "first"}
    assert bucket.refused == 14  # the seven of each race whom the server told so, not our own look before


def test_an_unfinished_write_is_not_listed(storage: Storage, tmp_path: Path) -> None:
    storage.write_text("runs/a", "1")
    (tmp_path / "store" / "runs" / "b.0000.part").write_text("half")
    assert storage.list("runs") == ["runs/a"]


def test_upload_and_local_copy(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\x00\x01")
    storage.upload(tmp_path / "file", "x/y.warc.gz")
    with storage.local("x/y.warc.gz") as path:
        assert path.read_bytes() == b"\x00\x01"
    assert storage.size("x/y.warc.gz") == 2
    assert (tmp_path / "file").exists()
    storage.upload(tmp_path / "file", "x/z.warc.gz", move=True)
    assert storage.read_bytes("x/z.warc.gz") == b"\x00\x01"
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize("path", ["../outside", "/etc/passwd", "a/../../b", ""])
def test_no_path_leads_out_of_the_store(storage: Storage, path: str) -> None:
    with pytest.raises(StorageError, match="not a path inside the store"):
        storage.read_bytes(path)


def test_a_missing_object_is_named(storage: Storage) -> None:
    with pytest.raises(StorageError, match=r"no object runs/none\.json"):
        storage.read_json("runs/none.json")
    with pytest.raises(StorageError, match="no object"), storage.local("runs/none"):
        pass


def test_delete_takes_a_folder_and_forgives_what_is_not_there(storage: Storage) -> None:
    storage.write_text("runs/a/1", "x")
    storage.delete("runs/a")
    storage.delete("runs/a")
    assert storage.list("runs") == []
