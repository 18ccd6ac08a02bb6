"""The comparison with EstNLTK on a folder of documents: it sees a difference, and does not ask EstNLTK twice."""

import json
from pathlib import Path

import pytest

from bench import ner_identity
from estner_ops.errors import EstnerError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(ner_identity, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(ner_identity, "PROCESSES", 1)
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.txt").write_text("President Toomas Hendrik Ilves käis täna Tartu Ülikoolis ja Tallinnas.")
    (folder / "b.html").write_text("<html><body><p>Jüri Ratas elab Tartus ja töötab Pärnus.</p></body></html>")
    return folder


@pytest.mark.slow
def test_all_names_of_a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = ner_identity.main([str(folder)])
    assert (figures["documents"], figures["pieces"], figures["identical"]) == (2, 3, 1.0)
    assert figures["names"] >= 6

    monkeypatch.delattr(ner_identity, "ProcessPoolExecutor")
    assert ner_identity.main([str(folder)]) == figures  # all of it is known

    kept = next(path for path in ner_identity.CACHE.iterdir() if json.loads(path.read_text()))
    kept.write_text("[]")
    with pytest.raises(EstnerError, match="differ"):
        ner_identity.main([str(folder)])


def test_no_text_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(EstnerError, match="no text"):
        ner_identity.main([str(tmp_path)])
