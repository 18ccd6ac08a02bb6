"""Fetches the sources of a shard: many hosts at once, each in its own time."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, closing
from dataclasses import dataclass, replace

from estner_ops.fetch.browse import Browser
from estner_ops.fetch.document import Visit
from estner_ops.fetch.memory import Reservation
from estner_ops.records import Fetched, Source
from estner_ops.settings import Settings

_Done = asyncio.Queue[tuple[Fetched, Reservation] | BaseException]


async def fetch_sources(sources: Iterable[Source], settings: Settings,
                        browser: Browser | None = None) -> AsyncGenerator[Fetched, None]:
    """Yields exactly one Fetched for each source, in the order in which they complete.

    Bodies that wait here to be taken never exceed `memory_in_flight`: whoever takes them slowly slows the fetching.
    Closing the generator stops all requests. Whoever fetches one part of a host after another gives them the same
    browser, so that the second knows the host's rules and its pace, and closes it after the last.
    """
    if browser is None:
        with closing(Browser(settings)) as own:
            async with aclosing(fetch_sources(sources, settings, own)) as documents:
                async for fetched in documents:
                    yield fetched
        return
    hosts = _by_host(sources)
    left = sum(map(len, hosts))
    done: _Done = asyncio.Queue()
    browser.begin()
    workers = [asyncio.create_task(_work(hosts, browser, done)) for _ in range(min(settings.hosts_at_once, len(hosts)))]
    try:
        for worker in workers:
            worker.add_done_callback(lambda task: _report(task, done))
        while left:
            item = await done.get()
            if isinstance(item, BaseException):
                raise item
            fetched, memory = item
            memory.release()
            left -= 1
            yield fetched
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class _Job:
    source: Source
    tries: int = 0
    last: Fetched | None = None  # what came of the try before


def _by_host(sources: Iterable[Source]) -> deque[deque[_Job]]:
    """Hosts with the most sources first: they take longest, since nobody may hurry them."""
    hosts: dict[str, deque[_Job]] = {}
    for source in sources:
        hosts.setdefault(source.host, deque()).append(_Job(source))
    return deque(sorted(hosts.values(), key=len, reverse=True))


async def _work(hosts: deque[deque[_Job]], browser: Browser, done: _Done) -> None:
    while hosts:
        jobs = hosts.popleft()
        while jobs:
            job = jobs.popleft()
            memory = browser.memory.reserve()
            fetched, failure = await Visit(browser, job.source, memory).fetch()
            tries = job.tries + 1
            if failure is not None and failure.passing and tries < browser.settings.tries:
                # To the end of the queue: by then the server may have recovered.
                memory.release()
                jobs.append(_Job(job.source, tries, replace(fetched, exchanges=())))
                continue
            if failure is not None and failure.final and job.last is not None:
                fetched = job.last
            done.put_nowait((fetched, memory))
        browser.finished(job.source.original_url)


def _report(worker: asyncio.Task[None], done: _Done) -> None:
    """Hands on what nobody foresaw, so that it stops the shard instead of one worker."""
    if not worker.cancelled() and (error := worker.exception()) is not None:
        done.put_nowait(error)
