"""What a name is."""

import pytest

from estner_ops.ner import labels
from estner_ops.ner.tokens import Names


def label(rule, text, surface, kind):
    names = Names(text, [])
    names.put(text.index(surface), text.index(surface) + len(surface), kind)
    rule(names)
    [one] = names
    return one.label


@pytest.mark.parametrize(("surface", "kind", "right"), [
    ("Lasteaed Naerumaa", "PER", "ORG"), ("Tallink Grupp", "PER", "ORG"), ("Salmeri OÜ", "PER", "ORG"),
    ("Osaühing Uhmer", "PER", "ORG"), ("Euroopa Liidu", "LOC", "ORG"), ("Saue vald", "ORG", "LOC"),
    ("Turu tn", "PER", "LOC"), ("Kristel Saar", "PER", "PER"), ("Brasiilia", "LOC", "LOC"),
    ("Hanah Lahe", "PER", "PER"), ("Kassari", "LOC", "LOC"),
])  # fmt: skip
def test_words_decide(surface, kind, right):
    assert label(labels.by_words, f"Siin on {surface} nimi", surface, kind) == right


@pytest.mark.parametrize(("text", "surface", "kind", "right"), [
    ("saata Eevi Laurile homme", "Eevi Laurile", "ORG", "PER"),
    ("lõpeb Kadriorus õhtul", "Kadriorus", "ORG", "LOC"),
    ("lendab New Yorki homme", "New Yorki", "ORG", "LOC"),
    ("minister Elva sõnul", "Elva", "PER", "PER"),
    ("ja Kristiine Kaubanduskeskuse Apteek", "Kristiine Kaubanduskeskuse Apteek", "ORG", "ORG"),
    ("siis Tamm lahkus", "Tamm", "PER", "PER"),
])  # fmt: skip
def test_known_names_decide(text, surface, kind, right):
    assert label(labels.by_known, text, surface, kind) == right
