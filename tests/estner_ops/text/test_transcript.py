"""Lines, until the limit."""

import pytest

from estner_ops.text.transcript import Full, Transcript


def test_cells_are_lines_and_numbers_share_one() -> None:
    out = Transcript(1000)
    out.cells(["Jaan", "1", "2", "", "Mari", "3"])
    out.cells(["4", "Tartu"])
    assert out.text() == "Jaan\n\n1 2\n\nMari\n\n3\n\n4\n\nTartu"


def test_the_limit_cuts_at_a_word() -> None:
    out = Transcript(20)
    out.line("Jaan Tamm")
    with pytest.raises(Full):
        out.line("Mari Mägi sõitis ära")
    assert out.text() == "Jaan Tamm\n\nMari"
    assert out.remark == "only the first 20 characters were read"


def test_one_endless_word_is_cut_anywhere() -> None:
    out = Transcript(20)
    with pytest.raises(Full):
        out.line("a" * 50)
    assert out.text() == "a" * 20
