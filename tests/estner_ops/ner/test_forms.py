"""Possible nominatives of one word."""

import pytest

from estner_ops.ner.forms import cased, forms
from estner_ops.ner.known import NOTHING_KNOWN, known_names


@pytest.mark.parametrize(("word", "kind", "nominative", "case"), [
    ("Ilvesega", "PER", "Ilves", "kom"),
    ("Kravitzi", "PER", "Kravitz", "g"),
    ("Turneri", "PER", "Turner", "g"),
    ("Obamale", "PER", "Obama", "all"),
    ("Shakespeare'ilt", "PER", "Shakespeare", "abl"),
    ("Tšaplõgini", "PER", "Tšaplõgin", "g"),
    ("Kaplinski", "PER", "Kaplinski", "n"),
    ("Ratas", "PER", "Ratas", "n"),
    ("Panka", "ORG", "Pank", "adt"),
    ("Näide", "ORG", "Näide", "n"),
    ("NATOs", "ORG", "NATO", "in"),
    ("KredEx-i", "ORG", "KredEx", "g"),
    ("ERRile", "ORG", "ERR", "all"),
    ("EAS", "ORG", "EAS", "n"),
    ("Võrru", "LOC", "Võru", "adt"),
    ("Emajõkke", "LOC", "Emajõgi", "adt"),
    ("Ühendriikides", "LOC", "Ühendriigid", "in"),
    ("NATO-Eestis", "LOC", "NATO-Eesti", "in"),
    ("LINNAVALITSUSELE", "ORG", "LINNAVALITSUS", "all"),
])  # fmt: skip
def test_the_best_reading_without_a_list_of_names(word, kind, nominative, case):
    best = forms(word, kind, NOTHING_KNOWN)[0]
    assert (best.nominative, best.case) == (nominative, case)


@pytest.mark.parametrize(("word", "nominative"), [("Tammele", "Tamm"), ("Paetile", "Paet"), ("Järvele", "Järv")])
def test_known_names_decide_between_readings(word, nominative):
    assert forms(word, "PER", known_names())[0].nominative == nominative


@pytest.mark.parametrize("word", ["", "\x00", "\ud800", "x" * 500, "-", "'", "’i", "Ø", "5", "a b", "…"])
def test_any_word_has_a_reading(word):
    assert forms(word, "PER", NOTHING_KNOWN)


def test_capitals_follow_the_word():
    assert [cased("linn", word) for word in ("linna", "Linna", "LINNADE")] == ["linn", "Linn", "LINN"]
