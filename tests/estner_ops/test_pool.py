"""The pool with workers that hang, crash, eat memory and raise: each costs its own job only."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from estner_ops.errors import EstnerError
from estner_ops.pool import Failure, Pool


class Misbehaving:
    """A target whose jobs say what to do."""

    def __init__(self, greeting: str) -> None:
        if greeting == "break":
            raise RuntimeError("cannot be built")
        self._greeting = greeting
        self._kept: list[bytes] = []

    def __call__(self, job: tuple[str, Any], stage: Callable[[str], None]) -> Any:
        word, value = job
        stage(word)
        if word == "sleep":
            time.sleep(value)
        elif word == "die":
            os.kill(os.getpid(), value)
        elif word == "allocate":
            return len(bytearray(value))
        elif word == "keep":
            self._kept.append(bytes(value))
        elif word == "raise":
            raise KeyError(value)
        elif word == "print":
            print("noise on standard output", flush=True)
        return f"{self._greeting} {value}"


def run(*jobs: tuple[str, Any], greeting: str = "tere", size: int = 1, seconds: float = 20.0) -> list[Any]:
    async def all_jobs() -> list[Any]:
        async with Pool("tests.estner_ops.test_pool:Misbehaving", greeting, size=size, seconds=seconds,
                        memory=300_000_000) as pool:
            return [await pool.run(job) for job in jobs] if size == 1 else list(
                await asyncio.gather(*(pool.run(job) for job in jobs)))

    return asyncio.run(all_jobs())


def test_results_come_back_in_order_from_several_workers() -> None:
    assert run(*[("echo", n) for n in range(20)], size=2) == [f"tere {n}" for n in range(20)]


def test_a_job_that_prints_does_not_disturb_the_answers() -> None:
    assert run(("print", 1), ("echo", 2)) == ["tere 1", "tere 2"]


def test_a_hanging_job_is_killed_and_the_pool_goes_on() -> None:
    hung, after = run(("sleep", 60), ("echo", 2), seconds=1.0)
    assert hung == Failure("sleep", "time", "not finished after 1 seconds")
    assert after == "tere 2"


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL])
def test_a_crashing_job_names_the_signal_and_the_pool_goes_on(number: signal.Signals) -> None:
    before, crashed, after = run(("echo", 1), ("die", number), ("echo", 3))
    assert (before, after) == ("tere 1", "tere 3")
    assert crashed == Failure("die", "crash", f"the reader process died ({number.name})")


def test_a_greedy_job_hits_its_memory_limit() -> None:
    greedy, after = run(("allocate", 2_000_000_000), ("echo", 2))
    assert isinstance(greedy, Failure)
    assert greedy.reason == "memory"
    assert after == "tere 2"


def test_memory_kept_by_earlier_jobs_is_not_held_against_a_later_one() -> None:
    answers = run(("keep", 200_000_000), ("allocate", 200_000_000))
    assert answers[1] == 200_000_000


def test_an_exception_is_reported_with_its_trace() -> None:
    failed, after = run(("raise", "võti"), ("echo", 2))
    assert isinstance(failed, Failure)
    assert failed.reason == "error"
    assert failed.detail.startswith("KeyError: 'võti'")
    assert "Traceback" in failed.detail
    assert after == "tere 2"


def test_a_target_that_cannot_be_built_stops_the_pool() -> None:
    with pytest.raises(EstnerError, match="could not start"):
        run(("echo", 1), greeting="break")
