import json
import time
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import pytest

from estner_ops.catalogue.lock import LockedError, acquire, holder_of, kept_alive, release, renew
from estner_ops.errors import FencedError
from estner_ops.settings import Settings
from estner_ops.storage import Storage


@pytest.fixture
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """One database would do, and none is needed."""
    return Settings(store=tmp_path_factory.mktemp("store").as_uri())


def silent_for(storage: Storage, seconds: float) -> None:
    for path in storage.list("locks/update"):
        if path.endswith((".json", ".alive")):
            storage.write_text(path, json.dumps(storage.read_json(path) | {"at": time.time() - seconds}))


def test_the_second_is_refused_until_the_first_has_ended(storage: Storage) -> None:
    acquire(storage, "update", "r1", 60)
    with pytest.raises(LockedError, match="run r1 is at it"):
        acquire(storage, "update", "r2", 60)
    acquire(storage, "update", "r1", 60)  # a retried task of the same run
    release(storage, "update", "r2")
    assert holder_of(storage, "update", 60) == "r1"
    release(storage, "update", "r1")
    assert holder_of(storage, "update", 60) is None
    acquire(storage, "update", "r2", 60)
    with pytest.raises(LockedError, match="run r2"):
        acquire(storage, "update", "r1", 60)


def test_a_silent_holder_loses_the_lock_and_is_told(storage: Storage) -> None:
    first = acquire(storage, "update", "r1", 60)
    renew(storage, "update", "r1")
    silent_for(storage, 61)
    assert acquire(storage, "update", "r2", 60) > first
    with pytest.raises(FencedError, match="run r1 has lost its lock to r2"):
        renew(storage, "update", "r1")
    release(storage, "update", "r1")
    assert holder_of(storage, "update", 60) == "r2"


def test_of_many_at_once_exactly_one_succeeds(storage: Storage) -> None:
    def take(number: int) -> bool:
        try:
            acquire(storage, "update", f"r{number}", 60)
        except LockedError:
            return False
        return True

    for _ in range(5):
        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(take, range(8))) == 1
        silent_for(storage, 61)


def test_a_long_task_keeps_it(storage: Storage) -> None:
    acquire(storage, "update", "r1", 0.4)
    with kept_alive(storage, "update", "r1", 0.4):
        time.sleep(0.8)
        with pytest.raises(LockedError):
            acquire(storage, "update", "r2", 0.4)
    time.sleep(0.5)
    acquire(storage, "update", "r2", 0.4)
    with pytest.raises(FencedError), kept_alive(storage, "update", "r1", 60):
        pass


def test_a_store_that_is_out_of_reach_for_a_while_costs_no_lock(storage: Storage,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    acquire(storage, "update", "r1", 0.8)
    with kept_alive(storage, "update", "r1", 0.8):
        with monkeypatch.context() as patched:
            patched.setattr(Storage, "write_bytes", Mock(side_effect=OSError("out of reach")))
            time.sleep(0.5)
        time.sleep(0.8)
        with pytest.raises(LockedError):
            acquire(storage, "update", "r2", 0.8)


def test_old_holders_leave_no_pile_of_files(storage: Storage) -> None:
    for number in range(10):
        acquire(storage, "update", f"r{number}", 60)
        release(storage, "update", f"r{number}")
    assert len(storage.list("locks/update")) < 6
