"""Whether the demo web answers is asked of the demo web, not of a file that it left behind."""

import socket
from pathlib import Path

from launcher.status import demo_answers


def test_no_hosts_file_means_no_demo_web(tmp_path: Path) -> None:
    assert not demo_answers(tmp_path / "hosts")


def test_a_hosts_file_alone_is_not_enough(tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        hosts.write_text(f"127.0.0.1:{server.getsockname()[1]} www.demo.test\n")
        assert not demo_answers(hosts)  # bound, and nobody listens
        server.listen()
        assert demo_answers(hosts)
