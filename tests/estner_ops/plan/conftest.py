from collections.abc import Callable
from pathlib import Path

import pytest

from estner_ops.plan import PlanSummary, make_plan
from estner_ops.settings import Settings, override
from estner_ops.storage import Storage


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage((tmp_path / "store").as_uri())


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


@pytest.fixture
def settings(logs: Path) -> Settings:
    return override(Settings(), {"log_roots": [str(logs)], "shard_documents": 10})


@pytest.fixture
def line() -> Callable[..., bytes]:
    """A line of a crawl log with something particular about it."""

    def make(url: str = "http://a.ee/", *, status: object = 200, size: object = 100, path: str = "L",
             media_type: str = "text/html", digest: str = "sha1:" + "A" * 32, rest: str = "- -") -> bytes:
        return (f"2014-05-08T21:36:00.528Z {status:>5} {size:>10} {url} {path} http://a.ee/ {media_type} "
                f"#040 20140508213559699+762 {digest} {rest}").encode()

    return make


@pytest.fixture
def plan(storage: Storage, settings: Settings, logs: Path) -> Callable[..., PlanSummary]:
    """Writes a log of these lines and plans it."""

    def make(*lines: bytes, run: str = "r", name: str = "crawl.log", **changed: object) -> PlanSummary:
        path = logs / name
        path.write_bytes(b"".join(one + b"\n" for one in lines))
        return make_plan(storage, override(settings, changed), run, str(path))

    return make
