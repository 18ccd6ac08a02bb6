"""The steps at a terminal: what they say when they are done, and what when they cannot begin."""

import argparse
import json
from pathlib import Path

import pytest

from estner_ops import cli
from estner_ops.errors import EstnerError
from estner_ops.graph import list_releases
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run

LINE = ("2026-03-03T06:15:02.417Z   200        100 {url} L http://a.ee/ text/html #007 20260303061502417+12 "
        "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - -\n")
URLS = ["http://a.ee/1", "http://a.ee/2", "http://a.ee/3"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storage:
    """A store with a planned run of three documents."""
    (tmp_path / "crawl.log").write_text("".join(LINE.format(url=url) for url in URLS))
    monkeypatch.setenv("ESTNER_STORE", (tmp_path / "store").as_uri())
    monkeypatch.setenv("ESTNER_CATALOGUE", f"sqlite:///{tmp_path / 'catalogue.db'}")
    monkeypatch.setenv("ESTNER_LOG_ROOTS", str(tmp_path))
    call("plan", str(tmp_path / "crawl.log"), "--run", "r1")
    return Storage((tmp_path / "store").as_uri())


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    cli.add_commands(parser.add_subparsers())
    arguments = parser.parse_args(words)
    return int(arguments.command(arguments))


def finish(store: Storage) -> None:
    make_run(store, "r1", [
        Page(URLS[0]), Page(URLS[1], outcome="robots-forbidden", status=None),
        Page(URLS[2], outcome="gone", status=404),
    ], shard="0000")


@pytest.mark.parametrize("step", ["merge", "archive", "sync"])
def test_a_step_that_comes_too_early_names_what_is_missing(store: Storage, step: str) -> None:
    with pytest.raises(EstnerError, match="run r1: 1 of 1 shards are not finished: 0000"):
        call(step, "--run", "r1")


@pytest.mark.parametrize("step", ["shard", "merge", "archive", "sync"])
def test_an_unknown_run_is_named(store: Storage, step: str) -> None:
    with pytest.raises(EstnerError, match="there is no run 'other' in"):
        call(step, "--run", "other")


def test_each_step_ends_in_a_sentence_or_in_json(store: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    finish(store)
    capsys.readouterr()
    call("archive", "--run", "r1")
    assert capsys.readouterr().out.startswith("1 records in 1 WARC files of ")
    call("sync", "--run", "r1")
    assert capsys.readouterr().out.startswith("3 documents loaded in ")
    call("sync", "--run", "r1", "--json")
    assert json.loads(capsys.readouterr().out)["documents"] == 0
    assert call("verify") == 0
    assert "1 of 1 records checked" in capsys.readouterr().out


def test_trace_says_fetched_only_of_what_was(store: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    finish(store)
    said = []
    for url in URLS:
        capsys.readouterr()
        assert call("trace", url) == 0
        said.append(capsys.readouterr().out.splitlines()[-1])
    at = f"{DAY:%Y-%m-%d %H:%M:%S} UTC"
    assert f"shard 0000, fetched {at}: The document was read" in said[0]
    assert f"shard 0000, not fetched {at}: The host's robots.txt does not allow this address." in said[1]
    assert f"shard 0000, fetched {at}: The server says the document does not exist" in said[2]


def test_one_command_goes_back_to_an_earlier_release(store: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    finish(store)
    call("merge", "--run", "r1")
    make_run(store, "r2", [Page("http://b.ee/")])
    call("merge", "--run", "r1")  # takes in what all runs have finished
    first, second = (one.id for one in list_releases(store))
    capsys.readouterr()
    assert call("rollback", first) == 0
    assert capsys.readouterr().out == f"Readers see release {first} now.\n"
    call("releases")
    assert [line[:len(first) + 2] for line in capsys.readouterr().out.splitlines()] == [f"* {first}", f"  {second}"]
    with pytest.raises(EstnerError, match="00009-none"):
        call("rollback", "00009-none")


def test_statistics_of_runs(store: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(EstnerError, match="cannot be asked"):
        call("statistics")
    finish(store)
    call("archive", "--run", "r1")
    call("sync", "--run", "r1")
    capsys.readouterr()
    assert call("statistics") == 0
    found = capsys.readouterr().out
    assert "documents 3, read 1, moved 0, errors 2; names 3" in found
    assert "rdfize 12.5 s" in found
    assert "The archive holds 1 records of 1 runs" in found
    assert "robots.txt does not allow" not in found
    assert call("statistics", "--run", "r1") == 0
    assert "robots.txt does not allow" in capsys.readouterr().out
    assert call("statistics", "--json") == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["documents"] == 3
    assert call("statistics", "--run", "other") == 1


def test_settings_shows_a_list_as_one_would_write_it(monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ESTNER_LOG_ROOTS", "/crawls gs://logs")
    assert call("settings") == 0
    assert "ESTNER_LOG_ROOTS = /crawls gs://logs\n" in capsys.readouterr().out


def test_every_argument_of_every_step_is_explained() -> None:
    steps = argparse.ArgumentParser().add_subparsers()
    cli.add_commands(steps)
    assert not [(name, action.dest) for name, step in steps.choices.items() for action in step._actions
                if not action.help]
