"""Runs the embedded services and takes them down together. One process: `python -m launcher.supervisor`.

`airflow standalone` leaves its children behind when it is ended; this does not, whichever way it ends itself.
"""

import ctypes
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from launcher.configuration import (
    AIRFLOW_HOME,
    BIN,
    HOME,
    LOGS,
    Ports,
    Service,
    choose_ports,
    environment,
    process_start,
    services,
    write_state,
)
from launcher.lifecycle import RUNS_ALREADY

RESTARTS = 5  # of one service, before the supervisor gives the whole up
PR_SET_PDEATHSIG = 1


@dataclass(slots=True)
class Child:
    service: Service
    process: "subprocess.Popen[bytes]"
    restarts: int = 0
    log: Path = field(default_factory=Path)


def main() -> int:
    HOME.mkdir(parents=True, exist_ok=True)
    LOGS.mkdir(exist_ok=True)
    lock = (HOME / "supervisor.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("the services run already", flush=True)
        return RUNS_ALREADY
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    shutil.rmtree(HOME / "tmp" / "services", ignore_errors=True)  # of services that were killed: ours begin below
    ports = choose_ports()
    variables = environment(ports)
    migrate(variables)
    children = [start(service, variables) for service in services(ports)]
    announce(ports)
    try:
        return watch(children, variables, stop)
    finally:
        end(children)


def announce(ports: Ports) -> None:
    started = process_start(os.getpid())
    assert started is not None
    write_state(os.getpid(), started, ports)


def migrate(variables: dict[str, str]) -> None:
    """Brings Airflow's database to this version; once for each, because the command alone takes 6 to 10 seconds."""
    mark = AIRFLOW_HOME / f"migrated-{version('apache-airflow')}"
    if mark.exists():
        return
    print("preparing Airflow's database", flush=True)
    subprocess.run([str(BIN / "airflow"), "db", "migrate"], env=variables, check=True)
    mark.touch()


def start(service: Service, variables: dict[str, str]) -> Child:
    path = LOGS / f"{service.name}.log"
    with path.open("ab") as log:
        process = subprocess.Popen(service.command, env=variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   start_new_session=True, preexec_fn=_end_with_parent, cwd=HOME.parent)
    return Child(service, process, log=path)


def watch(children: list[Child], variables: dict[str, str], stop: threading.Event) -> int:
    """Starts a service again that ended by itself; gives up when one keeps ending."""
    while not stop.wait(0.5):
        for child in children:
            if child.process.poll() is None:
                continue
            if child.restarts >= RESTARTS:
                print(f"{child.service.name} ended {RESTARTS + 1} times; see {child.log}", flush=True)
                return 1
            print(f"{child.service.name} ended with {child.process.returncode}; starting it again", flush=True)
            time.sleep(2**child.restarts / 4)
            child.process = start(child.service, variables).process
            child.restarts += 1
    return 0


def end(children: list[Child]) -> None:
    """Ends the services, then whatever is left of their process groups."""
    for child in children:
        _signal_group(child, signal.SIGTERM)
    deadline = time.monotonic() + 10
    for child in children:
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f"{child.service.name} did not end in time", flush=True)
        _signal_group(child, signal.SIGKILL)
        child.process.wait()


def _signal_group(child: Child, number: signal.Signals) -> None:
    try:
        os.killpg(child.process.pid, number)
    except ProcessLookupError:
        return


def _end_with_parent() -> None:
    """In the child, before it becomes the service: if the supervisor is killed, the kernel ends the service too."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
