"""The tagger as the pipeline uses it."""

import pytest

from estner_ops.errors import SettingsError
from estner_ops.ner import Tagger, in_languages
from estner_ops.records import Block
from estner_ops.settings import Settings


@pytest.fixture(scope="module")
def tagger():
    return Tagger(Settings(engine="estnltk"))


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


def test_an_unknown_engine_names_itself():
    with pytest.raises(SettingsError, match="nosuch"):
        Tagger(Settings(engine="nosuch"))
    with pytest.raises(SettingsError, match="no engine Missing"):
        Tagger(Settings(engine="estner_ops.ner.stock:Missing"))
