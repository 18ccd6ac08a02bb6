from pathlib import Path

import fsspec
import pytest

from estner_ops.graph import ReleaseReader, build_release, open_release, rollback
from estner_ops.storage import Storage


@pytest.fixture
def bucket(tmp_path):
    """A store that is not a disk."""
    yield Storage(f"memory://{tmp_path.name}")
    fsspec.filesystem("memory").rm("/", recursive=True)


def publish(storage, settings, document, mention, shard, *names):
    made = []
    for day, name in enumerate(names):
        page = document("http://a.ee/", day=day, content=name)
        shard(storage, [page], [mention(page, "LOC", name)], run=f"run-{day}")
        made.append(build_release(storage, settings, f"run-{day}").id)
    return made


def place(release):
    query = "SELECT ?n { ?o <http://www.estner.ee/estnerd#locationName> ?n }"
    return [row["n"].value for row in release.store.query(query)]


def test_the_reader_notices_when_the_pointer_moves(storage, settings, document, mention, shard):
    first, second = publish(storage, settings, document, mention, shard, "Tartu", "Narva")
    reader = ReleaseReader(storage, settings, every=0)
    old = reader.current()
    assert (old.id, place(old)) == (second, ["Narva"])
    rollback(storage, first)
    assert place(reader.current()) == ["Tartu"]
    assert place(old) == ["Narva"]
    assert reader.current() is reader.current()


def test_the_reader_does_not_look_at_every_request(storage, settings, document, mention, shard):
    first, second = publish(storage, settings, document, mention, shard, "Tartu", "Narva")
    reader = ReleaseReader(storage, settings, every=1000)
    assert reader.current().id == second
    rollback(storage, first)
    assert reader.current().id == second


def test_from_a_bucket_a_store_is_copied_once(bucket, settings, document, mention, shard, monkeypatch):
    publish(bucket, settings, document, mention, shard, "Tartu")
    release = open_release(bucket, settings)
    assert release.folder.is_relative_to(settings.cache)
    assert place(release) == ["Tartu"]
    fetched = []
    local = Storage.local
    monkeypatch.setattr(Storage, "local", lambda self, path: fetched.append(path) or local(self, path))
    assert place(open_release(bucket, settings)) == ["Tartu"]
    assert fetched == []


def test_the_cache_keeps_the_last_two(bucket, settings, document, mention, shard):
    for number, name in enumerate(("Tartu", "Narva", "Võru"), 1):
        publish(bucket, settings, document, mention, shard, *("Tartu", "Narva", "Võru")[:number])
        assert place(open_release(bucket, settings)) == [name]
    cached = sorted(one.name[:5] for one in (Path(settings.cache) / "releases").iterdir())
    assert cached == ["00002", "00003"]


def test_a_fetch_that_was_killed_leaves_nothing_that_looks_whole(
    bucket, settings, document, mention, shard, monkeypatch
):
    publish(bucket, settings, document, mention, shard, "Tartu")
    download, calls = Storage.download, []

    def broken(self, path, target):
        calls.append(path)
        if len(calls) > 3:
            raise OSError("no route")
        return download(self, path, target)

    monkeypatch.setattr(Storage, "download", broken)
    with pytest.raises(OSError, match="no route"):
        open_release(bucket, settings)
    monkeypatch.undo()
    assert list((Path(settings.cache) / "releases").iterdir()) == []
    assert place(open_release(bucket, settings)) == ["Tartu"]


def test_files_of_a_release_are_found_under_its_folder(storage, settings, document, mention, shard):
    (only,) = publish(storage, settings, document, mention, shard, "Tartu")
    release = open_release(storage, settings)
    assert release.path("LOC.rdf") == f"releases/{only}/LOC.rdf"
    assert release.path("../../CURRENT") == f"releases/{only}/CURRENT"
    assert storage.exists(release.path("LOC.rdf"))
