"""A Virtuoso server for tests: its own data folder, loopback only, stopped at the end."""

import ctypes
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests

_CONFIGURATION = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DirsAllowed = {folder}
NumberOfBuffers = 10000
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
"""


class Virtuoso:
    """`folder`: where it may read files."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._sql, self._http = folder, _free_port(), _free_port()
        (folder / "virtuoso.ini").write_text(_CONFIGURATION.format(folder=folder, sql=self._sql, http=self._http))

    def load(self, file: str, default_graph: str) -> str:
        """Loads a file of its folder with the bulk loader; returns what that has to say against it."""
        told = self._isql(f"ld_dir('{self.folder}', '{file}', '{default_graph}'); rdf_loader_run(); "
                          "select coalesce(ll_error, ''), 'state', ll_state from DB.DBA.load_list;")
        assert told.endswith("2"), told  # 2: it is done with the file
        return told.partition("state")[0].strip()

    def select(self, query: str) -> list[tuple[str, ...]]:
        answer = requests.get(f"http://127.0.0.1:{self._http}/sparql", timeout=60, params={
            "query": query, "format": "application/sparql-results+json"})
        answer.raise_for_status()
        told = answer.json()
        return [tuple(row[name]["value"] for name in told["head"]["vars"]) for row in told["results"]["bindings"]]

    def wait(self, server: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + 120
        output = self.folder / "output"
        while "Server online" not in output.read_text(errors="replace"):
            assert server.poll() is None, f"Virtuoso did not start: {output.read_text(errors='replace')}"
            assert time.monotonic() < deadline, "Virtuoso is not ready after two minutes"
            time.sleep(0.1)

    def _isql(self, statements: str) -> str:
        return subprocess.run(
            ["isql-vt", f"127.0.0.1:{self._sql}", "dba", "dba", "ERRORS=STDOUT", "VERBOSE=OFF", "PROMPT=OFF",
             "BANNER=OFF", f"exec={statements}"],
            capture_output=True, text=True, check=True, timeout=120).stdout.strip()


@contextmanager
def running() -> Iterator[Virtuoso]:
    with tempfile.TemporaryDirectory(prefix="estner-virtuoso-") as name:
        one = Virtuoso(Path(name))
        with (one.folder / "output").open("wb") as output:
            server = subprocess.Popen(["virtuoso-t", "-f", "-c", "virtuoso.ini"], cwd=name, stdout=output,
                                      stderr=output, stdin=subprocess.DEVNULL, preexec_fn=_end_with_parent)
        try:
            one.wait(server)
            yield one
        finally:
            server.kill()
            server.wait()


def _end_with_parent() -> None:
    """A test run that is killed takes its server along (prctl's PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])

