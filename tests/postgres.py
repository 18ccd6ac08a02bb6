"""A PostgreSQL server for tests: its own data folder, a socket only, stopped at the end."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDERS = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/bin"), Path("/usr/local/bin"))


@contextmanager
def running() -> Iterator[str]:
    """The SQLAlchemy URL of a fresh, empty server. As root it runs as another user: PostgreSQL insists."""
    binaries = next((folder for folder in FOLDERS if (folder / "initdb").exists()), None)
    if binaries is None:
        raise RuntimeError("these tests need PostgreSQL: apt-get install postgresql-15, or leave them out with --fast")
    folder = Path(tempfile.mkdtemp(prefix="estner-pg-"))
    user = _user()
    try:
        if user:
            shutil.chown(folder, user)
        _run(user, str(binaries / "initdb"), "-D", str(folder / "data"), "-U", "estner", "-A", "trust", "-E", "UTF8",
             "--no-sync", "--locale=C.UTF-8")
        # No sync to disk: nothing of a test has to survive a power cut.
        options = f"-k {folder} -c listen_addresses= -c fsync=off -c full_page_writes=off"
        _run(user, str(binaries / "pg_ctl"), "-D", str(folder / "data"), "-l", str(folder / "log"), "-w", "-o", options,
             "start")
        try:
            yield f"postgresql://estner@/postgres?host={folder}"
        finally:
            _run(user, str(binaries / "pg_ctl"), "-D", str(folder / "data"), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str | None:
    if os.geteuid() != 0:
        return None
    return next(name for name in ("postgres", "nobody") if any(one.pw_name == name for one in pwd.getpwall()))


def _run(user: str | None, *command: str) -> None:
    # The server outlives this call: it must not hold our pipes, or reading them would never end.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(command, user=user, stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd="/")
        output.seek(0)
        assert done.returncode == 0, f"{command[0]} failed: {output.read()}"
