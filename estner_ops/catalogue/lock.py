"""One update at a time: a lock in the store that any machine can take, and that a dead holder cannot keep.

    locks/<name>/00000007.json        who took it; created once, so of two takers exactly one succeeds
    locks/<name>/00000007.alive       when the holder last said that it is alive
    locks/<name>/00000007.released    it is free again

A lock is void when its holder has been silent for too long; the next taker creates the next number. A holder that comes
back after that finds a higher number and stops. Times are compared across machines: their clocks have to agree within
far less than the time a lock lasts.
"""

import json
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from estner_ops.errors import EstnerError, FencedError, StorageError
from estner_ops.storage import Storage

log = logging.getLogger(__name__)


class LockedError(EstnerError):
    """Another run holds the lock."""


@dataclass(frozen=True, slots=True)
class Held:
    holder: str
    alive_at: float  # seconds since 1970


def acquire(storage: Storage, name: str, holder: str, seconds: float) -> int:
    """Takes the lock, or confirms it if this holder has it already; raises LockedError if another one does."""
    while True:
        number, current = _look(storage, name)
        if current and time.time() - current.alive_at >= seconds:
            # Even the holder itself takes a new number then: another may be doing so right now.
            current = None
        if current and current.holder == holder:
            _say_alive(storage, name, number)
            if _look(storage, name)[0] == number:
                return number
            continue
        if current:
            seen = datetime.fromtimestamp(current.alive_at, UTC).isoformat(timespec="seconds")
            raise LockedError(f"{name}: run {current.holder} is at it (last sign of life {seen}); "
                              f"try again when it has ended, or {seconds:.0f} s after its last sign of life")
        taken = json.dumps({"holder": holder, "at": time.time()}).encode()
        if storage.create(_path(name, number + 1, "json"), taken):
            _forget(storage, name, number)
            return number + 1


def renew(storage: Storage, name: str, holder: str) -> None:
    """Says that the holder is alive; raises FencedError if the lock has passed to another one."""
    number, current = _look(storage, name)
    if current is None or current.holder != holder:
        raise FencedError(f"{name}: run {holder} has lost its lock to "
                          f"{current.holder if current else 'nobody: it was released'}")
    _say_alive(storage, name, number)


def release(storage: Storage, name: str, holder: str) -> None:
    """Frees the lock if this holder has it."""
    number, current = _look(storage, name)
    if current is not None and current.holder == holder:
        storage.write_bytes(_path(name, number, "released"), b"")


def holder_of(storage: Storage, name: str, seconds: float) -> str | None:
    _, current = _look(storage, name)
    return current.holder if current and time.time() - current.alive_at < seconds else None


@contextmanager
def kept_alive(storage: Storage, name: str, holder: str, seconds: float) -> Iterator[None]:
    """Renews the lock while a long task of its holder works; raises FencedError at the start if it is lost."""
    renew(storage, name, holder)
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(seconds / 4):
            try:
                renew(storage, name, holder)
            except FencedError:  # what this task commits is safe; the next task will stop
                return
            except Exception:  # a bucket that is out of reach for a while, whatever its library raises then
                log.warning("%s: cannot say that run %s is alive; trying again", name, holder, exc_info=True)

    thread = threading.Thread(target=beat, name=f"lock {name}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _look(storage: Storage, name: str) -> tuple[int, Held | None]:
    """The last number and its holder, None if it is free, from one listing. The caller judges a silent holder."""
    while True:
        files = set(storage.list(f"locks/{name}"))
        number = max((_number(path) for path in files if path.endswith(".json")), default=0)
        if not number or _path(name, number, "released") in files:
            return number, None
        try:
            taken = storage.read_json(_path(name, number, "json"))
            alive = _path(name, number, "alive")
            at = storage.read_json(alive)["at"] if alive in files else taken["at"]
            return number, Held(taken["holder"], at)
        except StorageError:  # later holders have swept it away between listing and reading
            continue


def _say_alive(storage: Storage, name: str, number: int) -> None:
    storage.write_bytes(_path(name, number, "alive"), json.dumps({"at": time.time()}).encode())


def _forget(storage: Storage, name: str, before: int) -> None:
    """Deletes what is left of earlier holders, but the last: a late one must find a number above its own."""
    for path in storage.list(f"locks/{name}"):
        if _number(path) < before:
            storage.delete(path)


def _path(name: str, number: int, kind: str) -> str:
    return f"locks/{name}/{number:08}.{kind}"


def _number(path: str) -> int:
    return int(path.rsplit("/", 1)[1].split(".")[0])
