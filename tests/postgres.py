"""A PostgreSQL server for tests: its own data folder, a socket only, stopped at the end."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDERS = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/bin"), Path("/usr/local/bin"))


@contextmanager
def running(*settings: str) -> Iterator[str]:
    """The SQLAlchemy URL of a fresh, empty server. As root it runs as another user: PostgreSQL insists."""
    binaries = next((folder for folder in FOLDERS if (folder / "initdb").exists()), None)
    if binaries is None:
        raise RuntimeError("these tests need PostgreSQL: apt-get install postgresql-15, or leave them out with --fast")
    # Not in TMPDIR, which may lie where another user cannot go and be too long for a socket's path.
    folder = Path(tempfile.mkdtemp(prefix="estner-pg-", dir="/tmp"))
    user = _user()
    try:
        if user:
            shutil.chown(folder, user)
        _run(user, str(binaries / "initdb"), "-D", str(folder / "data"), "-U", "estner", "-A", "trust", "-E", "UTF8",
             "--no-sync", "--locale=C.UTF-8")
        # No sync to disk: nothing of a test has to survive a power cut.
        server = _start(user, folder, str(binaries / "postgres"), "-D", str(folder / "data"), "-k", str(folder),
                        *(word for one in ("listen_addresses=", "fsync=off", "full_page_writes=off", *settings)
                          for word in ("-c", one)))
        try:
            _wait(server, folder, str(binaries / "pg_isready"))
            yield f"postgresql://estner@/postgres?host={folder}"
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str | None:
    if os.geteuid() != 0:
        return None
    return next(name for name in ("postgres", "nobody") if any(one.pw_name == name for one in pwd.getpwall()))


def _start(user: str | None, folder: Path, *command: str) -> "subprocess.Popen[bytes]":
    with (folder / "log").open("wb") as output:
        return subprocess.Popen(command, user=user, stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd="/",
                                preexec_fn=_end_with_parent)


def _end_with_parent() -> None:
    """A test run that is killed takes its server along (prctl's PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, int(signal.SIGQUIT))


def _wait(server: "subprocess.Popen[bytes]", folder: Path, ready: str) -> None:
    deadline = time.monotonic() + 60
    while subprocess.run([ready, "-q", "-h", str(folder)], check=False).returncode:
        assert server.poll() is None, f"PostgreSQL did not start: {(folder / 'log').read_text()}"
        assert time.monotonic() < deadline, "PostgreSQL is not ready after 60 s"
        time.sleep(0.1)


def _run(user: str | None, *command: str) -> None:
    done = subprocess.run(command, user=user, capture_output=True, text=True, cwd="/", check=False)
    assert done.returncode == 0, f"{command[0]} failed: {done.stdout}{done.stderr}"
