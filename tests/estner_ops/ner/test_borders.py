"""Where names begin and end."""

import pytest

from estner_ops.ner import borders
from estner_ops.ner.tokens import Names


def after(rule, text, *names):
    """The names after a rule; given and returned as (type, surface)."""
    known, done = Names(text, []), 0
    for kind, surface in names:
        start = text.index(surface, done)
        done = start + len(surface)
        known.put(start, done, kind)
    rule(known)
    return [(one.label, text[one.start : one.end]) for one in known]


@pytest.mark.parametrize(("text", "given", "left"), [
    ("Leping on sõlmitud Nordecon AS.\nEdasi", ("ORG", "Nordecon AS."), ("ORG", "Nordecon AS")),
    ("Kohtus President Ilves", ("PER", "President Ilves"), ("PER", "Ilves")),
    ("Kirjastus Varrak müüb", ("PER", "Kirjastus Varrak"), ("ORG", "Varrak")),
    ("Autor Jaan T. Kask", ("PER", "Jaan T."), ("PER", "Jaan T.")),
    ("OÜ „Näide“ juht", ("ORG", "OÜ „Näide“"), ("ORG", "OÜ „Näide“")),
    ("ütles „Tallinn täna", ("LOC", "„Tallinn"), ("LOC", "Tallinn")),
    ("Saabus Keila linnapea Enno Fels", ("LOC", "Keila linnapea"), ("LOC", "Keila")),
    ("Rae Vallavolikogu esimees ütles", ("ORG", "Rae Vallavolikogu esimees"), ("ORG", "Rae Vallavolikogu")),
    ("Mart Karu\nmart@example.ee\n", ("PER", "Mart Karu\nmart@example.ee"), ("PER", "Mart Karu")),
])  # fmt: skip
def test_nothing_at_the_ends_that_is_no_part_of_the_name(text, given, left):
    assert after(borders.trim, text, given) == [left]


def test_a_name_of_nothing_but_signs_does_no_harm():
    assert after(borders.trim, "a – b", ("LOC", "–")) == [("LOC", "–")]


@pytest.mark.parametrize(("text", "given", "left"), [
    ("lendab Riiast New Yorki", ("ORG", "Riiast New Yorki"), [("LOC", "Riiast"), ("ORG", "New Yorki")]),
    ("Tallinn Kristiine linnaosa", ("LOC", "Tallinn Kristiine linnaosa"),
     [("LOC", "Tallinn"), ("LOC", "Kristiine linnaosa")]),
    ("Narva linn Vestervalli tn", ("LOC", "Narva linn Vestervalli tn"),
     [("LOC", "Narva linn"), ("LOC", "Vestervalli tn")]),
    ("Tallinn Nõmme linnaosa Pärnu mnt 5", ("LOC", "Tallinn Nõmme linnaosa Pärnu mnt"),
     [("LOC", "Tallinn"), ("LOC", "Nõmme linnaosa"), ("LOC", "Pärnu mnt")]),
    ("Suurel Munamäel sadas", ("LOC", "Suurel Munamäel"), [("LOC", "Suurel Munamäel")]),
    ("Tallinna Ülikoolis", ("ORG", "Tallinna Ülikoolis"), [("ORG", "Tallinna Ülikoolis")]),
])  # fmt: skip
def test_a_place_that_is_complete_ends_a_name(text, given, left):
    assert after(borders.split_cases, text, given) == left


def test_a_list_of_places_without_end_takes_time_by_its_length():
    text = "Nõmme linnaosa " * 50_000 + "Narva"
    assert len(after(borders.split_cases, text, ("LOC", text))) == 50_001


@pytest.mark.parametrize(("text", "given", "whole"), [
    ("saatis Haridus- ja Teadusministeeriumile kirja", [("ORG", "Teadusministeeriumile")],
     "Haridus- ja Teadusministeeriumile"),
    ("on Eesti Muusika- ja Teatriakadeemia", [("ORG", "Teatriakadeemia")], "Eesti Muusika- ja Teatriakadeemia"),
    ("ja Eesti Linnade ja Valdade Liiduga", [("ORG", "Eesti Linnade"), ("ORG", "Valdade Liiduga")],
     "Eesti Linnade ja Valdade Liiduga"),
])  # fmt: skip
def test_bodies_named_by_a_list(text, given, whole):
    assert after(borders.join_coordinated, text, *given) == [("ORG", whole)]


def test_two_bodies_stay_two():
    text = "viime Konkurentsiameti Majandus- ja Taristuministeeriumi alla"
    assert after(borders.join_coordinated, text, ("ORG", "Taristuministeeriumi")) == [
        ("ORG", "Majandus- ja Taristuministeeriumi")
    ]
    both = [("ORG", "Riigikohtu"), ("ORG", "Riigikontrolli")]
    assert after(borders.join_coordinated, "otsus Riigikohtu ja Riigikontrolli vahel", *both) == both


@pytest.mark.parametrize(("text", "given", "left"), [
    ("elab Saue vallas", ("ORG", "Saue"), ("LOC", "Saue vallas")),
    ("maja Turu tn 14", ("PER", "Turu"), ("LOC", "Turu tn")),
    ("maja J. Smuuli tee 43", ("PER", "J. Smuuli"), ("LOC", "J. Smuuli tee")),
    ("jõi Saue tee ära", ("LOC", "Saue"), ("LOC", "Saue")),
    ("elab Tallinnas linna servas", ("LOC", "Tallinnas"), ("LOC", "Tallinnas")),
])  # fmt: skip
def test_place_words_belong_to_the_name(text, given, left):
    assert after(borders.add_place_words, text, given) == [left]


def test_a_body_belongs_to_the_name():
    assert after(borders.add_bodies, "meie Kambja Apteek avati", ("LOC", "Kambja")) == [("ORG", "Kambja Apteek")]


def test_adjectives_that_agree_are_taken_along():
    assert after(borders.take_adjectives, "Suur Munamägi on kõrge", ("LOC", "Munamägi")) == [("LOC", "Suur Munamägi")]
    assert after(borders.take_adjectives, "Vaba Eesti on kallis", ("LOC", "Eesti")) == [("LOC", "Eesti")]
