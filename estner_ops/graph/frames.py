"""Messages between a parent and its worker over a socket: a JSON head and a body, each with its length before it."""

import json
import socket
import struct
from typing import Any

_LENGTHS = struct.Struct("!IQ")


def send(peer: socket.socket, head: dict[str, Any], body: bytes = b"") -> None:
    encoded = json.dumps(head).encode()
    peer.sendall(_LENGTHS.pack(len(encoded), len(body)) + encoded)
    peer.sendall(body)


def receive(peer: socket.socket) -> tuple[dict[str, Any], bytes]:
    """The next message; EOFError if the other side is gone, TimeoutError if the socket's time-out passed."""
    head, body = _LENGTHS.unpack(_exactly(peer, _LENGTHS.size))
    return json.loads(_exactly(peer, head)), _exactly(peer, body)


def _exactly(peer: socket.socket, size: int) -> bytes:
    data = bytearray(size)
    view, have = memoryview(data), 0
    while have < size:
        try:
            got = peer.recv_into(view[have:])
        except ConnectionError as error:
            raise EOFError("the other side is gone") from error
        if not got:
            raise EOFError("the other side is gone")
        have += got
    return bytes(data)
