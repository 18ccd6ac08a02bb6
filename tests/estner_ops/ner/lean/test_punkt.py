"""The same decisions as NLTK's, on the pairs of words of a text."""

from itertools import pairwise

import pytest

from bench.estonian_text import Writer
from estner_ops.ner.lean import sources
from estner_ops.ner.lean.punkt import Punkt

ODD = ["A.", "B.", "5.", "5", "1.2.", "jne.", "jt.", "...", "..", ".", "!", "?", "dr.", "Dr.", "a.", "e.m.a.", "-5.",
       "Tallinn.", "tallinn.", "x-a.", ";", ",", "Ta", "ta", "Õun", "õun", "7", "Seal", "eos."]


@pytest.mark.slow  # importing NLTK takes seconds
def test_decides_as_nltk_does() -> None:
    from nltk.tokenize.punkt import PunktTokenizer

    theirs, ours = PunktTokenizer("estonian"), Punkt(sources.punkt_folder())
    pairs = [(one, other) for one in ODD for other in ODD] + list(pairwise(Writer(40).text(3_000).split()))
    for one, other in pairs:
        if one[-1] == "." or one in ("?", "!"):
            first = next(iter(theirs.sentences_from_tokens([one, other])))
            assert ours.ends_sentence(one, other) == (len(first) == 1), (one, other)


def test_ends_sentences() -> None:
    punkt = Punkt(sources.punkt_folder())
    assert punkt.ends_sentence(".", "Siis")
    assert punkt.ends_sentence("!", "siis")
    assert not punkt.ends_sentence("5.", "klassi")
    assert not punkt.ends_sentence("A.", "Tamm")
