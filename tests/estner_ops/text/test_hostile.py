"""Documents made to hurt, in a reader process with its limits: each costs one outcome, and the pool goes on."""

import asyncio

import pytest

from estner_ops.pool import Failure, Pool
from estner_ops.records import Extracted
from estner_ops.settings import Settings
from tests.estner_ops.text import documents, hostile
from tests.estner_ops.text.hostile import MB

SENTENCE = "Jüri Ratas sõitis Põltsamaale ja Jõgevale. "


def read(*jobs: tuple[bytes, str], seconds: float = 60.0, memory: int = 1_000_000_000) -> list[Extracted | Failure]:
    """What comes of the documents, and of a good one after each."""

    async def all_jobs() -> list[Extracted | Failure]:
        async with Pool("tests.estner_ops.text.hostile:Extractor", Settings(), size=1, seconds=seconds,
                        memory=memory) as pool:
            found = []
            for job in jobs:
                found.append(await pool.run(job))
                after = await pool.run((SENTENCE.encode(), "text/plain"))
                assert isinstance(after, Extracted)
                assert after.text == SENTENCE.strip()
            return found

    return asyncio.run(all_jobs())


def extracted(*bodies: bytes, memory: int = 1_000_000_000) -> list[Extracted]:
    found = read(*((body, "") for body in bodies), memory=memory)
    assert all(isinstance(one, Extracted) for one in found), found
    return [one for one in found if isinstance(one, Extracted)]


def test_zip_bombs_are_refused_before_they_are_unpacked() -> None:
    bombs = (hostile.bomb(documents.xlsx(), "xl/worksheets/sheet1.xml", 60 * MB),
             hostile.bomb(documents.xlsx(), "xl/media/pilt.png", 60 * MB),
             hostile.bomb(documents.docx(), "word/document.xml", 60 * MB),
             hostile.bomb(documents.ods(), "content.xml", 60 * MB))
    for found in extracted(*bombs, memory=100 * MB):
        assert found.outcome == "text-limit"
        assert "unpacks to" in found.detail


def test_zip_bombs_that_lie_about_their_size_are_broken() -> None:
    bombs = (hostile.lying(documents.xlsx(), "xl/sharedStrings.xml", 120 * MB, 1000),
             hostile.lying(documents.docx(), "word/document.xml", 120 * MB, 1000),
             hostile.lying(documents.ods(), "content.xml", 120 * MB, 1000))
    assert [found.outcome for found in extracted(*bombs, memory=100 * MB)] == ["broken-document"] * 3


def test_used_cells() -> None:
    last, every_row, repeated = extracted(hostile.used_cells(), hostile.full_columns(), hostile.repeated_cells())
    assert "Õismäe" in last.text
    assert (every_row.outcome, every_row.detail) == ("text-limit", "a sheet spans 327680000 cells")
    assert "Mägi" in repeated.text


def test_loops_and_entities_that_multiply() -> None:
    loop, laughs, quadratic = extracted(hostile.page_loop(), hostile.laughs(), hostile.quadratic(), memory=200 * MB)
    assert loop.outcome in ("no-text", "broken-document")
    assert (laughs.outcome, laughs.text) == (None, "Jüri Ratas naeris Põltsamaal")
    assert (quadratic.outcome, quadratic.text) == (None, "Jüri Ratas sõitis Põltsamaale")


@pytest.mark.slow
def test_100_mb_of_nested_json() -> None:
    assert extracted(b"[" * (50 * MB) + b"]" * (50 * MB))[0].outcome == "no-text"


@pytest.mark.slow
def test_one_line_of_50_mb() -> None:
    for found in extracted((SENTENCE * 1_100_000).encode(), b"a" * (50 * MB)):
        assert found.outcome is None
        assert 4_900_000 < len(found.text) <= 5_000_000
        assert found.detail == "only the first 5000000 characters were read"


def test_zero_bytes() -> None:
    between, alone, before = extracted("\0".join([SENTENCE] * 50).encode(), bytes(10 * MB),
                                       b"\0" * 3000 + SENTENCE.encode())
    assert between.text == " ".join([SENTENCE.strip()] * 50)
    assert alone.outcome == "no-text"
    assert before.outcome == "unsupported-type"


@pytest.mark.slow
def test_markup_without_end() -> None:
    sentence = SENTENCE.encode()
    bodies = (b"<html>" + b"<b>" * 200_000 + sentence, b"<html>" + b"<table><tr>" * 100_000 + sentence,
              b"<html><p title='" + b"x " * (2 * MB) + b"'>" + sentence, b"<html>" + b"<" * (2 * MB) + b" " + sentence,
              b"<?xml version='1.0'?>" + b"<a>" * 200_000 + sentence)
    for found in extracted(*bodies):
        assert SENTENCE.strip() in found.text


def test_marks_without_end() -> None:
    assert extracted(("Jõgeva " + "\u0951\u0e38\u093c" * MB).encode())[0].text.startswith("Jõgeva")


def test_memory_that_is_not_there_is_one_outcome() -> None:
    large = hostile.bomb(documents.docx(), "word/document.xml", 45 * MB)
    assert extracted(large, memory=60 * MB)[0].outcome == "text-limit"
    assert extracted(large)[0].outcome == "no-text"


@pytest.mark.slow
def test_time_that_is_not_there_is_one_failure() -> None:
    (found,) = read((b"a\n\n" * (2 * MB), "text/plain"), seconds=1.0)
    assert isinstance(found, Failure)
    assert (found.stage, found.reason) == ("text", "time")
