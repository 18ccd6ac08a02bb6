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
        assert Path(path).parent == home / "logs"
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


def test_a_missing_log_is_named(home: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"none\.log"):
        run._own_log(tmp_path / "none.log")
