"""The few calls to Airflow's REST API that the launcher needs."""

from dataclasses import dataclass
from typing import Any

import requests

from estner_ops.errors import EstnerError


@dataclass(frozen=True, slots=True)
class TaskState:
    task: str
    label: str  # of a mapped task: its shard
    state: str
    map_index: int
    tries: int


@dataclass(frozen=True, slots=True)
class RunState:
    dag: str
    run: str
    state: str


class Airflow:
    def __init__(self, url: str, user: str, password: str) -> None:
        self._url = url
        self._session = requests.Session()
        self._session.trust_env = False  # a proxy has no business between us and loopback
        token = self._call("POST", "/auth/token", json={"username": user, "password": password})["access_token"]
        self._session.headers["Authorization"] = f"Bearer {token}"

    def has_dag(self, dag: str) -> bool:
        return self._session.get(f"{self._url}/api/v2/dags/{dag}", timeout=10).status_code == 200

    def import_errors(self) -> list[str]:
        found = self._call("GET", "/api/v2/importErrors")["import_errors"]
        return [f"{error['filename']}: {error['stack_trace']}" for error in found]

    def trigger(self, dag: str, conf: dict[str, Any]) -> str:
        """Starts a run and returns its id."""
        run = self._call("POST", f"/api/v2/dags/{dag}/dagRuns", json={"logical_date": None, "conf": conf})
        return str(run["dag_run_id"])

    def run_state(self, dag: str, run: str) -> str:
        return str(self._call("GET", f"/api/v2/dags/{dag}/dagRuns/{run}")["state"])

    def last_runs(self, count: int) -> list[RunState]:
        """The newest runs of all DAGs, the newest first."""
        page = self._call("GET", "/api/v2/dags/~/dagRuns", params={"limit": count, "order_by": "-run_after"})
        return [RunState(one["dag_id"], one["dag_run_id"], one["state"]) for one in page["dag_runs"]]

    def tasks(self, dag: str, run: str) -> list[TaskState]:
        found: list[TaskState] = []
        while True:
            page = self._call("GET", f"/api/v2/dags/{dag}/dagRuns/{run}/taskInstances",
                              params={"limit": 100, "offset": len(found)})
            found += [TaskState(one["task_id"], one["rendered_map_index"] or "", one["state"] or "waiting",
                                one["map_index"], one["try_number"]) for one in page["task_instances"]]
            if len(found) >= page["total_entries"] or not page["task_instances"]:
                return found

    def task_log(self, dag: str, run: str, task: TaskState) -> str:
        """What the task's newest attempt logged, as text."""
        return "\n".join(entry if isinstance(entry, str) else _log_line(entry) for entry in self._log(dag, run, task))

    def task_error(self, dag: str, run: str, task: TaskState) -> str:
        """Why the task's newest attempt failed, as the exception said it; empty if it died without a word."""
        said = [str(error["exc_value"]) for entry in self._log(dag, run, task) if isinstance(entry, dict)
                for error in entry.get("error_detail") or []]
        return said[0] if said else ""

    def _log(self, dag: str, run: str, task: TaskState) -> list[str | dict[str, Any]]:
        page = self._call("GET", f"/api/v2/dags/{dag}/dagRuns/{run}/taskInstances/{task.task}/logs/{task.tries}",
                          params={"map_index": task.map_index, "full_content": "true"},
                          headers={"Accept": "application/json"})
        content: list[str | dict[str, Any]] = page["content"]
        return content

    def _call(self, method: str, path: str, **arguments: Any) -> Any:
        response = self._session.request(method, self._url + path, timeout=30, **arguments)
        if not response.ok:
            raise EstnerError(f"Airflow answered {response.status_code} to {method} {path}: {response.text[:500]}")
        return response.json()


def _log_line(entry: dict[str, Any]) -> str:
    errors = "".join(f"\n  {one.get('exc_type')}: {one.get('exc_value')}" for one in entry.get("error_detail") or [])
    return f"{entry.get('timestamp') or ''} {entry.get('level') or ''} {entry.get('event')}{errors}"
