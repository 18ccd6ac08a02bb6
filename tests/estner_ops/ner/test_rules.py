"""All rules together: never worse than the engine on text with known names, and safe on any text."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.ner_quality import PARTS, Document, marked_documents, text_scores
from estner_ops.ner import canonical, rules
from estner_ops.ner.lean import LeanEngine
from estner_ops.ner.tagged import Tagged, Word

WORDS = st.sampled_from([
    "Jaan", "Tamm", "Tamme", "OÜ", "OÜ-s", "AS", "ja", "Haridus-", "Teadusministeerium", "Tallinn", "Tallinnas", "vald",
    "tn", "5", "A.", "„", "“", ".", ",", "\n", "www.ee", "TALLINN", "Riiast", "New", "Yorki", "Suur", "Munamägi",
    "Lasteaed", "37605030299", "@", "\x00", "\ud800", "'", "-", "Kirjastus", "Saue", "valla", "ütles",
])  # fmt: skip


@pytest.fixture(scope="module")
def engine():
    return LeanEngine()


@pytest.mark.parametrize("part", PARTS)
def test_better_than_the_engine_on_text_with_known_names(engine, part):
    found = [Document(text, names, engine.tag(text)) for text, names in marked_documents(part)]
    scores = text_scores(found)
    assert scores["ours"]["precision"] > scores["estnltk"]["precision"] + 0.05
    assert scores["ours"]["recall"] > scores["estnltk"]["recall"] + 0.1
    assert scores["ours"]["f1"] > 0.92
    assert scores["nominatives_ours"] > 0.95


@given(st.lists(WORDS, max_size=25), st.data())
@settings(deadline=None)
def test_whatever_the_engine_says_the_result_is_sound(words, data):
    text = " ".join(words)
    tagged, start = [], 0
    for word in words:
        if word.strip() and data.draw(st.booleans()):
            end = start + len(word)
            kind = data.draw(st.sampled_from(("PER", "ORG", "LOC")))
            tagged.append(Tagged(start, end, kind, (Word(start, end, word, (), ()),)))
        start += len(word) + 1
    found, _ = rules.corrected(text, tagged)
    mentions = canonical.mentions(text, found)
    assert all(text[one.start : one.end] == one.surface for one in mentions)
    assert all(one.end <= other.start for one, other in pairwise(mentions))
    assert all(one.name.strip() and one.name == one.candidates[0] for one in mentions)
    assert not any("37605030299" in name for one in mentions for name in (one.surface, *one.candidates))
