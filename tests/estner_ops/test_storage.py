import threading
from pathlib import Path

import pytest

from estner_ops.errors import StorageError
from estner_ops.storage import Storage


def test_what_is_written_is_read(storage: Storage) -> None:
    storage.write_json("runs/a/plan.json", {"nimi": "Pärnu"})
    assert storage.read_json("runs/a/plan.json") == {"nimi": "Pärnu"}
    storage.write_text("runs/a/plan.json", "uus")
    assert storage.read_text("runs/a/plan.json") == "uus"
    assert storage.list("runs") == ["runs/a/plan.json"]


def test_create_succeeds_exactly_once(storage: Storage) -> None:
    won: list[int] = []
    start = threading.Barrier(8)

    def race(number: int) -> None:
        start.wait()
        if storage.create("marker", str(number).encode()):
            won.append(number)

    threads = [threading.Thread(target=race, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert storage.read_text("marker") == str(won[0])


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
