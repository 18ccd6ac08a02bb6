"""Readings of single words."""

import multiprocessing

import pytest

from estner_ops.ner import morphology


def test_readings_with_guesses_and_without():
    assert {one.lemma for one in morphology.readings("Kravitzi")} == {"Kravitz", "Kravitzi"}
    assert morphology.lexical("Kravitzi") == ()
    assert ("Tallinn", "sg in") in {(one.lemma, one.form) for one in morphology.lexical("Tallinnas")}
    assert morphology.plural_nominatives("ühendriik", "S") == ("ühendriigid",)


@pytest.mark.parametrize("word", ["", "\x00", "Tallinn\x00", "\ud800", "x" * 101, "New York", "\n"])
def test_what_the_analyser_would_die_of_has_no_reading(word):
    assert morphology.readings(word) == morphology.lexical(word) == morphology.plural_nominatives(word, "S") == ()


def _read(words):
    return [morphology.readings.__wrapped__(word) for word in words]


def test_a_forked_process_reads_the_same():
    words = [f"{stem}{ending}" for stem in ("Tallinna", "Ülikooli", "Kravitzi", "Tamme", "Panga") for ending in
             ("", "le", "ga", "st", "ks")]  # fmt: skip
    expected = _read(words)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert all(read == expected for read in pool.map(_read, [words] * 20))
    assert _read(words) == expected
