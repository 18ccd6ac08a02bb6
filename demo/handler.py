"""Answers one request to the demo web: validators, conditional requests, compression, and the planned misbehaviour."""

import gzip
import hashlib
import logging
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, cast

from demo.document import Reply
from demo.hosts import HOSTS, Host

if TYPE_CHECKING:
    from demo.server import DemoServer

log = logging.getLogger("demo.server")
_TEXT = ("Content-Type", "text/plain; charset=utf-8")
_NOT_FOUND = Reply(b"Siin ei ole midagi.\n", 404, (_TEXT,))
_UNKNOWN_HOST = Reply(b"Seda hosti siin ei ole.\n", 421, (_TEXT,))


@dataclass(frozen=True, slots=True)
class _Validators:
    etag: str
    modified: str


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "demo"
    sys_version = ""
    timeout = 30

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def handle(self) -> None:
        with suppress(ConnectionError):  # the other side has hung up, as it may
            super().handle()

    def _answer(self, with_body: bool) -> None:
        name = self.headers.get("Host", "").split(":")[0].lower()
        host = HOSTS.get(name)
        reply = self._reply(name, host) if host else _UNKNOWN_HOST
        time.sleep(reply.wait)
        validators = _validators(reply, host or Host())
        if self._not_modified(validators):
            reply = replace(reply, body=b"", status=304, headers=())
        elif host and host.gzip and "gzip" in self.headers.get("Accept-Encoding", ""):
            packed = gzip.compress(reply.body, mtime=0)
            reply = replace(reply, body=packed, headers=(*reply.headers, ("Content-Encoding", "gzip")))
        self._send_head(reply, validators)
        if with_body and reply.status != 304:
            self._send_body(reply)

    def _reply(self, name: str, host: Host) -> Reply:
        server = cast("DemoServer", self.server)
        if self.path == "/robots.txt":
            return Reply(host.robots.encode(), host.robots_status, (_TEXT,))
        found = server.find(name, self.path) or (host.soft_404 and server.find(name, host.soft_404))
        return found.reply if found else _NOT_FOUND

    def _not_modified(self, validators: _Validators) -> bool:
        """RFC 9110, 13.2.2: If-None-Match decides if it is there, If-Modified-Since only without it."""
        wanted = self.headers.get("If-None-Match")
        if wanted is not None:
            tags = [tag.strip().removeprefix("W/") for tag in wanted.split(",")]
            return bool(validators.etag) and validators.etag.removeprefix("W/") in tags
        since = self.headers.get("If-Modified-Since")
        if not since or not validators.modified:
            return False
        try:
            return parsedate_to_datetime(since) >= parsedate_to_datetime(validators.modified)
        except (TypeError, ValueError):
            return False

    def _send_head(self, reply: Reply, validators: _Validators) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if validators.etag:
            self.send_header("ETag", validators.etag)
        if validators.modified:
            self.send_header("Last-Modified", validators.modified)
        if reply.chunked:
            self.send_header("Transfer-Encoding", "chunked")
        elif reply.status != 304:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()

    def _send_body(self, reply: Reply) -> None:
        body = reply.body if reply.cut is None else reply.body[: reply.cut]
        size = max(1, -(-len(body) // reply.pieces)) if not reply.chunked else 8192
        for start in range(0, len(body), size):
            if start:
                time.sleep(reply.pause)
            piece = body[start : start + size]
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if reply.chunked else piece)
            self.wfile.flush()
        if reply.chunked:
            self.wfile.write(b"0\r\n\r\n")
        if reply.cut is not None:
            self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:
        host = getattr(self, "headers", {}).get("Host", "-")
        log.info("%s %s", host, format % arguments)


def _validators(reply: Reply, host: Host) -> _Validators:
    if reply.status != 200 or not reply.modified:
        return _Validators("", "")
    digest = hashlib.sha256(reply.body).hexdigest()[:20]
    # gzip is made on the way out, so the tag names the content, not the bytes sent: a weak one (RFC 9110, 8.8.1)
    etag = f'W/"{digest}"' if host.gzip else f'"{digest}"'
    return _Validators(etag if host.etag else "", reply.modified if host.last_modified else "")
