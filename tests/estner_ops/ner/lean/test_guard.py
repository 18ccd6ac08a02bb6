import pytest

from estner_ops.ner.lean.guard import guarded


@pytest.mark.parametrize(("text", "expected"), [
    ("Tallinn\0Tartu", "Tallinn Tartu"),
    ("a\ud800b\udfff", "a b "),
    ("a" * 200 + " b", " " * 200 + " b"),
    ("a" * 199, "a" * 199),
    ("12" * 100, " " * 200),
    ("x\n" + "\n" * 199 + "y", "x\n\n" + " " * 198 + "y"),
    ("x" + "\t" * 200 + "y", "x" + " " * 200 + "y"),
    ("ab" * 500, " " * 1000),
])  # fmt: skip
def test_blanks_what_is_deadly_or_slow(text: str, expected: str) -> None:
    assert guarded(text) == expected
    assert len(expected) == len(text)
