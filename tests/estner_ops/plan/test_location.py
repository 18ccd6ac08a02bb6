import os
from pathlib import Path

import fsspec
import pytest

from estner_ops.errors import LogError
from estner_ops.plan.location import find_logs


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "my logs"
    (folder / "job").mkdir(parents=True)
    (folder / "crawl.log").write_text("1")
    for name in ("crawl.log", "crawl.log.cp00010-2014", "crawl.log.cp00002-2014.gz", "uri-errors.log", "crawl.log.lck",
                 ".crawl.log.swp", "progress-statistics.log"):
        (folder / "job" / name).write_text("1")
    (tmp_path / "secret.log").write_text("1")
    return folder


def names(log_path: object, *roots: object) -> list[str]:
    found = find_logs(str(log_path), [str(root) for root in roots])
    return [Path(log.name).name for log in found]


def test_a_file(root):
    assert find_logs(str(root / "crawl.log"), [str(root)])[0].name == str(root / "crawl.log")


def test_a_file_url(root):
    assert names((root / "crawl.log").as_uri(), root.as_uri()) == ["crawl.log"]
    assert names((root / "crawl.log").as_uri(), root) == ["crawl.log"]


def test_a_folder_is_one_log_oldest_first(root):
    assert names(root / "job", root) == ["crawl.log.cp00002-2014.gz", "crawl.log.cp00010-2014", "crawl.log"]


def test_a_folder_of_other_names(root):
    (root / "other").mkdir()
    (root / "other" / "b.txt").write_text("1")
    (root / "other" / "a.txt").write_text("1")
    assert names(root / "other", root) == ["a.txt", "b.txt"]


def test_a_glob(root):
    assert names(root / "job" / "crawl.log.cp*", root) == ["crawl.log.cp00002-2014.gz", "crawl.log.cp00010-2014"]
    assert names(root / "**" / "crawl.log", root) == ["crawl.log", "crawl.log"]


def test_a_name_that_looks_like_a_glob(root):
    (root / "crawl[1].log").write_text("1")
    assert names(root / "crawl[1].log", root) == ["crawl[1].log"]


def test_a_relative_path_is_looked_for_here_and_under_the_roots(root, monkeypatch):
    assert names("job/crawl.log", root) == ["crawl.log"]
    monkeypatch.chdir(root / "job")
    assert names("uri-errors.log", root) == ["uri-errors.log"]


@pytest.mark.parametrize("log_path", [
    "{root}/../secret.log", "{root}/job/../../secret.log", "/etc/passwd", "{root}/../*.log",
    "{root}/*/../../secret.log", "/etc/*", "../secret.log", "file:///etc/passwd", "file://{root}/%2e%2e/secret.log", "gs://bucket/crawl.log",
    "http://a.ee/crawl.log", "{root}-beside/crawl.log", "/no/such/file", "{root}/../no-such-file",
    "simplecache::file:///etc/passwd", "zip://x::file:///etc/passwd",
])
def test_what_lies_outside_is_refused_whether_it_is_there_or_not(root, log_path):
    with pytest.raises(LogError, match=r"lies outside|no crawl log"):
        names(log_path.format(root=root), root)


def test_the_error_says_where_logs_may_lie(root):
    with pytest.raises(LogError, match=r"/etc/passwd lies outside .*my logs.*ESTNER_LOG_ROOTS"):
        names("/etc/passwd", root)


def test_links_that_lead_out_are_refused(root):
    (root / "link.log").symlink_to(root.parent / "secret.log")
    (root / "folder").symlink_to(root.parent)
    (root / "job" / "crawl.log.cp00003").symlink_to(root.parent / "secret.log")
    for log_path in ("link.log", "folder/secret.log", "folder", "job", "job/*", "*.log"):
        with pytest.raises(LogError, match="lies outside"):
            names(root / log_path, root)


def test_links_within_are_followed_and_a_linked_root_is_a_root(root):
    (root / "latest.log").symlink_to(root / "crawl.log")
    (root.parent / "linked").symlink_to(root)
    assert names(root / "latest.log", root) == ["crawl.log"]
    assert names(root.parent / "linked" / "crawl.log", root.parent / "linked") == ["crawl.log"]


def test_links_in_a_circle(root):
    (root / "a.log").symlink_to(root / "b.log")
    (root / "b.log").symlink_to(root / "a.log")
    with pytest.raises(LogError):
        names(root / "a.log", root)


@pytest.mark.parametrize("log_path", ["", " ", "a\0b", "{root}/none.log", "{root}/none*", "{root}/" + "x" * 5000,
                                      "{root}/empty"])
def test_what_is_not_there(root, log_path):
    (root / "empty").mkdir()
    with pytest.raises(LogError):
        names(log_path.format(root=root), root)


def test_a_pipe_is_no_log(root):
    os.mkfifo(root / "pipe.log")
    with pytest.raises(LogError, match="no crawl log"):
        names(root / "pipe.log", root)


def test_a_file_that_went_away(root):
    log = find_logs(str(root / "crawl.log"), [str(root)])[0]
    (root / "crawl.log").unlink()
    with pytest.raises(LogError, match="cannot be opened"):
        log.open()


class TestBucket:
    """Any fsspec file system stands for a bucket; this one lives in memory."""

    @pytest.fixture(autouse=True)
    def bucket(self):
        files = fsspec.filesystem("memory")
        for name in ("logs/crawl.log.cp00001-2014", "logs/crawl.log", "logs/uri-errors.log", "secret.log"):
            files.pipe_file(f"/bucket/{name}", b"1")
        yield
        files.rm("/bucket", recursive=True)

    @pytest.mark.parametrize(("log_path", "expected"), [
        ("memory://bucket/logs/crawl.log", ["crawl.log"]),
        ("memory://bucket/logs", ["crawl.log.cp00001-2014", "crawl.log"]),
        ("memory://bucket/logs/", ["crawl.log.cp00001-2014", "crawl.log"]),
        ("memory://bucket/logs/crawl*", ["crawl.log.cp00001-2014", "crawl.log"]),
    ])
    def test_file_folder_and_glob(self, log_path, expected):
        found = find_logs(log_path, ["/nowhere", "memory://bucket/logs/"])
        assert [log.name.rsplit("/", 1)[1] for log in found] == expected
        with found[0].open() as file:
            assert file.read() == b"1"

    @pytest.mark.parametrize("log_path", [
        "memory://bucket/secret.log", "memory://bucket/logs/../secret.log", "memory://bucket/logs-beside/x",
        "memory://bucket/logs/x::file:///etc/passwd", "memory://bucket/*",
    ])
    def test_outside(self, log_path):
        with pytest.raises(LogError, match="lies outside"):
            find_logs(log_path, ["memory://bucket/logs"])

    def test_not_there(self):
        with pytest.raises(LogError, match="no crawl log"):
            find_logs("memory://bucket/logs/none.log", ["memory://bucket/logs"])
