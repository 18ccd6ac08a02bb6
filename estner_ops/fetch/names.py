"""From a host's name to the addresses to try: a file of names first, then the system's DNS."""

import asyncio
import socket
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from estner_ops.errors import SettingsError
from estner_ops.fetch.failures import Failure


@dataclass(frozen=True, slots=True)
class Endpoint:
    family: socket.AddressFamily
    address: str
    port: int


class Names:
    """Answers anew each time it is asked: what it says is checked when it is connected to."""

    def __init__(self, file: str, threads: Executor) -> None:
        self._threads = threads
        self._given = read_names(Path(file)) if file else {}

    async def resolve(self, host: str, port: int) -> list[Endpoint]:
        given = self._given.get(host.rstrip("."))
        if given is not None:
            return [Endpoint(_family(address), address, own or port) for address, own in given]
        loop = asyncio.get_running_loop()
        try:
            # getaddrinfo blocks for as long as DNS takes, so it has threads of its own.
            found = await loop.run_in_executor(self._threads, _look_up, host, port)
        except (OSError, UnicodeError) as error:
            raise Failure("dns-failed", f"{host}: {error}") from error
        return [Endpoint(family, str(where[0]), port) for family, _, _, _, where in found]


def _look_up(host: str, port: int) -> list[tuple[socket.AddressFamily, int, int, str, tuple[str, int]]]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)  # type: ignore[return-value]


def read_names(file: Path) -> dict[str, list[tuple[str, int | None]]]:
    """Lines `address[:port] host…` as host → addresses; `#` starts a comment."""
    names: dict[str, list[tuple[str, int | None]]] = {}
    try:
        lines = file.read_text().splitlines()
    except OSError as error:
        raise SettingsError(f"ESTNER_NAME_SERVER: {file} cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            address = _address(words[0])
        except (OSError, ValueError) as error:
            raise SettingsError(f"ESTNER_NAME_SERVER: {file}:{number}: not an address: {words[0]!r}") from error
        for name in words[1:]:
            names.setdefault(name.lower(), []).append(address)
    return names


def _address(text: str) -> tuple[str, int | None]:
    if text.startswith("["):
        address, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") > 1:
        address, port = text, ""
    else:
        address, _, port = text.partition(":")
    socket.inet_pton(_family(address), address)
    return address, int(port) if port else None


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET
