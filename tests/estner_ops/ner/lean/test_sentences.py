from itertools import pairwise

import pytest

from estner_ops.ner.lean import engine
from estner_ops.ner.lean.tokens import tokens
from estner_ops.ner.lean.words import words


@pytest.mark.parametrize("sentences", [
    ["Ta sündis 26. juulil 1962. aastal.", "Siis läks ta kooli."],
    ["Tere tulemast!", "Kuidas läheb?", "Hästi."],
    ["Kõik on korras (vt lk. 217) ja hea.", "Aitäh."],
    ["Tuli dr. Kask ja nn. sõber.", "Nad istusid."],
    ["«Väga tore!» ütles ta.", "Siis läks."],
    ["Oli tore :)", "Läksime koju."],
    ["Pealkiri ilma punktita\n\n", "Tekst algab."],
    ["Mis nüüd...", "Ei tea."],
])  # fmt: skip
def test_sentences(sentences: list[str]) -> None:
    text = " ".join(sentences)
    parts = engine._parts()
    its_tokens = tokens(text)
    its_words = words(text, its_tokens, parts.compounder.compounds(text, its_tokens))
    ends = parts.splitter.sentences(text, its_words)
    found = [text[its_words[first].start : its_words[after - 1].end] for first, after in pairwise([0, *ends])]
    assert found == [sentence.strip() for sentence in sentences]


def test_no_words_no_sentences() -> None:
    assert engine._parts().splitter.sentences("", []) == []
