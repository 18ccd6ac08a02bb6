"""Two starts at once share the services: the second waits for those of the first."""

import subprocess
import sys
from pathlib import Path

import pytest

from estner_ops.errors import EstnerError
from launcher import lifecycle
from launcher.configuration import Ports

PORTS = Ports(1, 2)


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Services that answer only from the third question on."""
    asked: list[str] = []

    def answers(url: str) -> bool:
        asked.append(url)
        return len(asked) > 2

    monkeypatch.setattr(lifecycle, "LOGS", tmp_path)
    monkeypatch.setattr(lifecycle, "answers", answers)
    monkeypatch.setattr(lifecycle.time, "sleep", lambda _: None)
    return asked


def _supervisor(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Starting the services ends at once with this status."""
    ended = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({code})"])
    ended.wait()
    monkeypatch.setattr(lifecycle.subprocess, "Popen", lambda *_, **__: ended)


def test_services_that_run_but_do_not_answer_yet_are_waited_for(monkeypatch: pytest.MonkeyPatch,
                                                                slow: list[str]) -> None:
    monkeypatch.setattr(lifecycle, "running", lambda: (1, PORTS))
    assert lifecycle.ensure_running() == PORTS
    assert len(slow) > 2


def test_a_start_that_comes_second_takes_the_services_of_the_first(monkeypatch: pytest.MonkeyPatch,
                                                                   slow: list[str]) -> None:
    calls = iter([None] * 3)
    monkeypatch.setattr(lifecycle, "running", lambda: next(calls, (1, PORTS)))
    _supervisor(monkeypatch, lifecycle.RUNS_ALREADY)
    assert lifecycle.ensure_running() == PORTS


def test_a_start_that_fails_says_where_to_look(monkeypatch: pytest.MonkeyPatch, slow: list[str]) -> None:
    monkeypatch.setattr(lifecycle, "running", lambda: None)
    _supervisor(monkeypatch, 1)
    with pytest.raises(EstnerError, match=r"supervisor\.log"):
        lifecycle.ensure_running()
