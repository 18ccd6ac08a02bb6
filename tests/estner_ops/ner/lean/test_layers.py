"""Layer by layer the same as EstNLTK: whenever a version changes, this says where the ways part."""

from itertools import pairwise
from typing import Any

import pytest

from bench.estonian_text import Writer
from bench.ner_identity import DOCUMENTS, LAST_LINE, texts
from estner_ops.ner.lean import LeanEngine, engine
from estner_ops.ner.lean.guard import guarded
from estner_ops.ner.lean.tokens import tokens
from estner_ops.ner.lean.words import Word, words
from estner_ops.ner.stock import pieces

PIECE = 4_000  # characters

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def ours() -> LeanEngine:
    return LeanEngine()


def stock(text: str) -> Any:
    from estnltk import Text

    return Text(text).tag_layer(["ner"])


def compare(ours: LeanEngine, text: str) -> int:
    theirs = stock(text)
    parts = engine._parts()
    its_tokens = tokens(text)
    assert its_tokens == [(one.start, one.end) for one in theirs["tokens"]]
    compounds = parts.compounder.compounds(text, its_tokens)
    assert [(one.start, one.end, list(one.types), one.normalized) for one in compounds] == [
        (one.start, one.end, one.type, one.normalized) for one in theirs["compound_tokens"]]
    its_words = words(text, its_tokens, compounds)
    assert [one[:2] for one in its_words] == [(one.start, one.end) for one in theirs["words"]]
    ends = parts.splitter.sentences(text, its_words)
    assert [its_words[end - 1].end for end in ends] == [one.end for one in theirs["sentences"]]
    assert readings(ours, its_words, ends) == [
        [(one.root, one.ending, one.clitic, one.partofspeech, one.form, tuple(one.root_tokens), one.lemma)
         for one in word.annotations] for word in theirs["morph_analysis"]]
    names = [(one.start, one.end, one.label) for one in ours.tag(text)]
    assert names == [(one.start, one.end, one.nertag) for one in theirs["ner"]]
    return len(names)


def readings(ours: LeanEngine, its_words: list[Word], ends: list[int]) -> list[list[tuple[Any, ...]]]:
    types = [type_ for first, after in pairwise([0, *ends]) for type_ in ours._morphology.types(its_words[first:after])]
    return [[tuple(one) for one in ours._lexicon.readings[type_]] for type_ in types]


def test_made_up_text(ours: LeanEngine) -> None:
    names = sum(compare(ours, document + LAST_LINE) for document in Writer(5).collection(6_000))
    assert names > 500


def test_text_as_it_comes_but_for_the_last_name(ours: LeanEngine) -> None:
    """Without a line to end the text: EstNLTK's names, and perhaps one more at the very end."""
    for document in Writer(6).collection(1_500):
        names = [(one.start, one.end, one.label) for one in ours.tag(document)]
        theirs = [(one.start, one.end, one.nertag) for one in stock(document)["ner"]]
        assert names[: len(theirs)] == theirs
        assert len(names) - len(theirs) in (0, 1)


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="no ../shared/documents")
@pytest.mark.parametrize("kind", ["csv", "html", "json", "ods", "other", "pdf", "txt", "xls_legacy", "xlsx", "xml"])
def test_real_documents(ours: LeanEngine, kind: str) -> None:
    """A piece from the middle of every shared document, and its end; `./estner bench ner --identity` takes all."""
    names = 0
    for path in sorted(path for path in (DOCUMENTS / kind).rglob("*") if path.is_file()):
        for text in map(guarded, texts(path)):
            its_pieces = list(pieces(text, PIECE))
            chosen = {len(its_pieces) // 2, len(its_pieces) - 1} if its_pieces else set()
            names += sum(compare(ours, text[slice(*its_pieces[number])] + LAST_LINE) for number in chosen)
    assert names
