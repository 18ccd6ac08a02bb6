"""Answers SPARQL queries from the public: read-only, no SERVICE, a time limit, a memory limit, a limit on the answer.

Queries run in worker processes that hold a release's store open. One that exceeds its time is ended by killing its
worker; the next query gets a fresh one.
"""

import queue
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from estner_ops.errors import QueryError
from estner_ops.graph.formats import Answer
from estner_ops.graph.frames import receive, send
from estner_ops.graph.reader import Release
from estner_ops.settings import ROOT, Settings

LONGEST_QUERY = 100_000  # characters
_START_SECONDS = 60.0  # for opening a store
_CODEPOINT = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
# What can hold the letters "service" without being the keyword: strings, IRIs, comments, variables, languages, and the
# second half of prefixed names. The first half counts as a word: `SERVICE:x` may be the keyword and `:x`.
_WORDS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*\'\'\'|"(?:[^"\\\n\r]|\\.)*"|\'(?:[^\'\\\n\r]|\\.)*\''
    r"|<[^<>\"{}|^`\x00-\x20]*>|#[^\n\r]*|[?$]\w+|@[A-Za-z-]+|(?P<prefix>[\w.-]*:)(?:[\w.:%-]|\\.)*|(?P<word>\w+)",
    re.DOTALL)


def refuse_forbidden(query: str) -> None:
    """Raises QueryError for what the public may not ask: other servers (SERVICE), and texts beyond any need."""
    if len(query) > LONGEST_QUERY:
        raise QueryError("refused", f"the query is longer than {LONGEST_QUERY} characters")
    plain = _CODEPOINT.sub(lambda match: chr(min(int(match[1] or match[2], 16), 0x10FFFF)), query)
    for text in {query, plain}:
        if any("SERVICE" in (match["prefix"] or match["word"] or "").upper() for match in _WORDS.finditer(text)):
            raise QueryError("refused", "SERVICE is not allowed: this endpoint asks no other servers")


@dataclass(slots=True)
class _Worker:
    """A process with a store open."""

    process: subprocess.Popen[bytes]
    peer: socket.socket
    folder: Path

    @classmethod
    def start(cls, folder: Path, memory: int) -> "_Worker":
        ours, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-m", "estner_ops.graph.worker", str(theirs.fileno()), str(folder), str(memory)],
                cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        worker = cls(process, ours, folder)
        ours.settimeout(_START_SECONDS)
        try:
            receive(ours)
        except (EOFError, TimeoutError) as error:
            worker.end()
            raise QueryError("busy", f"the store in {folder} could not be opened") from error
        return worker

    def ask(self, request: dict[str, Any], seconds: float) -> tuple[dict[str, Any], bytes]:
        """The worker's answer. After an error it has ended: nothing is known of what it was doing."""
        self.peer.settimeout(max(seconds, 0.001))
        try:
            send(self.peer, request)
            return receive(self.peer)
        except TimeoutError:
            raise QueryError("time", f"the query took longer than {request['seconds']:g} seconds") from None
        except (EOFError, ConnectionError):
            raise QueryError("memory", "the query needed more memory than it may have") from None

    def end(self) -> None:
        self.peer.close()
        self.process.kill()
        self.process.wait()


class Evaluators:
    """The workers of this process. Safe to use from many threads: each query has a worker to itself."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(settings.query_workers):
            self._free.put(None)  # started when first needed

    def __enter__(self) -> "Evaluators":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers. Queries that come later find none and are refused as busy."""
        for _ in range(self._settings.query_workers):
            worker = self._free.get()
            if worker:
                worker.end()

    def query(
        self, release: Release, query: str, *, results: str = "json", graph: str = "ttl",
        default_graphs: Sequence[str] = (), named_graphs: Sequence[str] = (),
        seconds: float | None = None, rows: int | None = None,
    ) -> Answer:
        """The answer, in the format `results` if it is a table or a truth value, in `graph` if it is triples.

        `seconds` and `rows` can only lower the limits of the settings.
        """
        refuse_forbidden(query)
        limit = min(seconds or self._settings.query_seconds, self._settings.query_seconds)
        head, body = self._answer(release, {
            "query": query, "results": results, "graph": graph, "default_graphs": list(default_graphs),
            "named_graphs": list(named_graphs), "seconds": limit,
            "limit": min(rows or self._settings.query_rows, self._settings.query_rows)})
        if "problem" in head:
            raise QueryError(head["problem"], head["message"])
        return Answer(head["media_type"], body, head["rows"], head["cut"])

    def _answer(self, release: Release, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        try:
            worker = self._free.get(timeout=request["seconds"])
        except queue.Empty:
            raise QueryError("busy", "all who could answer are busy; try again in a moment") from None
        try:
            if worker and (worker.folder != release.folder or worker.process.poll() is not None):
                worker.end()
                worker = None
            worker = worker or _Worker.start(release.folder, self._settings.query_memory)
            return worker.ask(request, request["seconds"])
        except BaseException:
            if worker:
                worker.end()
            worker = None
            raise
        finally:
            self._free.put(worker)
