"""Reading in processes of its own: whatever a document holds, it ends in one outcome, and the next one is read."""

import asyncio
import base64
import os
import random
import time

import pytest

from estner_ops.ner.tagged import Tagged
from estner_ops.outcomes import OUTCOMES
from estner_ops.pool import Failure, Pool
from estner_ops.reading import Reading, ReadJob, failed
from estner_ops.settings import Settings, override

PAGE = "Vallavanem Jaan Tamm käis eile Pärnus ja kohtus seal ministriga. Ilm oli ilus ja rahvast palju."


class Troubled:
    """An engine that goes the way of what it reads."""

    def tag(self, text: str) -> list[Tagged]:
        if "igavesti" in text:
            time.sleep(3600)
        if "mälu" in text:
            return [Tagged(0, 1, "PER", ())] * 10**9
        if "surma" in text:
            os.abort()
        if "viga" in text:
            raise ZeroDivisionError("jagasime nulliga")
        return []


def read(settings: Settings, *bodies: bytes) -> list[Reading]:
    """One after another, by one reader."""
    async def all_of_them() -> list[Reading]:
        async with Pool("estner_ops.reading:Reader", settings, size=1, seconds=settings.reader_seconds,
                        memory=settings.reader_memory) as pool:
            answers = [await pool.run(ReadJob(body, "text/plain; charset=utf-8", "http://a.ee/")) for body in bodies]
        return [failed(answer) if isinstance(answer, Failure) else answer for answer in answers]

    return asyncio.run(all_of_them())


@pytest.mark.slow
@pytest.mark.parametrize(("word", "outcome"), [
    ("igavesti", "ner-limit"), ("mälu", "ner-limit"), ("surma", "ner-limit"), ("viga", "reader-failed")])
def test_an_engine_in_trouble_costs_one_document(settings: Settings, word: str, outcome: str) -> None:
    troubled = override(settings, {"engine": "tests.estner_ops.test_reading_processes:Troubled", "reader_seconds": 5,
                                   "reader_memory": 300_000_000})
    found = read(troubled, f"{PAGE} Nüüd {word}.".encode(), PAGE.encode())
    assert [one.outcome for one in found] == [outcome, "read"]
    assert found[0].detail


def hostile() -> dict[str, bytes]:
    chance = random.Random(3)
    noise = chance.randbytes(600_000)
    return {
        "one line": (PAGE.replace("\n", " ") + " ").encode() * 10_000,
        "minified script": "".join(chance.choices(["function(a){return a<b}", "x='Tartu';"], k=60_000)).encode(),
        "base64": base64.b64encode(noise),
        "one letter": b"a" * 100_000,
        "NUL": b"Tallinn\0Tartu\0" * 1_000 + PAGE.encode(),
        "surrogates": PAGE.encode() * 30 + b" \xed\xa0\x80 " * 3 + PAGE.encode(),
        "all caps": (PAGE.upper() + "\n").encode() * 1_000,
        "digits": "\n".join("\t".join(str(chance.randint(0, 10**6)) for _ in range(10)) for _ in range(5_000)).encode(),
        "noise": noise,
    }


@pytest.mark.slow
def test_hostile_documents_end_in_an_outcome(settings: Settings) -> None:
    found = dict(zip(hostile(), read(settings, *hostile().values(), PAGE.encode()), strict=False))
    assert {one.outcome for one in found.values()} <= set(OUTCOMES)
    assert not {kind: one.detail for kind, one in found.items() if one.outcome in ("reader-failed", "ner-limit")}
    for kind in ("one line", "NUL", "surrogates"):
        assert "Jaan Tamm" in {mention.name for mention in found[kind].mentions}, kind
    assert len(found["one line"].mentions) >= 20_000
