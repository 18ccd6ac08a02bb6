"""One document in a reader process: from bytes to names, and what is said when the process does not come back.

A snippet is made of whole words and holds the mention whatever surrounds it.
"""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.errors import SettingsError
from estner_ops.outcomes import OUTCOMES
from estner_ops.pool import Failure
from estner_ops.reading import SNIPPET, Reader, ReadJob, _snippet, failed
from estner_ops.records import Mention
from estner_ops.settings import Settings, override

ESTONIAN = "Eile kohtusid Tallinnas Toomas Hendrik Ilves ja Jüri Ratas, et arutada Põltsamaa lossi saatust ja muud."
RUSSIAN = ("Вчера в Москве президент Владимир Путин встретился с министром иностранных дел Сергеем Лавровым, чтобы "
           "обсудить новый договор между Россией и Швейцарией.")
ENGLISH = ("Yesterday the Prime Minister Tony Blair met the Secretary of State in London and they discussed what the "
           "British Council should do with the buildings that it has in the north of Scotland.")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Settings())


def test_languages_that_no_block_has_stop_the_start() -> None:
    with pytest.raises(SettingsError, match="ESTNER_LANGUAGES: 'et,und' is none of et ru"):
        Reader(override(Settings(), {"languages": "et,und"}))


def read(reader: Reader, text: str) -> tuple[str, set[str]]:
    job = ReadJob(text.encode(), "text/plain; charset=utf-8", "http://asutus.ee/uudis")
    reading = reader(job, lambda stage: None)
    return reading.outcome, {mention.surface for mention in reading.mentions}


def test_only_what_may_be_estonian_is_searched_for_names(reader: Reader) -> None:
    outcome, alone = read(reader, ESTONIAN)
    assert outcome == "read"
    assert {"Toomas Hendrik Ilves", "Jüri Ratas"} <= alone
    assert read(reader, "\n\n".join((RUSSIAN, ESTONIAN, ENGLISH))) == ("read", alone)
    assert read(reader, f"{RUSSIAN}\n\n{ENGLISH}") == ("foreign-language", set())


def test_names_are_looked_for_in_a_text_that_is_new(reader: Reader) -> None:
    def calls(text: str, known: str | None = None) -> tuple[str, int]:
        job = ReadJob(text.encode(), "text/plain; charset=utf-8", "http://asutus.ee/uudis", known_text=known)
        reading = reader(job, lambda stage: None)
        return reading.outcome, reading.ner_calls

    assert calls(ESTONIAN) == ("read", 1)
    digest = hashlib.sha224(ESTONIAN.encode()).hexdigest()
    assert calls(ESTONIAN, digest) == ("unchanged-text", 0)
    assert calls(ESTONIAN + " Ja veel.", digest) == ("read", 1)
    assert calls(f"{RUSSIAN}\n\n{ENGLISH}") == ("foreign-language", 0)
    assert calls("") == ("no-text", 0)
    assert [failed(Failure(stage, "time", "why")).ner_calls for stage in ("text", "ner")] == [0, 1]


@pytest.mark.parametrize(("stage", "reason", "outcome"), [
    ("text", "time", "text-limit"), ("text", "memory", "text-limit"), ("text", "crash", "broken-document"),
    ("ner", "time", "ner-limit"), ("ner", "crash", "ner-limit"), ("text", "error", "reader-failed"),
])
def test_a_reader_that_did_not_come_back_is_an_outcome(stage: str, reason: str, outcome: str) -> None:
    reading = failed(Failure(stage, reason, "why\ntrace"))
    assert (reading.outcome, reading.mentions) == (outcome, ())
    assert outcome in OUTCOMES
    assert "why" in reading.detail
    assert "trace" not in reading.detail


def mention(start: int, end: int) -> Mention:
    return Mention(start, end, "x", "LOC", "X", "x", ("X",), "guess", 0.5)


def test_words_are_not_cut() -> None:
    text = ("Serveri ruumides käis pikkade aastate jooksul väga palju rahvast, sest Tartu Ülikool lubas seda; "
            "hiljem pandi uksed lukku ja kõik lahkusid õhtuks koju.")
    start = text.index("Tartu")
    assert _snippet(text, mention(start, start + len("Tartu Ülikool"))) == (
        "käis pikkade aastate jooksul väga palju rahvast, sest Tartu Ülikool lubas seda; "
        "hiljem pandi uksed lukku ja kõik lahkusid")


def test_at_the_ends_of_a_text_nothing_is_lost() -> None:
    assert _snippet("Tartu linn", mention(0, 5)) == "Tartu linn"
    assert _snippet("linn on Tartu", mention(8, 13)) == "linn on Tartu"


@given(st.text("ab \n", max_size=200), st.text("xyz", min_size=1, max_size=80), st.text("ab \n", max_size=200))
def test_the_mention_is_always_whole(before: str, name: str, after: str) -> None:
    seen = _snippet(before + name + after, mention(len(before), len(before) + len(name)))
    assert name in seen
    assert len(seen) <= len(name) + 2 * SNIPPET
    assert all(name in word or word in (before + " " + after).split() for word in seen.split())
