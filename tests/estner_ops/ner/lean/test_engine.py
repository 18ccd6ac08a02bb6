"""What the engine promises beyond the names themselves: order, memory, long and hostile texts, processes."""

import os
import random
from multiprocessing import get_context

import pytest

from bench.estonian_text import Writer
from estner_ops.ner.lean import LeanEngine, engine, sources, windows
from estner_ops.ner.tagged import Tagged

NAMES = {"Toomas Hendrik Ilves": "PER", "Tartu Ülikoolis": "ORG", "Tallinnas": "LOC"}
TEXT = "President Toomas Hendrik Ilves käis Tartu Ülikoolis ja Tallinnas."


@pytest.fixture(scope="module")
def ours() -> LeanEngine:
    return LeanEngine()


def plain(tagged: list[Tagged], text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.label for one in tagged}


def test_finds_names_with_their_words_and_readings(ours: LeanEngine) -> None:
    found = ours.tag(TEXT)
    assert plain(found, TEXT) == NAMES
    university = found[1].words
    assert [word.text for word in university] == ["Tartu", "Ülikoolis"]
    assert [(one.lemma, one.root, one.partofspeech, one.form) for one in university[1].analyses] == [
        ("Ülikool", "Üli_kool", "H", "sg in")]
    assert {(one.lemma, one.partofspeech) for one in university[1].readings} == {("Ülikool", "H"), ("ülikool", "S")}
    assert all(word.text == TEXT[word.start : word.end] for one in found for word in one.words)


def test_keeps_a_name_that_ends_the_text(ours: LeanEngine) -> None:
    assert plain(ours.tag("Eesti pealinn on Tallinn"), "Eesti pealinn on Tallinn") == {"Eesti": "LOC", "Tallinn": "LOC"}


@pytest.mark.parametrize("text", ["", " ", "\n\n \t", "\0", "\ud800"])
def test_a_text_without_words_has_no_names(ours: LeanEngine, text: str) -> None:
    assert ours.tag(text) == []


def test_the_order_of_documents_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = Writer(3).collection(2_500)
    forwards, backwards = LeanEngine(), LeanEngine()
    expected = [forwards.tag(document) for document in documents]
    assert [backwards.tag(document) for document in reversed(documents)] == expected[::-1]
    monkeypatch.setattr(engine, "_MOST_FORMS", 50)  # forgets everything before nearly every document
    assert [forwards.tag(document) for document in documents] == expected


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_MOST_FORMS", 300)
    ours = LeanEngine()
    sizes = []
    for document in Writer(4).collection(1_500):
        ours.tag(document)
        sizes.append(len(ours._forms))
    assert max(sizes) < 300 + max(len(document.split()) for document in Writer(4).collection(1_500)) * 2
    assert sizes != sorted(sizes)


def test_windows_do_not_change_names(ours: LeanEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Writer(8).text(2_500)
    whole = ours.tag(text)
    monkeypatch.setattr(windows, "_LONG", 500)
    assert len(list(windows.windows(text, ours._outline))) > 5
    assert ours.tag(text) == whole


def without_paragraphs() -> dict[str, str]:
    chance = random.Random(1)
    text = Writer(8).text(4_000)
    cells = ["12 000", "7", "0,35", "104 562", "Tallinn", "Jüri Ratas", "A.", "- ", "kl 5", "Hein", "nr.", "3. 4."]
    return {
        "one line": " ".join(text.split()),
        "lines": "\n".join(line for line in text.splitlines() if line),
        "cells": "\n\n".join(chance.choice(cells) for _ in range(4_000)),
    }


@pytest.mark.parametrize("kind", without_paragraphs())
def test_windows_without_paragraphs_do_not_change_names(ours: LeanEngine, monkeypatch: pytest.MonkeyPatch,
                                                         kind: str) -> None:
    text = without_paragraphs()[kind]
    whole = ours.tag(text)
    monkeypatch.setattr(windows, "_LONG", 3_000)
    monkeypatch.setattr(windows, "_TOO_LONG", 4_000)
    assert len(list(windows.windows(text, ours._outline))) > 5
    assert ours.tag(text) == whole


@pytest.mark.slow
def test_a_line_just_above_the_limit(ours: LeanEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(Writer(13).text(75_000).split())
    assert windows._TOO_LONG < len(text) < 2 * windows._TOO_LONG
    assert len(list(windows.windows(text, ours._outline))) == 2
    found = ours.tag(text)
    monkeypatch.setattr(windows, "_LONG", len(text))
    assert ours.tag(text) == found


def hostile() -> dict[str, str]:
    chance = random.Random(2)
    return {
        "a word without end": "abc" * 30_000,
        "base64": "".join(chance.choices("ABCDEFabcdef0123456789+/", k=50_000)),
        "minified script": "".join(chance.choices(["function(a){return a<b}", 'x="Tallinn";', "a.b.c=1;"], k=2_000)),
        "one letter": "a" * 100_000,
        "newlines": "\n" * 100_000,
        "full stops": "." * 100_000,
        "numbered": "1. " * 10_000,
        "numbers": "1." * 20_000,
        "digits": "".join(chance.choices("0123456789", k=100_000)),
        "table of digits": "\n".join("\t".join(str(chance.randint(0, 10**6)) for _ in range(10)) for _ in range(500)),
        "percentages": "\n\n".join(f"{chance.randint(0, 99)},{chance.randint(0, 9)}%" for _ in range(40_000)),
        "negative": "\t".join(f"-{chance.randint(0, 99)},{chance.randint(0, 9)}" for _ in range(40_000)),
        "case endings": "Google'i EKRE-le " * 20_000,
        "open tag": "<" + 'a="b ' * 10_000,
        "open brackets": "( a. " * 10_000,
        "hyphens": "a-b-" * 10_000,
        "addresses": "a@ b." * 10_000 + "ab.cd+" * 300 + "@",
        "all caps": "TALLINN JA TARTU ON EESTI LINNAD " * 1_000,
        "any character": "".join(chr(chance.randrange(1, 0x2FFF)) for _ in range(20_000)),
        "combining": "e\u0301" * 50_000,
    }


@pytest.mark.parametrize("kind", hostile())
def test_survives_hostile_text(ours: LeanEngine, kind: str) -> None:
    text = hostile()[kind]
    found = ours.tag(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)


@pytest.mark.parametrize("bad", ["\0", "\ud800", "\0\0", "x" * 300, "7" * 300])
def test_bad_characters_cost_no_names_elsewhere(ours: LeanEngine, bad: str) -> None:
    text = f"{TEXT} {bad} {TEXT}"
    found = ours.tag(text)
    assert plain(found, text) == NAMES
    assert len(found) == 6


def test_keeps_offsets_after_what_it_blanks(ours: LeanEngine) -> None:
    text = "\0" * 5 + "\ud800" + "ä" * 500 + " " + TEXT
    assert plain(ours.tag(text), text) == NAMES


def test_a_forked_child_reads_its_own_dictionary(ours: LeanEngine) -> None:
    """Parent and children analyse at the same time: with one dictionary file between them, readings go wrong."""
    documents = Writer(9).collection(1_200)
    expected = [ours.tag(document) for document in documents]
    context = get_context("fork")
    with context.Pool(2) as pool:
        answers = pool.map_async(_tagged, [documents, documents], chunksize=1)
        fresh = LeanEngine()
        mine = [fresh.tag(document) for document in documents]
        theirs = answers.get(timeout=120)
    assert mine == expected
    assert [names for names, _ in theirs] == [expected, expected]
    assert os.getpid() not in {pid for _, pid in theirs}


def test_a_forked_child_does_not_move_in_the_dictionary_of_its_parent(ours: LeanEngine) -> None:
    """What makes readings go wrong, without the luck that it takes to see it: one position in one open file."""
    documents = Writer(10).collection(300)  # its writer uses the dictionary too
    ours.tag(TEXT)
    dictionary = str((sources.LEXICON / "et.dct").resolve())
    opened = [int(name) for name in os.listdir("/proc/self/fd")
              if os.path.realpath(f"/proc/self/fd/{name}") == dictionary]
    assert opened
    before = [os.lseek(one, 0, os.SEEK_CUR) for one in opened]
    with get_context("fork").Pool(1) as pool:
        pool.apply(_tagged, [documents])
        assert [os.lseek(one, 0, os.SEEK_CUR) for one in opened] == before


def _tagged(documents: list[str]) -> tuple[list[list[Tagged]], int]:
    fresh = LeanEngine()
    return [fresh.tag(document) for document in documents], os.getpid()
