import gzip

import pyoxigraph as ox
import pytest

from estner_ops.errors import ReleaseError
from estner_ops.graph import store


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
