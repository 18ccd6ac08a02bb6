"""Words that tell what a name is."""

import pytest

from estner_ops.ner.words import LEGAL_FORM, is_body, is_place_word, is_title


@pytest.mark.parametrize(("word", "form"), [("OÜ-s", "OÜ"), ("AS-ile", "AS"), ("ASi", "AS"), ("MTÜ", "MTÜ")])
def test_legal_forms_in_any_case(word, form):
    assert LEGAL_FORM.fullmatch(word)[1] == form


@pytest.mark.parametrize("word", ["Brasiilia", "ASTRI", "OÜKS-", "asi", "Asula"])
def test_no_legal_form_inside_a_word(word):
    assert not LEGAL_FORM.fullmatch(word)


def test_bodies_places_and_titles_by_whole_words_and_word_ends():
    assert is_body("Teadusministeeriumile")
    assert is_body("linnavalitsuse")
    assert not is_body("Ametlik")
    assert is_place_word("vallas")
    assert not is_place_word("vallaline")
    assert is_title("peaministrile")
    assert not is_title("Ministrant")
