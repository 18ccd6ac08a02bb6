"""Processes that may die: each job has a time and a memory limit, and a job that breaks its worker costs only itself.

Workers are plain child processes that talk over pipes, not `multiprocessing`: Celery's pool processes are daemonic and
may not have `multiprocessing` children, and a forked Vabamorf returns wrong analyses.
"""

import asyncio
import logging
import pickle
import resource
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from estner_ops.errors import EstnerError
from estner_ops.settings import ROOT

log = logging.getLogger(__name__)
_LENGTH = struct.Struct(">Q")


@dataclass(frozen=True, slots=True)
class Failure:
    """A job that gave no result: what it was doing (as it last said), and why it ended."""

    stage: str
    reason: str  # time | memory | crash | error
    detail: str


class Pool:
    """`size` workers, each of which builds `target(argument)` once and calls it for every job.

    `target` is "module:name"; the object it builds is called with the job and a function that takes the name of the
    stage which begins, so that a failure can be blamed on the right one.
    """

    def __init__(self, target: str, argument: Any, *, size: int, seconds: float, memory: int) -> None:
        self._target, self._argument = target, argument
        self._size, self._seconds, self._memory = size, seconds, memory
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._workers: set[_Worker] = set()

    async def __aenter__(self) -> Self:
        for _ in range(self._size):
            self._idle.put_nowait(None)  # started when the first job needs it
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def run(self, job: Any) -> Any:
        """The job's result, or a Failure. Waits while every worker is busy."""
        worker = await self._idle.get()
        try:
            if worker is None:
                worker = await self._start()
            fresh = worker.jobs == 0
            answer = await worker.run(job, self._seconds)
            if isinstance(answer, Failure) and answer.reason in ("memory", "crash") and not fresh:
                # What earlier jobs left behind must not be held against this one: once more, in a new process.
                await self._drop(worker)
                worker = await self._start()
                answer = await worker.run(job, self._seconds)
            if isinstance(answer, Failure) and answer.reason != "error":
                await self._drop(worker)
                worker = None
            return answer
        except BaseException:
            if worker is not None:  # cancelled in the middle of a job: its answer would reach the next one
                await self._drop(worker)
                worker = None
            raise
        finally:
            self._idle.put_nowait(worker)

    async def _start(self) -> "_Worker":
        worker = await _Worker.start(self._target, self._argument, self._memory)
        self._workers.add(worker)
        return worker

    async def _drop(self, worker: "_Worker") -> None:
        self._workers.discard(worker)
        await worker.end()


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.jobs = 0

    @classmethod
    async def start(cls, target: str, argument: Any, memory: int) -> "_Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "estner_ops.pool", target,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        )
        worker = cls(process)
        try:
            await worker._send((argument, memory))
            if await worker._receive() != ("ready", None):
                raise EOFError
        except (EOFError, ConnectionError) as error:
            await worker.end()
            raise EstnerError(f"a reader process could not start ({target}): its error is in the log above") from error
        return worker

    async def run(self, job: Any, seconds: float) -> Any:
        self.jobs += 1
        self._stage = ""
        try:
            return await asyncio.wait_for(self._answer(job), seconds)
        except TimeoutError:
            return Failure(self._stage, "time", f"not finished after {seconds:g} seconds")
        except (EOFError, ConnectionError):
            return Failure(self._stage, "crash", await self._cause())

    async def _answer(self, job: Any) -> Any:
        await self._send(job)
        while True:
            kind, value = await self._receive()
            if kind == "stage":
                self._stage = value
            elif kind == "done":
                return value
            else:
                return Failure(self._stage, kind, value)

    async def _cause(self) -> str:
        code = await self._process.wait()
        return f"the reader process died ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})"

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _send(self, value: Any) -> None:
        assert self._process.stdin
        data = pickle.dumps(value)
        self._process.stdin.write(_LENGTH.pack(len(data)))
        self._process.stdin.write(data)
        await self._process.stdin.drain()

    async def _receive(self) -> tuple[str, Any]:
        assert self._process.stdout
        (length,) = _LENGTH.unpack(await self._process.stdout.readexactly(_LENGTH.size))
        answer: tuple[str, Any] = pickle.loads(await self._process.stdout.readexactly(length))  # noqa: S301 our child
        return answer


def _limit_memory(memory: int) -> None:
    """Caps the address space at what the worker has now, warmed up, plus what a job may use."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + memory
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _serve(target: str) -> None:
    import importlib
    import os
    import traceback

    # Frames go over a descriptor of their own: whatever a library prints must not get between them.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(kind: str, value: object) -> None:
        data = pickle.dumps((kind, value))
        answers.write(_LENGTH.pack(len(data)) + data)
        answers.flush()

    def receive() -> Any:
        head = sys.stdin.buffer.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            sys.exit(0)  # the parent is gone
        return pickle.loads(sys.stdin.buffer.read(_LENGTH.unpack(head)[0]))  # noqa: S301 our parent

    argument, memory = receive()
    module, _, name = target.partition(":")
    work: Callable[[Any, Callable[[str], None]], Any] = getattr(importlib.import_module(module), name)(argument)
    _limit_memory(memory)
    send("ready", None)
    while True:
        job = receive()
        try:
            send("done", work(job, lambda stage: send("stage", stage)))
        except MemoryError:
            job = None
            send("memory", f"needed more than {memory:,} bytes")
        except Exception as error:  # noqa: BLE001 one document's surprise is reported with its trace, not the shard's end
            send("error", f"{type(error).__name__}: {error}\n{traceback.format_exc()}")


if __name__ == "__main__":
    _serve(sys.argv[1])
