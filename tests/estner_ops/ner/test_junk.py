"""What is no name, and why."""

import pytest

from estner_ops.ner import junk
from estner_ops.ner.tokens import Names


def reason(text, surface, kind="PER"):
    names = Names(text, [])
    return junk.reason(names, names.put(text.index(surface), text.index(surface) + len(surface), kind))


@pytest.mark.parametrize(("text", "surface", "why"), [
    ("Otsi\nAvaleht", "Avaleht", "menu-word"),
    ("Loe Edasi siit", "Loe Edasi", "menu-word"),
    ("Pigem väide B kui A", "B", "single-letter"),
    ("(A. B.)", "A. B.", "single-letter"),
    ("RT I 2008, 4", "I 2008", "number"),
    ("WATER_QUOTA 5", "WATER_QUOTA", "identifier"),
    ("väli PublicationTypeName on", "PublicationTypeName", "identifier"),
    ("TALLINNA LINNA EELARVE", "TALLINNA LINNA", "heading"),
    ("vt www.Tallinn.ee lehelt", "www.Tallinn.ee", "page-address"),
    ("kirjuta Jaan@example.ee", "Jaan", "page-address"),
    ("isik Jaan 37605030299", "Jaan 37605030299", "personal-code"),
    ("Oksjoni võitis Jaan", "Oksjoni", "common-word"),
    ("see on sätestatu", "sätestatu", "no-capital"),
    ("Nimi " * 40, "Nimi " * 39 + "Nimi", "too-long"),
])  # fmt: skip
def test_reasons(text, surface, why):
    assert reason(text, surface) == why


@pytest.mark.parametrize(("text", "surface", "kind"), [
    ("Kask ütles", "Kask", "PER"), ("OÜ KONVALLARIA\n", "OÜ KONVALLARIA", "ORG"),
    ("HAABERSTI LINNAOSA VALITSUS\n1", "HAABERSTI LINNAOSA VALITSUS", "ORG"), ("liitus NATO", "NATO", "ORG"),
    ("Bill M. Gates", "Bill M. Gates", "PER"), ("firma KredEx", "KredEx", "ORG"), ("AS TREV-2", "AS TREV-2", "ORG"),
])  # fmt: skip
def test_names_stay(text, surface, kind):
    assert reason(text, surface, kind) == ""


def test_reasons_are_counted():
    names = Names("A B Jaan", [])
    for start, end in ((0, 1), (2, 3), (4, 8)):
        names.put(start, end, "PER")
    junk.drop(names)
    assert names.dropped == {"single-letter": 2}
    assert len(list(names)) == 1
