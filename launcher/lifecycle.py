"""Starting, stopping and wiping the embedded services."""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from urllib.error import URLError

from estner_ops.errors import EstnerError
from estner_ops.settings import HOME, ROOT
from launcher.configuration import LOGS, Ports, process_start, read_state, services
from launcher.progress import progress, say

START_SECONDS = 180
RUNS_ALREADY = 3  # exit status of a supervisor that finds another one at work


def running() -> tuple[int, Ports] | None:
    """The supervisor's process id and the ports, if the services run."""
    state = read_state()
    if state is None:
        return None
    pid, started, ports = state
    return (pid, ports) if process_start(pid) == started else None


def ensure_running() -> Ports:
    """The ports of the running services; starts them if they do not run, and waits until they answer."""
    if running():  # perhaps only since a moment ago, for another `./estner run`
        return _wait(None)
    say(f"Starting Airflow, the query service and the demo web; their logs: {LOGS}")
    LOGS.mkdir(parents=True, exist_ok=True)
    with (LOGS / "supervisor.log").open("ab") as log:
        supervisor = subprocess.Popen([sys.executable, "-m", "launcher.supervisor"], cwd=ROOT, stdin=subprocess.DEVNULL,
                                      stdout=log, stderr=log, start_new_session=True,
                                      env={**os.environ, "PYTHONPATH": str(ROOT)})
    return _wait(supervisor)


def _wait(supervisor: "subprocess.Popen[bytes] | None") -> Ports:
    started = time.monotonic()
    while time.monotonic() - started < START_SECONDS:
        if supervisor and supervisor.poll() == RUNS_ALREADY:
            supervisor = None  # another start was quicker; its services are ours too
        if supervisor and supervisor.poll() is not None:
            raise EstnerError(f"the services could not start; see {LOGS}/supervisor.log")
        found = running()
        if found and all(answers(service.health) for service in services(found[1]) if service.health):
            return found[1]
        progress(f"starting the services … {time.monotonic() - started:.0f} s")
        time.sleep(0.5)
    raise EstnerError(f"the services did not answer within {START_SECONDS} seconds; see {LOGS}")


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=3) as response:  # noqa: S310 our own loopback address
            return bool(response.status == 200)
    except (URLError, OSError):
        return False


def stop() -> int:
    found = running()
    if not found:
        print("The services do not run.")
        return 0
    pid, _ = found
    started = process_start(pid)
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + 30
    while process_start(pid) == started:
        if time.monotonic() > deadline:
            raise EstnerError(f"the supervisor (process {pid}) did not end within 30 seconds; see {LOGS}")
        time.sleep(0.2)
    print("Stopped.")
    return 0


def wipe(sure: bool) -> int:
    """Deletes everything that runs have written: the store, the catalogue, Airflow's database, logs."""
    if not HOME.exists():
        print("There is nothing to wipe.")
        return 0
    if not sure:
        if not sys.stdin.isatty():
            raise EstnerError(f"this deletes {HOME} with everything in it; say so with: ./estner wipe --yes")
        if input(f"Delete {HOME} with all runs, releases and archives in it? [y/N] ").strip().lower() != "y":
            print("Nothing was deleted.")
            return 1
    stop()
    shutil.rmtree(HOME)
    print(f"Deleted {HOME}.")
    return 0
