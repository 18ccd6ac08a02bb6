"""The tagger as the pipeline uses it."""

import pytest

from estner_ops.errors import SettingsError
from estner_ops.ner import Tagger, in_languages
from estner_ops.records import Block
from estner_ops.settings import Settings


@pytest.fixture(scope="module", params=["lean", pytest.param("estnltk", marks=pytest.mark.slow)])
def tagger(request):
    return Tagger(Settings(engine=request.param))


def test_names_of_a_text_with_their_places(tagger):
    text = "Peaminister Jüri Ratas käis Pärnus ja kohtus Jaan Männikuga Tallinna Ülikoolis"
    found = tagger.mentions(text)
    assert [(one.type, one.name) for one in found] == [
        ("PER", "Jüri Ratas"), ("LOC", "Pärnu"), ("PER", "Jaan Männik"), ("ORG", "Tallinna Ülikool"),
    ]
    assert all(text[one.start : one.end] == one.surface for one in found)
    assert all(one.name in one.candidates for one in found)


def test_blocks_of_other_languages_are_not_read(tagger):
    estonian, english = "Jüri Ratas käis Pärnus. ", "John Smith lives in London. "
    text = estonian + english + estonian
    blocks = (
        Block(0, 24, "et", 1.0), Block(24, 52, "en", 1.0), Block(52, len(text), "und", 0.3),
    )
    assert [one.surface for one in tagger.mentions(text, blocks)] == ["Jüri Ratas", "Pärnus"] * 2
    assert tagger.mentions(english, (Block(0, len(english), "en", 1.0),)) == []


def test_blanking_keeps_every_offset():
    text = "üks kaks kolm"
    left = in_languages(text, (Block(4, 8, "en", 1.0), Block(2, 6, "en", 1.0), Block(9, 13, "ru", 1.0)), {"et"})
    assert len(left) == len(text)
    assert left.split() == ["üks"]


def test_what_is_no_name_is_dropped_and_counted(tagger):
    found = tagger.mentions("AVALEHT\nA\nWATER_QUOTA\nJüri Ratas käis Pärnus.\n")
    assert [one.name for one in found] == ["Jüri Ratas", "Pärnu"]
    assert set(tagger.dropped) <= {"heading", "menu-word", "single-letter", "identifier"}
    tagger.mentions("Jüri Ratas käis Pärnus.")
    assert not tagger.dropped


def test_the_examples_of_the_product(tagger):
    text = (
        "Haridus- ja Teadusministeeriumile kirjutas OÜ-s Näide töötav Jüri Ratas. "
        "Ta kohtus Toomas Hendrik Ilvesega Pärnus, Eesti Vabariigis."
    )
    assert [(one.type, one.name) for one in tagger.mentions(text)] == [
        ("ORG", "Haridus- ja Teadusministeerium"), ("ORG", "OÜ Näide"), ("PER", "Jüri Ratas"),
        ("PER", "Toomas Hendrik Ilves"), ("LOC", "Pärnu"), ("LOC", "Eesti Vabariik"),
    ]  # fmt: skip


def test_one_text_does_not_change_the_next(tagger):
    texts = ["Kõneles Allar Jõks.", "Jõksi sõnul on aeg käes.", "Tamme juht Mati Tamm kohtus Paetiga."]
    forward = [tagger.mentions(text) for text in texts]
    backward = [tagger.mentions(text) for text in reversed(texts)]
    assert forward == list(reversed(backward))


def test_a_personal_code_is_in_no_name(tagger):
    for one in tagger.mentions("Esitas Jaan Tamm 37605030299, OÜ 37605030299 ja Jaan37605030299 Tamm."):
        assert "37605030299" not in one.surface + one.name + one.lemma


@pytest.mark.parametrize("word", ["TallinnTartu" * 1_000, "Tallinn-Tartu-" * 1_000, "TallinnTartu" * 80 + " "])
def test_words_that_are_none(tagger, word):
    text = f"{word * (1 + 40_000 // len(word))} Jüri Ratas käis Pärnus. "
    assert {"Jüri Ratas", "Pärnu"} <= {one.name for one in tagger.mentions(text)}


def test_findings_only_if_asked_for(tagger):
    text = "Kiri saata info@example.ee, registrikood 10421629"
    assert tagger.findings(text) == []
    asked = Tagger(Settings(findings=("e-mail", "registry-code")))
    assert [one.value for one in asked.findings(text)] == ["info@example.ee", "10421629"]
    with pytest.raises(SettingsError, match="ESTNER_FINDINGS"):
        Tagger(Settings(findings=("nosuch",)))
