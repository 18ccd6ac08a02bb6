"""The tasks of the update: check known documents again and let only the changed ones through the pipeline.

An update holds a lock in the store from its first task to its last, under its run's name: a second one is refused,
whether Airflow or somebody at a terminal started it. A task of the same run that is tried again confirms the lock.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing, closing, contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from estner_ops import steps
from estner_ops.catalogue import Selection, select_due
from estner_ops.catalogue.lock import acquire, kept_alive, release
from estner_ops.errors import LogError
from estner_ops.fetch import Browser, fetch_sources
from estner_ops.outcomes import OUTCOMES
from estner_ops.plan import plan_documents, shard_parts
from estner_ops.records import Source
from estner_ops.settings import Settings
from estner_ops.shards import finished_shards, shard_folder
from estner_ops.storage import Storage

log = logging.getLogger(__name__)
LOCK = "update"
WOULD_READ = "would-read"  # in a dry run: the bytes differ from those that are known
_LISTED = 1000  # addresses that a dry run's report lists for each shard


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asked for. Kept with the run, so that every task of it knows."""

    selection: Selection
    dry_run: bool = False


def read_params(params: Mapping[str, Any]) -> tuple[Request, dict[str, Any]]:
    """What a form asks for, and the settings it overrides."""
    rest = dict(params)
    selection = Selection(tuple(rest.pop("hosts", ())), tuple(rest.pop("media_types", ())),
                          rest.pop("older_than_days", None), rest.pop("most", None))
    return Request(selection, bool(rest.pop("dry_run", False))), rest


def choose(run: str, request: Request, overrides: Mapping[str, Any] | None = None) -> list[str]:
    """Takes the lock, selects the documents that are due and returns the ids of their shards; none if none are due."""
    storage, settings = steps.open_run(overrides)
    with _holding(storage, settings, run):
        storage.write_json(_path(run, "request.json"), asdict(request))
        try:
            plan = plan_documents(storage, settings, run, select_due(settings, request.selection))
        except LogError as nothing:
            log.info("%s", nothing)
            return []
        log.info("%d documents are due, in %d shards", plan.documents, len(plan.shards))
        return [shard.id for shard in plan.shards]


def refresh_shard(run: str, shard: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Asks for the documents of one shard again; those that changed are read. In a dry run they are only compared."""
    storage, settings = steps.open_run(overrides)
    with _holding(storage, settings, run):
        if not is_dry_run(storage, run):
            return steps.rdfize_shard(run, shard, overrides)
        found = asyncio.run(_compare(shard_parts(storage, run, shard), settings))
        storage.write_json(_path(run, f"dry/{shard}.json"), found)
        return found


def publish(run: str) -> dict[str, Any]:
    """A release, unless nothing changed in the graph."""
    storage, settings = steps.open_run(None)
    with _holding(storage, settings, run):
        return steps.merge(run)


def archive(run: str) -> dict[str, Any]:
    storage, settings = steps.open_run(None)
    with _holding(storage, settings, run):
        return steps.archive(run)


def metadata_sync(run: str) -> dict[str, Any]:
    storage, settings = steps.open_run(None)
    with _holding(storage, settings, run):
        return steps.metadata_sync(run)


def report(run: str) -> str:
    """Frees the lock and says in one line what the update found and did."""
    storage, _ = steps.open_run(None)
    line = _dry_line(storage, run) if is_dry_run(storage, run) else _line(storage, run)
    log.info("%s", line)
    storage.write_text(_path(run, "report.txt"), f"{line}\n")
    release(storage, LOCK, run)
    return line


def update(run: str, request: Request, overrides: Mapping[str, Any] | None = None) -> str:
    """The whole update, one shard after another, without Airflow."""
    shards = choose(run, request, overrides)
    for shard in shards:
        refresh_shard(run, shard, overrides)
    if shards and not request.dry_run:
        publish(run)
        archive(run)
        metadata_sync(run)
    return report(run)


def is_dry_run(storage: Storage, run: str) -> bool:
    return bool(storage.read_json(_path(run, "request.json"))["dry_run"])


@contextmanager
def _holding(storage: Storage, settings: Settings, run: str) -> Iterator[None]:
    acquire(storage, LOCK, run, settings.lock_seconds)
    with kept_alive(storage, LOCK, run, settings.lock_seconds):
        yield


async def _compare(parts: Iterator[list[Source]], settings: Settings) -> dict[str, Any]:
    outcomes: Counter[str] = Counter()
    differing: list[str] = []
    with closing(Browser(settings)) as browser:
        for part in parts:
            async with aclosing(fetch_sources(part, settings, browser)) as documents:
                async for fetched in documents:
                    outcome = fetched.outcome or WOULD_READ
                    outcomes[outcome] += 1
                    if outcome == WOULD_READ and len(differing) < _LISTED:
                        differing.append(fetched.source.url)
    return {"documents": outcomes.total(), "outcomes": dict(sorted(outcomes.items())), "differing": sorted(differing)}


def _line(storage: Storage, run: str) -> str:
    counts = _outcomes(storage, [f"{shard_folder(run, shard)}/_SUCCESS" for shard in finished_shards(storage, run)])
    note = f"runs/{run}/stages/merge.json"
    figures = storage.read_json(note)["figures"] if storage.exists(note) else {}
    # A merge that was killed after it published, and was run again, finds its own release.
    published = figures.get("run") == run or figures.get("published")
    end = {True: f"; release {figures.get('id')}", False: "; nothing to publish", None: ""}[published]
    return _sentence(run, counts, counts["read"], "changed and read again") + end


def _dry_line(storage: Storage, run: str) -> str:
    counts = _outcomes(storage, storage.list(_path(run, "dry")))
    return _sentence(run, counts, counts[WOULD_READ], "would be read again") + "; a dry run, nothing was written"


def _sentence(run: str, counts: Counter[str], changed: int, words: str) -> str:
    if not counts.total():
        return f"update {run}: no document is due"
    same = counts["not-modified"] + counts["unchanged"] + counts["unchanged-text"]
    gone = counts["gone"] + counts["soft-404"]
    unreachable = sum(number for code, number in counts.items() if code in OUTCOMES and OUTCOMES[code].retry)
    rest = counts.total() - changed - same - gone - unreachable
    return (f"update {run}: {counts.total():,} checked: {changed:,} {words}, {same:,} the same "
            f"({counts['unchanged-text']:,} in text only), {gone:,} gone, {unreachable:,} unreachable, {rest:,} other")


def _outcomes(storage: Storage, paths: Sequence[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in paths:
        counts.update(storage.read_json(path)["outcomes"])
    return counts


def _path(run: str, name: str) -> str:
    return f"runs/{run}/update/{name}"
