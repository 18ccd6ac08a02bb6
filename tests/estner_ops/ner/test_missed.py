"""Names the model misses."""

import pytest

from estner_ops.ner import missed
from estner_ops.ner.tokens import Names


def found(rule, text, *names):
    known = Names(text, [])
    for kind, surface in names:
        known.put(text.index(surface), text.index(surface) + len(surface), kind)
    rule(known)
    return [(one.label, text[one.start : one.end]) for one in known]


@pytest.mark.parametrize(("text", "name"), [
    ("töötab OÜ-s Näide juhina", "OÜ-s Näide"),
    ("leping Nordecon AS-iga sõlmiti", "Nordecon AS-iga"),
    ("Bolt Technology OÜ asutaja", "Bolt Technology OÜ"),
    ("osaühing Karu Kinnisvara müüs", "osaühing Karu Kinnisvara"),
    ("korraldaja on Eesti Laulu- ja Tantsupeo SA.", "Eesti Laulu- ja Tantsupeo SA"),
    ("müüja OÜ „Roheline maja“ juht", "OÜ „Roheline maja“"),
    ("Palume OÜ-l Infopank vastata", "OÜ-l Infopank"),
    ("elab KÜ Pargi 5 majas", "KÜ Pargi 5"),
])  # fmt: skip
def test_a_legal_form_and_the_name_beside_it(text, name):
    assert found(missed.by_legal_form, text) == [("ORG", name)]


@pytest.mark.parametrize("text", ["Brasiilias on soe", "see AS on suur", "NASA ja OAS", "mas-sa", "asus OSAS"])
def test_legal_forms_are_whole_words(text):
    assert found(missed.by_legal_form, text) == []


def test_a_given_name_and_what_follows_it():
    assert found(missed.by_given_name, "Naaber Ago Raud esitas vaide.") == [("PER", "Ago Raud")]
    assert found(missed.by_given_name, "Mart Kevin Põlluste oli kiireim", ("PER", "Kevin")) == [
        ("PER", "Mart Kevin Põlluste")
    ]
    for text in ("Kaarli puiestee", "Anne Kool asub", "Eile Jaan Tartus", "Hugo Treffneri Gümnaasium"):
        assert found(missed.by_given_name, text) == []


def test_initials_and_a_family_name():
    assert found(missed.by_initials, "esitas H.-M. Kuusk ja A. Lanemani avaldus") == [
        ("PER", "H.-M. Kuusk"), ("PER", "A. Lanemani"),
    ]  # fmt: skip
    assert found(missed.by_initials, "A. Üldosa\nB. Sissejuhatus") == []


def test_streets_and_municipalities():
    assert found(missed.by_place_word, "asub aadressil Turu tänav 14") == [("LOC", "Turu tänav")]
    assert found(missed.by_place_word, "Iga vald peab. Uus küla. column 'Viibimise maakond'") == []


def test_bodies():
    assert found(missed.by_body, "Rapla Apteek\nMeie Kool") == [("ORG", "Rapla Apteek")]
    assert found(missed.by_known_body, "Terviseamet soovitab. EAS rahastab. Lasteaed avati.") == [
        ("ORG", "Terviseamet"), ("ORG", "EAS"),
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "given", "names"), [
    ("Kiri saadeti Põllumajanduse Registrite ja Informatsiooni Ametile eile.", [("ORG", "Informatsiooni Ametile")],
     [("ORG", "Põllumajanduse Registrite ja Informatsiooni Ametile")]),
    ("Registrite ja Infosüsteemide Keskusest teatati.", [], [("ORG", "Registrite ja Infosüsteemide Keskusest")]),
    ("tuli Eesti Rahva Muuseumist.", [("LOC", "Eesti"), ("ORG", "Rahva Muuseumist")],
     [("ORG", "Eesti Rahva Muuseumist")]),
    ("Eesti Rahva Muuseumi Sõprade Selts", [("ORG", "Eesti Rahva Muuseumi Sõprade Selts")],
     [("ORG", "Eesti Rahva Muuseumi Sõprade Selts")]),
    ("Registrite ja Infosüsteemide Kesklinn", [], []),
])  # fmt: skip
def test_known_bodies_of_several_words_are_whole(text, given, names):
    assert found(missed.by_known_name, text, *given) == names


def test_known_places():
    assert found(missed.by_known_place, "Kohtuti eile Kadriorus.") == [("LOC", "Kadriorus")]


def test_a_family_name_alone_means_the_one_named_in_full():
    text = "Kohal oli Kalle Põder. Põdra kinnitusel. M. Põdra kiri. Metsas oli põder."
    assert found(missed.by_family_name, text, ("PER", "Kalle Põder")) == [
        ("PER", "Kalle Põder"), ("PER", "Põdra"), ("PER", "M. Põdra"),
    ]  # fmt: skip


def test_what_is_no_persons_name_does_not_spread():
    text = "Periodical Loendi lisa. Loendi sisu."
    assert found(missed.by_family_name, text, ("PER", "Periodical Loendi")) == [("PER", "Periodical Loendi")]
