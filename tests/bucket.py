"""A bucket on loopback that keeps the promise which the emulator ignores: 412 if an object's generation is another.

As much of the JSON API of Google Cloud Storage as reading, listing and writing small objects by gcsfs takes.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

_PARTS = re.compile(rb"--==0==\n.*?\n\n(.*?)\n--==0==\n.*?\n\n(.*)\n--==0==--", re.DOTALL)  # as gcsfs writes them


class Bucket(ThreadingHTTPServer):
    """`together`: how many conditional writes must have arrived before the first of them is decided."""

    def __init__(self, together: int = 1) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.objects: dict[str, tuple[bytes, int]] = {}  # by name: what it holds, and its generation
        self.refused = 0
        self.writes = 0
        self.lock, self.gate = threading.Lock(), threading.Barrier(together)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def write(self, name: str, data: bytes, expected: int | None) -> dict[str, Any] | None:
        """None if the object's generation is not the expected one; 0 means that there is no object."""
        if expected is not None:
            with suppress(threading.BrokenBarrierError):
                self.gate.wait(20)
        with self.lock:
            if expected is not None and self.objects.get(name, (b"", 0))[1] != expected:
                self.refused += 1
                return None
            self.writes += 1
            self.objects[name] = (data, self.writes)
            return self.described(name)

    def described(self, name: str) -> dict[str, Any]:
        data, generation = self.objects[name]
        day = "2026-11-01T00:00:00.000Z"
        return {"kind": "storage#object", "bucket": "bucket", "name": name, "generation": str(generation),
                "size": str(len(data)), "updated": day, "timeCreated": day}


class _Handler(BaseHTTPRequestHandler):
    server: Bucket
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        address, asked = urlsplit(self.path), parse_qs(urlsplit(self.path).query)
        name = unquote(address.path.partition("/o/")[2])
        if name and name not in self.server.objects:
            self._answer(404, b"{}")
        elif name and (asked.get("alt") == ["media"] or address.path.startswith("/download/")):
            self._answer(200, self.server.objects[name][0])
        elif name:
            self._answer(200, json.dumps(self.server.described(name)).encode())
        else:
            prefix = asked.get("prefix", [""])[0]
            found = [self.server.described(one) for one in sorted(self.server.objects) if one.startswith(prefix)]
            self._answer(200, json.dumps({"kind": "storage#objects", "items": found}).encode())

    def do_POST(self) -> None:
        asked = parse_qs(urlsplit(self.path).query)
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if asked["uploadType"] == ["multipart"]:  # a part of JSON that names the object, and a part that is the object
            parts = _PARTS.fullmatch(data)
            assert parts, data[:1000]
            asked["name"], data = [json.loads(parts[1])["name"]], parts[2]
        expected = asked.get("ifGenerationMatch")
        done = self.server.write(asked["name"][0], data, int(expected[0]) if expected else None)
        self._answer(200 if done else 412, json.dumps(done or {"error": {"code": 412, "message": "no"}}).encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(together: int = 1) -> Iterator[Bucket]:
    with Bucket(together) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
