"""Which line breaks are soft."""

import pytest

from estner_ops.text.reflow import join_hyphens, paragraphs

LONG = "See on üks pikk rida, mis ulatub lehe paremast servast vasakuni ja lõpeb poole"


def test_a_name_may_go_over_a_full_line() -> None:
    text = f"{LONG} Toomas\nIlves ja {LONG}\npealt."
    assert list(paragraphs(text)) == [text]


def test_short_lines_are_things_of_their_own() -> None:
    assert list(paragraphs("Jaan Tamm\nMari Mägi\nTartu Ülikool")) == ["Jaan Tamm", "Mari Mägi", "Tartu Ülikool"]


def test_a_line_in_lower_case_goes_on() -> None:
    assert list(paragraphs("Jaan Tamm\nja Mari")) == ["Jaan Tamm\nja Mari"]


def test_columns_are_things_of_their_own() -> None:
    assert list(paragraphs("Jaan Tamm     Tartu\tElva\nMari  Mägi")) == ["Jaan Tamm", "Tartu", "Elva", "Mari  Mägi"]


def test_blank_lines_and_pages_end_paragraphs() -> None:
    assert list(paragraphs(f"{LONG}\n\n{LONG}\f{LONG}\r\n\r\n{LONG}")) == [LONG] * 4


def test_a_sentence_ends_with_its_line() -> None:
    assert list(paragraphs(f"{LONG} lõppes.\nTallinn {LONG}")) == [f"{LONG} lõppes.", f"Tallinn {LONG}"]
    assert len(list(paragraphs(f"{LONG} prof.\nJaan Tamm {LONG}"))) == 1
    assert len(list(paragraphs(f"{LONG} A. H.\nTammsaare {LONG}"))) == 1


@pytest.mark.parametrize(("text", "joined"), [
    ("Riigi-\nkogu", "Riigikogu"), ("Riigi\u00ad\nkogu", "Riigikogu"), ("Riigi\u2010\nkogu", "Riigikogu"),
    ("Põhja-\nEesti", "Põhja-Eesti"), ("era-\nja riigikool", "era- ja riigikool"), ("1-\n2", "1-\n2"),
    ("a -\nb", "a -\nb"), ("jalgratta-  \n  tee", "jalgrattatee"),
])
def test_words_cut_at_the_end_of_a_line(text: str, joined: str) -> None:
    assert join_hyphens(text) == joined
