import pytest

from estner_ops.ner.lean.tokens import tokens


@pytest.mark.parametrize(("text", "expected"), [
    ("Tere, maailm!", ["Tere", ",", "maailm", "!"]),
    ("1989.a.).", ["1989", ".", "a", ".", ")", "."]),
    ("Mis?! Ei...", ["Mis", "?!", "Ei", "..."]),
    ("ˮEuroopaˮ 2020ˮ", ["ˮ", "Euroopa", "ˮ", "2020", "ˮ"]),
    ('„Tere“, "ei"', ["„", "Tere", "“", ",", '"', "ei", '"']),
    ("–“–", ["–", "“", "–"]),
    ("  ", []),
])  # fmt: skip
def test_tokens(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in tokens(text)] == expected
