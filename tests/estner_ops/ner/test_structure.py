"""Which words of a name are inflected."""

import pytest

from estner_ops.ner.structure import structure, with_nominative


@pytest.mark.parametrize(("surface", "kind", "inflecting", "settled"), [
    ("Toomas Hendrik Ilvesega", "PER", "Ilvesega", ""),
    ("OÜ-s Näide", "ORG", "OÜ-s", "OÜ"),
    ("Näide OÜ-ga", "ORG", "OÜ-ga", "OÜ"),
    ("Merko Ehitus AS", "ORG", "AS", "AS"),
    ("sihtasutusele Archimedes", "ORG", "sihtasutusele", "sihtasutus"),
    ("Lasteaed Naerumaale", "ORG", "Naerumaale", ""),
    ("Turu tn", "LOC", "tn", "tänav"),
    ("Brasiilias", "LOC", "Brasiilias", ""),
])  # fmt: skip
def test_the_word_that_carries_the_case(surface, kind, inflecting, settled):
    whole = structure(surface, kind)
    assert (whole.parts[whole.inflecting].text, whole.settled) == (inflecting, settled)


@pytest.mark.parametrize("surface", ["KÜ Pargi 5", "Jaan T.", "AS TREV-2", "", "„“"])
def test_some_names_stay_as_they_are(surface):
    assert structure(surface, "ORG").inflecting is None


@pytest.mark.parametrize(("surface", "nominative", "case", "whole_name"), [
    ("Eesti Punasele Ristile", "Rist", "all", "Eesti Punane Rist"),
    ("Sotsiaaldemokraatliku Erakonnaga", "Erakond", "kom", "Sotsiaaldemokraatlik Erakond"),
    ("Riikliku Eksami- ja Kvalifikatsioonikeskuse", "Kvalifikatsioonikeskus", "g",
     "Riiklik Eksami- ja Kvalifikatsioonikeskus"),
    ("Tarbijakaitse ja Tehnilise Järelevalve Ameti", "Amet", "g", "Tarbijakaitse ja Tehnilise Järelevalve Amet"),
    ("Eesti Pimedate Liidu", "Liit", "g", "Eesti Pimedate Liit"),
    ("Tallinna\n  Ülikoolis", "Ülikool", "in", "Tallinna Ülikool"),
])  # fmt: skip
def test_adjectives_agree_with_the_last_word_only(surface, nominative, case, whole_name):
    assert with_nominative(structure(surface, "ORG"), nominative, case, plural=False) == whole_name
