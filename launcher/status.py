"""`./estner status`: what runs, where to click, whether each service is well, and how the last runs went."""

import json
import socket
import urllib.request
from pathlib import Path
from typing import Any

import requests

from estner_ops.errors import EstnerError
from launcher.airflow import Airflow
from launcher.configuration import DEMO_HOSTS, LOGS, Ports, login
from launcher.lifecycle import running

# What Airflow's own report calls the services that have no address to ask.
REPORTED = {"airflow-scheduler": "scheduler", "airflow-dag-processor": "dag_processor"}
RUNS = 5


def status() -> int:
    found = running()
    if not found:
        print("The services do not run. `./estner run` starts them.")
        return 1
    pid, ports = found
    user, password = login()
    print(f"The services run (process {pid}).\n"
          f"  Airflow     {ports.airflow_url}  user {user}, password {password}\n"
          f"  query page  {ports.api_url}/")
    airflow, query = _asked(f"{ports.airflow_url}/api/v2/monitor/health"), _asked(f"{ports.api_url}/health")
    states = {"demo-web": demo_answers(DEMO_HOSTS), "airflow-api": airflow is not None, "query-api": query is not None}
    states |= {name: (airflow or {}).get(part, {}).get("status") == "healthy" for name, part in REPORTED.items()}
    for name, well in states.items():
        print(f"  {name:22} {'answers' if well else 'DOES NOT ANSWER'}")
    print(f"  logs of the services: {LOGS}")
    if query:
        print(f"Published release: {query['release'] or 'none yet'}")
    if airflow:
        _last_runs(ports, user, password)
    return 0 if all(states.values()) else 1


def demo_answers(hosts: Path) -> bool:
    """Whether something accepts connections where the demo web says that it listens."""
    if not hosts.exists():
        return False
    address, _, port = hosts.read_text().split(None, 1)[0].rpartition(":")
    try:
        with socket.create_connection((address, int(port)), timeout=3):
            return True
    except OSError:
        return False


def _asked(url: str) -> dict[str, Any] | None:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 our own loopback address
            found: dict[str, Any] = json.load(response)
            return found
    except (OSError, ValueError):
        return None


def _last_runs(ports: Ports, user: str, password: str) -> None:
    try:
        runs = Airflow(ports.airflow_url, user, password).last_runs(RUNS)
    except (EstnerError, requests.RequestException) as error:
        print(f"Airflow does not tell its runs: {error}")
        return
    print("Last runs:" if runs else "There was no run yet.")
    for run in runs:
        print(f"  {run.state:8} {run.dag:15} {run.run}")
