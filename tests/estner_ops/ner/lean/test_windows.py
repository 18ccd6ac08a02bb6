import pytest

from bench.estonian_text import Writer
from estner_ops.ner.lean import LeanEngine, windows
from estner_ops.ner.lean.windows import Outline


def unneeded(text: str) -> Outline:
    raise AssertionError("plain paragraphs need no trying")


def test_windows_are_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Writer(30).text(3_000)
    monkeypatch.setattr(windows, "_LONG", 1_000)
    found = list(windows.windows(text, unneeded))
    assert len(found) > 5
    assert "".join(text[start:end] for start, end in found) == text
    assert all("\n\n" in text[end - 10 : end] for _, end in found[:-1])


def test_a_window_never_ends_inside_a_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_LONG", 10)
    text = "sõnad lähevad edasi <img alt=\"pikk jutustus\n\nMillest\" siis rahulikult\n\nTeine> aga lõpuks\n\nKolmas"
    ends = [end for _, end in windows.windows(text, unneeded)]
    assert [text[:end].count("<") - text[:end].count(">") for end in ends] == [0, 0]


@pytest.mark.parametrize("text", ["sõna " * 1_000, "sõna" * 1_000, "Sõna oli pikk. " * 400, "1. 2. A. Hein " * 400])
def test_text_without_paragraphs_is_cut_all_the_same(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(windows, "_LONG", 100)
    monkeypatch.setattr(windows, "_TOO_LONG", 1_000)
    found = list(windows.windows(text, LeanEngine()._outline))
    assert max(end - start for start, end in found) <= 1_100
    assert "".join(text[start:end] for start, end in found) == text


def test_a_place_is_taken_only_if_cutting_there_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_LONG", 100)
    monkeypatch.setattr(windows, "_TOO_LONG", 200)
    text = "Pikk jutt " * 22 + "kirjutas A. Hein ja nr. 5 (vt. lk. 3. reas). Järgmine lause." + " Nii on." * 20
    (_, end), *_ = windows.windows(text, LeanEngine()._outline)
    assert text[end:].startswith("Järgmine")
