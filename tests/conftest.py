"""What every test gets: no network but loopback, and settings that lead nowhere near a user's store."""

import ipaddress
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from estner_ops.settings import Settings, override
from estner_ops.storage import Storage

for name in [name for name in os.environ if name.startswith("ESTNER_")]:
    del os.environ[name]


@pytest.fixture(autouse=True, scope="session")
def _loopback_only() -> Iterator[None]:
    """A test that reaches for the internet fails, and says where it wanted to go."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
            raise AssertionError(f"a test wants to connect to {address}")
        connect(self, address)

    socket.socket.connect = guarded  # type: ignore[method-assign, assignment]
    yield
    socket.socket.connect = connect  # type: ignore[method-assign]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The defaults, with everything under the test's own folder."""
    return override(Settings(), {
        "store": (tmp_path / "store").as_uri(),
        "catalogue": f"sqlite:///{tmp_path / 'catalogue.db'}",
        "log_roots": (str(tmp_path),),
    })


@pytest.fixture
def storage(settings: Settings) -> Storage:
    return Storage(settings.store)
