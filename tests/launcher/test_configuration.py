"""Temporary files lie where `wipe` finds them, also those of a process that was killed."""

from pathlib import Path

import pytest

from launcher import check, configuration
from launcher.configuration import Ports


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(configuration, "HOME", tmp_path)
    monkeypatch.delenv("TMPDIR", raising=False)
    return tmp_path


def test_the_services_write_temporary_files_below_the_home(home: Path) -> None:
    folder = Path(configuration.environment(Ports(1, 2))["TMPDIR"])
    assert folder.is_relative_to(home)
    assert folder.is_dir()  # Python would go back to /tmp without a word


def test_a_folder_that_the_user_chose_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/large/disk")
    assert configuration.temporary("steps") == configuration.environment(Ports(1, 2))["TMPDIR"] == "/large/disk"


def test_the_tests_write_temporary_files_below_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "ROOT", tmp_path)
    folder = Path(check._environment()["TMPDIR"])
    assert folder.is_relative_to(tmp_path)
    assert folder.is_dir()
