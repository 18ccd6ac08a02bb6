"""How a user's crawl log comes to where Airflow may read it."""

from pathlib import Path

import pytest

from estner_ops.errors import LogError
from launcher import run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(run, "HOME", tmp_path / "home")
    monkeypatch.setenv("ESTNER_LOG_ROOTS", str(tmp_path / "home" / "logs"))
    return tmp_path / "home"


def test_a_file_is_copied_and_replaced(home: Path, tmp_path: Path) -> None:
    log = tmp_path / "crawl.log"
    for text in ("first", "second"):
        log.write_text(text)
        path, _ = run._own_log(log)
        assert Path(path).is_relative_to(home / "logs")
        assert Path(path).name == "crawl.log"
        assert Path(path).read_text() == text


def test_a_log_that_lies_there_already_is_not_copied(home: Path) -> None:
    log = home / "logs" / "crawl.log"
    log.parent.mkdir(parents=True)
    log.write_text("x")
    assert run._own_log(log) == (str(log), {})


def test_of_a_folder_only_the_logs_are_taken_even_if_it_holds_the_target(home: Path, tmp_path: Path) -> None:
    (tmp_path / "crawl.log").write_text("1")
    (tmp_path / "crawl.log.cp00001-20140508").write_text("0")
    (tmp_path / "progress-statistics.log").write_text("no")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "crawl.log").write_text("no")
    path, _ = run._own_log(tmp_path)
    assert sorted(one.name for one in Path(path).iterdir()) == ["crawl.log", "crawl.log.cp00001-20140508"]


def test_logs_of_one_name_from_two_places_stay_apart(home: Path, tmp_path: Path) -> None:
    paths = []
    for job in ("one", "two"):
        (tmp_path / job).mkdir()
        (tmp_path / job / "crawl.log").write_text(job)
        paths.append(Path(run._own_log(tmp_path / job / "crawl.log")[0]))
    assert [path.read_text() for path in paths] == ["one", "two"]


def test_what_was_put_there_by_hand_stays_whatever_folder_is_given(home: Path, tmp_path: Path) -> None:
    mine = home / "logs" / "job" / "crawl.log"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    (tmp_path / "job").mkdir()
    (tmp_path / "job" / "crawl.log").write_text("other")
    run._own_log(tmp_path / "job")
    assert mine.read_text() == "mine"


def test_of_a_folder_that_lost_a_log_the_copy_loses_it_too(home: Path, tmp_path: Path) -> None:
    for name in ("crawl.log", "crawl.log.cp00001"):
        (tmp_path / name).write_text("x")
    run._own_log(tmp_path)
    (tmp_path / "crawl.log.cp00001").unlink()
    assert [one.name for one in Path(run._own_log(tmp_path)[0]).iterdir()] == ["crawl.log"]


def test_a_log_that_cannot_be_copied_is_named(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        target.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(run.shutil, "copyfile", full)
    (tmp_path / "crawl.log").write_text("x")
    with pytest.raises(LogError, match=r"crawl\.log cannot be copied to .*: No space left on device"):
        run._own_log(tmp_path / "crawl.log")
    assert not list((home / "logs").rglob("*.part"))


def test_a_missing_log_is_named(home: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"none\.log"):
        run._own_log(tmp_path / "none.log")
