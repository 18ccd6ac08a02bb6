"""EstNLTK's own pipeline, guarded."""

import pytest

from estner_ops.ner.stock import StockEngine, guarded, pieces


@pytest.fixture(scope="module")
def engine():
    return StockEngine()


def names(engine, text):
    return [(text[one.start : one.end], one.label) for one in engine.tag(text)]


@pytest.mark.slow
def test_a_name_that_ends_the_text_is_found(engine):
    assert names(engine, "Eesti pealinn on Tallinn") == [("Eesti", "LOC"), ("Tallinn", "LOC")]


@pytest.mark.slow
@pytest.mark.parametrize("hostile", [
    "\x00", "\udc80 ", "1." * 20_000 + " ", "." * 20_000 + " ", "7" * 20_000 + " ", "\n" * 20_000, "a" * 100_000 + " ",
    "A1." * 20_000 + " ",
])  # fmt: skip
def test_hostile_text_costs_nothing_but_itself(engine, hostile):
    assert names(engine, hostile + "Tallinn on linn") == [("Tallinn", "LOC")]


@pytest.mark.slow
def test_nothing_in_nothing(engine):
    assert engine.tag("") == engine.tag(" \n ") == []


def test_guards_keep_every_offset():
    text = "a\x00b\ud800c" + " " * 500 + "d" * 500 + "e"
    assert len(guarded(text)) == len(text)
    assert guarded("tavaline tekst 1.2.3\n\nja lõik") == "tavaline tekst 1.2.3\n\nja lõik"


def test_pieces_cover_the_text_and_end_at_blanks():
    text = "sõna " * 50 + "x" * 40
    cut = list(pieces(text, 30))
    assert "".join(text[start:end] for start, end in cut) == text
    assert all(end - start <= 30 for start, end in cut)
    assert all(text[start:end].endswith(" ") for start, end in cut[:5])


@pytest.mark.slow
def test_names_of_a_long_text_keep_their_places():
    text = ("Jutt oli pikk ja igav. " * 5 + "Jüri Ratas elab Tartus. ") * 3
    assert names(StockEngine(piece=100), text)[-2:] == [("Jüri Ratas", "PER"), ("Tartus", "LOC")]
