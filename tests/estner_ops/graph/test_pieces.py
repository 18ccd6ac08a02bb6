import gzip
from pathlib import Path

from estner_ops.graph import pieces


def test_all_lines_come_whole_and_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(pieces, "PLAIN", 1000)
    lines = [f"{number} {'õ' * (number * 37 % 900)}\n" for number in range(80)]
    packed = tmp_path / "lines.gz"
    packed.write_bytes(gzip.compress("".join(lines[:30]).encode()) + gzip.compress("".join(lines[30:]).encode()))
    found = [Path(file).read_text(encoding="utf-8") for file in pieces.plain_files(str(packed), tmp_path)]
    assert len(found) > 20
    assert all(one.endswith("\n") for one in found)
    assert "".join(found) == "".join(lines)
    assert [one.name for one in tmp_path.iterdir()] == ["lines.gz"]


def test_an_empty_file_has_no_pieces(tmp_path):
    (tmp_path / "none.gz").write_bytes(gzip.compress(b""))
    assert list(pieces.plain_files(str(tmp_path / "none.gz"), tmp_path)) == []
