"""Rich text."""

from estner_ops.text.rtf import read
from estner_ops.text.transcript import Transcript


def lines(source: str) -> list[str]:
    out = Transcript(100_000)
    read(source.encode("ascii"), "", out)
    return out.text().split("\n\n") if out.text() else []


def test_code_pages_and_unicode() -> None:
    assert lines(r"{\rtf1\ansi\ansicpg1257 \'d0oti \'fe\'fcrii\par J\u245?geva\par}") == ["Šoti žürii", "Jõgeva"]


def test_cells_are_lines() -> None:
    assert lines(r"{\rtf1 \trowd Jaan\cell Mari\cell\row \trowd Tartu\cell Elva\cell\row}") == [
        "Jaan", "Mari", "Tartu", "Elva"]


def test_pictures_and_settings_are_not_read() -> None:
    source = r"{\rtf1{\fonttbl{\f0 Arial;}}{\*\generator Word;}{\pict\pngblip 89504e47}{\b Jaan} Tamm}"
    assert lines(source) == ["Jaan Tamm"]


def test_broken_groups_do_no_harm() -> None:
    assert lines(r"{\rtf1 {{{Jaan") == ["Jaan"]
    assert lines(r"{\rtf1 Jaan}}}}") == ["Jaan"]
