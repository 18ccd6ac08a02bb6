"""Tags found out by asking are those that Vabamorf works with."""

import random

import pytest

from bench.estonian_text import Writer
from estner_ops.ner.lean import sources, vabamorf
from estner_ops.ner.lean.hmm import Hmm
from estner_ops.ner.lean.reading import Reading, reading
from estner_ops.ner.lean.tags import _QUESTIONS, Tagset


@pytest.fixture(scope="module")
def hmm() -> Hmm:
    return Hmm(sources.LEXICON / "et3.dct")


@pytest.fixture(scope="module")
def tagset(hmm: Hmm) -> Tagset:
    return Tagset(hmm)


def read(word: str) -> list[Reading]:
    found = [reading(*one) for one in vabamorf.analyse([",", word])[1]]
    return list(dict.fromkeys(reading(*one[:5]) for one in found))


def test_questions_tell_all_tags_apart(tagset: Tagset) -> None:
    for hypotheses in (tagset._singles, tagset._adpositions):
        answers = {tuple(tagset._expected(question, "", tags) for question in _QUESTIONS) for tags in hypotheses}
        assert len(answers) == len(hypotheses)


@pytest.mark.parametrize(("word", "tags"), [
    ("ka", {"RRO"}), ("kui", {"CSRR"}), ("on", {"VON"}), ("On", {"NPSN", "VON"}), ("alla", {"RRK", "SPGP", "ST"}),
    ("tema", {"PP3SG", "PP3SN"}), ("üks", {"YKSN"}), ("sõitsid", {"VM2", "VM3"}), ("tehtud", {"NCSN", "VMAZ"}),
    (",", {"WIC"}), ("...", {"WIE"}), ("Tallinn", {"NPSN"}), ("5", {"MCSX"}), ("kiiresti", {"RR"}),
])  # fmt: skip
def test_tags(hmm: Hmm, tagset: Tagset, word: str, tags: set[str]) -> None:
    found = tagset.tags(word, read(word))
    assert found is not None
    assert {hmm.tags[tag].decode() for one in found for tag in one} == tags


def disagreements(hmm: Hmm, tagset: Tagset, sentences: list[list[str]]) -> list[list[str]]:
    """Sentences in which another reading is left than Vabamorf leaves."""
    wrong = []
    for sentence in sentences:
        words = [(word, read(word)) for word in sentence]
        tags = [tagset.tags(word, readings) for word, readings in words]
        if None in tags:
            continue
        candidates = [tagset.candidates(word, its) for (word, _), its in zip(words, tags, strict=True) if its]
        left = []
        for (_, readings), its, (names, _), place in zip(words, tags, candidates, hmm.decode(candidates), strict=True):
            left.append(sorted({one[:5] for one, tag in zip(readings, its or [], strict=True) if names[place] in tag}))
        if left != vabamorf.disambiguate([(word, [one[:5] for one in readings]) for word, readings in words]):
            wrong.append(sentence)
    return wrong


def test_disambiguates_as_vabamorf_does(hmm: Hmm, tagset: Tagset) -> None:
    text = " ".join(Writer(12).collection(2_500)).replace(".", " .").replace(",", " ,").split()
    chance = random.Random(1)
    sentences = []
    while text:
        length = chance.choice([1, 2, 3, 8, 15, 60])
        sentences.append(text[:length])
        text = text[length:]
    assert disagreements(hmm, tagset, sentences) == []


@pytest.mark.slow
def test_words_of_the_disambiguator(hmm: Hmm, tagset: Tagset) -> None:
    """A sample; each between words that can be several things, so that a wrong tag shows."""
    words = [word.decode().replace("_", " ") for word in hmm._words][::60]
    sentences = [["tema", word, "maa", "koer", "vist", word, "mina", "kohta", "."] for word in words if word.strip()]
    assert disagreements(hmm, tagset, sentences) == []
