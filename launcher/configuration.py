"""The embedded set-up: which services there are, where they listen, and the environment they run in."""

import json
import os
import secrets
import socket
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from estner_ops.settings import HOME, ROOT

BIN = Path(sys.prefix) / "bin"
AIRFLOW_HOME = HOME / "airflow"
LOGS = HOME / "service-logs"
STATE = HOME / "services.json"
DEMO_HOSTS = HOME / "demo-hosts"
DEMO_STATE = HOME / "demo-state"  # holds 1 or 2: the demo web of the crawl log, or the same a month later
# A loopback address that nothing else is likely to serve: allowing it for the demo web allows nothing but the demo web.
DEMO_ADDRESS = "127.77.0.1"


@dataclass(frozen=True, slots=True)
class Ports:
    airflow: int
    api: int

    @property
    def airflow_url(self) -> str:
        return f"http://127.0.0.1:{self.airflow}"

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.api}"


@dataclass(frozen=True, slots=True)
class Service:
    name: str
    command: list[str]
    health: str = ""  # URL that answers 200 when the service is ready


def services(ports: Ports) -> list[Service]:
    airflow, python = str(BIN / "airflow"), sys.executable
    return [
        Service("demo-web", [python, "-m", "demo.server", "--address", DEMO_ADDRESS, "--port", "0",
                             "--hosts-file", str(DEMO_HOSTS), "--state-file", str(DEMO_STATE)]),
        Service("airflow-api", [airflow, "api-server", "--host", "127.0.0.1", "--port", str(ports.airflow)],
                f"{ports.airflow_url}/api/v2/monitor/health"),
        # Task logs are read from the disk, so the log server, which would listen on every interface, is left out.
        Service("airflow-scheduler", [airflow, "scheduler", "--skip-serve-logs"]),
        Service("airflow-dag-processor", [airflow, "dag-processor"]),
        Service("query-api", [str(BIN / "uvicorn"), "--factory", "estner_ops.api:create_app", "--host", "127.0.0.1",
                              "--port", str(ports.api), "--no-access-log"], f"{ports.api_url}/health"),
    ]


def choose_ports() -> Ports:
    return Ports(_free_port(8080), _free_port(8085))


def settings(ports: Ports) -> dict[str, str]:
    """The settings that differ from their defaults while the services run: the demo web can be fetched."""
    return {"ESTNER_ALLOWED_NETWORKS": f"{DEMO_ADDRESS}/32", "ESTNER_NAME_SERVER": str(DEMO_HOSTS),
            "ESTNER_API_URL": ports.api_url}


def environment(ports: Ports) -> dict[str, str]:
    """The services' environment: the caller's, without settings of another Airflow, with ours."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW")}
    secret = _secrets()
    return {
        **settings(ports),
        **inherited,
        "PYTHONPATH": str(ROOT),
        "TMPDIR": temporary("services"),
        "AIRFLOW_HOME": str(AIRFLOW_HOME),
        "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"),
        "AIRFLOW__CORE__PLUGINS_FOLDER": str(ROOT / "plugins"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__EXECUTOR": "LocalExecutor",
        "AIRFLOW__CORE__PARALLELISM": str(max(2, os.cpu_count() or 2)),
        "AIRFLOW__CORE__DAGS_ARE_PAUSED_AT_CREATION": "False",
        "AIRFLOW__CORE__EXECUTION_API_SERVER_URL": f"{ports.airflow_url}/execution/",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": "admin:admin",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(_passwords(secret["password"])),
        "AIRFLOW__CORE__FERNET_KEY": "",
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{AIRFLOW_HOME / 'airflow.db'}",
        "AIRFLOW__API__BASE_URL": ports.airflow_url,
        "AIRFLOW__API__WORKERS": "1",
        "AIRFLOW__API__SECRET_KEY": secret["key"],
        "AIRFLOW__API_AUTH__JWT_SECRET": secret["token"],
        "AIRFLOW__LOGGING__BASE_LOG_FOLDER": str(AIRFLOW_HOME / "logs"),
        "AIRFLOW__DAG_PROCESSOR__REFRESH_INTERVAL": "5",
        "AIRFLOW__SCHEDULER__SCHEDULER_IDLE_SLEEP_TIME": "0.2",
        # A worker may hold its slot this long after its task has ended.
        "AIRFLOW__WORKERS__MIN_HEARTBEAT_INTERVAL": "1",
    }


def temporary(name: str) -> str:
    """Where temporary files go unless TMPDIR says it: what is killed leaves its own behind, and `wipe` must find it."""
    chosen = os.environ.get("TMPDIR")
    if chosen:
        return chosen
    folder = HOME / "tmp" / name
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def login() -> tuple[str, str]:
    """User and password of the Airflow UI."""
    return "admin", _secrets()["password"]


def write_state(pid: int, started: str, ports: Ports) -> None:
    STATE.write_text(json.dumps({"pid": pid, "started": started, "ports": asdict(ports)}))


def read_state() -> tuple[int, str, Ports] | None:
    if not STATE.exists():
        return None
    state = json.loads(STATE.read_text())
    return state["pid"], state["started"], Ports(**state["ports"])


def process_start(pid: int) -> str | None:
    """When a process began, in the kernel's ticks: tells it from a later one that got the same number."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (FileNotFoundError, ProcessLookupError):
        return None


def _secrets() -> dict[str, str]:
    path = HOME / "secrets.json"
    if not path.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps({name: secrets.token_urlsafe(size)
                                    for name, size in (("password", 9), ("key", 32), ("token", 64))}))
    values: dict[str, str] = json.loads(path.read_text())
    return values


def _passwords(password: str) -> Path:
    path = HOME / "airflow-passwords.json"
    path.touch(mode=0o600)
    path.write_text(json.dumps({"admin": password}))
    return path


def _free_port(wanted: int) -> int:
    """The wanted port if nobody listens on it, else any free one."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise AssertionError("the kernel always has a free port")
