import gzip
import shutil

import pyoxigraph as ox
import pytest

from estner_ops.errors import ReleaseError
from estner_ops.graph import build, build_release, open_release, store
from estner_ops.graph.releases import store_folder


def test_a_dump_in_many_pieces_is_loaded_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "PIECE", 10_000)
    lines = [f'<http://a.ee/{number}> <http://a.ee/p> "{"õ" * (number * 41 % 9000)}" .\n' for number in range(60)]
    half = len(lines) // 2
    dump = tmp_path / "release.nq.gz"
    dump.write_bytes(gzip.compress("".join(lines[:half]).encode()) + gzip.compress("".join(lines[half:]).encode()))
    store.build_store(dump, tmp_path / "store")
    assert len(ox.Store.read_only(str(tmp_path / "store"))) == len(lines)


def test_what_is_not_n_quads_is_not_published(tmp_path):
    dump = tmp_path / "release.nq.gz"
    dump.write_bytes(gzip.compress(b"<http://a.ee/x y> <http://a.ee/p> <http://a.ee/o> .\n"))
    with pytest.raises(ReleaseError, match=r"release\.nq\.gz is not valid N-Quads"):
        store.build_store(dump, tmp_path / "store")


@pytest.fixture
def before(tmp_path):
    """The store of a release with three triples."""
    dump = tmp_path / "release.nq.gz"
    dump.write_bytes(gzip.compress("".join(f"{triple(number)}\n" for number in range(3)).encode()))
    store.build_store(dump, tmp_path / "store")
    return tmp_path / "store"


def triple(number):
    return f'<http://a.ee/{number}> <http://a.ee/p> "õ \\"{number}\\"" <http://a.ee/g> .'


def changes(tmp_path, *rows):
    patch = tmp_path / "changes.rdfp.gz"
    patch.write_bytes(gzip.compress("".join(f"{row}\n" for row in ("TX .", *rows, "TC .")).encode()))
    return patch


def test_a_store_and_its_changes_give_the_next(tmp_path, before, monkeypatch):
    monkeypatch.setattr(store, "PIECE", 1)  # a row at a time
    patch = changes(tmp_path, f"D {triple(1)}", f"A {triple(7)}", f"A {triple(8)}")
    assert store.patch_store(patch, before, 4)
    found = {f"{quad} ." for quad in ox.Store.read_only(str(before))}
    assert found == {triple(number) for number in (0, 2, 7, 8)}
    assert not (before / "LOCK").exists()


@pytest.mark.parametrize("rows", [
    [f"A {triple(7)}"],  # 4 in all, not 3
    [f"D {triple(9)}", f"A {triple(7)}"],  # what is to be taken out is not there
    ["A <http://a.ee/x y> <http://a.ee/p> <http://a.ee/o> ."],
])
def test_a_patch_that_does_not_fit_is_refused(tmp_path, before, rows):
    assert not store.patch_store(changes(tmp_path, *rows), before, 3)


def test_a_store_that_cannot_be_opened_is_refused(tmp_path, before):
    (before / "CURRENT").write_text("rubbish\n")
    assert not store.patch_store(changes(tmp_path), before, 3)
    shutil.rmtree(before)
    assert not store.patch_store(changes(tmp_path), before, 3)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_small_change_patches_the_store_before(
    storage, settings, document, mention, shard, monkeypatch, tmp_path, damaged
):
    pages = [document(f"http://a.ee/{number}") for number in range(3)]
    shard(storage, pages, [mention(page, "LOC", f"Koht {page.url[-1]}") for page in pages])
    first = build_release(storage, settings, "run-1")
    later = document("http://a.ee/1", day=1, content="uus")
    shard(storage, [later], [mention(later, "ORG", "AS Uus")], run="run-2")
    loaded = []
    monkeypatch.setattr(build, "PATCHED", 1.0)
    monkeypatch.setattr(build, "build_store", lambda *given: [loaded.append(1), store.build_store(*given)])
    if damaged:
        storage.write_text(f"{store_folder(storage, first.id)}/CURRENT", "rubbish")
    second = build_release(storage, settings, "run-2")
    assert loaded == [1] * damaged
    with storage.local(f"releases/{second.id}/release.nq.gz") as dump:
        store.build_store(dump, tmp_path / "whole")
    assert set(open_release(storage, settings).store) == set(ox.Store.read_only(str(tmp_path / "whole")))
    if not damaged:
        assert len(open_release(storage, settings, first.id).store) == first.triples
