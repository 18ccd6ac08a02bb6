"""Serves the demo web on loopback: every host by its Host header, on one port.

    python -m demo.server --port 0 --hosts-file hosts.txt [--state 2] [--state-file FILE]

Writes the hosts file (lines `127.0.0.1:PORT host`, for the setting `name_server`) once it listens, and logs one line
per request to standard error. A state file that holds `1` or `2` chooses the state of the web from the next request on.
SIGTERM and SIGINT end it.
"""

import argparse
import contextlib
import logging
import os
import signal
import socket
import threading
from collections.abc import Sequence
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from demo.document import Document
from demo.documents import documents
from demo.handler import Handler
from demo.hosts import HOSTS

log = logging.getLogger("demo.server")
STATES = (1, 2)


class DemoServer(ThreadingHTTPServer):
    """Holds both states of the web in memory; `with` serves it in the background."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int = 0, state: int = 1, state_file: Path | None = None,
                 address: str = "127.0.0.1") -> None:
        super().__init__((address, port), Handler)
        self._state, self._state_file = state, state_file
        self._webs = {state: {(one.host, one.target): one for one in documents(state).values()} for state in STATES}
        # A bound socket that does not listen: its port stays ours, and whoever connects to it is refused.
        self._closed = socket.socket()
        self._closed.bind((address, 0))
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def state(self) -> int:
        """The state to answer from. A state file that is missing, empty or half-written changes nothing."""
        if self._state_file is not None:
            with contextlib.suppress(OSError, ValueError):
                chosen = int(self._state_file.read_text())
                self._state = chosen if chosen in STATES else self._state
        return self._state

    def find(self, host: str, target: str) -> Document | None:
        return self._webs[self.state].get((host, target))

    def hosts_file(self) -> str:
        closed = self._closed.getsockname()[1]
        address = str(self.server_address[0])
        return "".join(f"{address}:{self.port if host.listens else closed} {name}\n" for name, host in HOSTS.items())

    def write_hosts(self, path: Path) -> None:
        """A reader sees no hosts file or a whole one: who waits for it may fetch at once."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{path.name}.{os.getpid()}.part")
        temporary.write_text(self.hosts_file())
        temporary.replace(path)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002  socketserver's signature
        log.exception("request from %s failed", client_address)

    def __enter__(self) -> "DemoServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self._closed.close()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m demo.server", description="Serves the demo web on loopback.")
    parser.add_argument("--address", default="127.0.0.1", help="loopback address to listen on")
    parser.add_argument("--port", type=int, default=0, help="port to listen on; 0 takes a free one")
    parser.add_argument("--hosts-file", type=Path, required=True, help="file to write for the setting name_server")
    parser.add_argument("--state", type=int, choices=STATES, default=1, help="state of the web: 2 is a month later")
    parser.add_argument("--state-file", type=Path, help="file that chooses the state while the server runs")
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with DemoServer(chosen.port, chosen.state, chosen.state_file, chosen.address) as server:
        server.write_hosts(chosen.hosts_file)
        log.info("%d hosts on %s:%d, state %d", len(HOSTS), chosen.address, server.port, server.state)
        stop.wait()
    chosen.hosts_file.unlink(missing_ok=True)
    log.info("stopped")


if __name__ == "__main__":
    main()
