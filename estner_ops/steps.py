"""One function per task of the DAGs. Each joins stages, can be run again at any time, and returns ids and counts."""

import asyncio
import logging
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from estner_ops import settings as settings_module
from estner_ops.archive import ArchiveSummary, archive_run
from estner_ops.archive.replay_index import index_warcs
from estner_ops.catalogue import SyncSummary, note_stage, sync_run
from estner_ops.errors import EstnerError, SettingsError
from estner_ops.graph import ReleaseSummary, build_release
from estner_ops.outcomes import OUTCOMES
from estner_ops.plan import make_plan, read_plan, shard_parts
from estner_ops.rdfize import ShardRun
from estner_ops.settings import Settings
from estner_ops.shards import finished_shards
from estner_ops.storage import Storage

log = logging.getLogger(__name__)

# What a single run may set otherwise. Not where data lies and not what may be fetched: whoever may trigger a run must
# not be able to reach other addresses or other stores with it.
RUN_SETTINGS = frozenset({"source", "shard_documents", "delay", "max_delay", "hosts_at_once", "max_body",
                          "document_seconds", "reader_seconds"})


def run_name(run_id: str) -> str:
    """A run's folder in the store: Airflow's run ids hold characters that paths and URLs would have to quote."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", run_id).strip("-.") or "run"


def plan(run: str, log_path: str, overrides: Mapping[str, Any] | None = None) -> list[str]:
    """Reads the crawl log, gives every line its outcome, and returns the ids of the shards."""
    storage, settings = open_run(overrides)
    with _noted(storage, run, "plan") as figures:
        summary = make_plan(storage, settings, run, log_path)
        if settings.source == "warc":
            index_warcs(settings)  # once, here: shards that start at the same time would each make it
        figures.update(lines=summary.lines, documents=summary.documents, shards=len(summary.shards))
    log.info("%s: %d lines, %d sources in %d shards", log_path, summary.lines, summary.documents, len(summary.shards))
    for code, count in sorted(summary.counts.items(), key=lambda item: -item[1]):
        log.info("%9d  %-16s %s", count, code, OUTCOMES[code].sentence)
    return [shard.id for shard in summary.shards]


def shard_label(run: str, shard: str) -> str:
    """What a person sees instead of a shard's number."""
    storage, _ = open_run(None)
    return next(one.label for one in read_plan(storage, run).shards if one.id == shard)


def rdfize_shard(run: str, shard: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Fetches and reads the sources of one shard; returns its figures."""
    storage, settings = open_run(overrides)
    total = {one.id: one.documents for one in read_plan(storage, run).shards}.get(shard)
    if total is None:
        raise EstnerError(f"run {run} has no shard {shard!r}")
    attempt = ShardRun(storage, settings, run, shard, total)
    asyncio.run(attempt.rdfize(shard_parts(storage, run, shard)))
    figures = storage.read_json(f"runs/{run}/shards/{shard}/_SUCCESS")
    if figures["documents"] != total:
        raise EstnerError(f"shard {shard} of run {run} has {total} sources, but {figures['documents']} outcomes")
    sentence = _shard_sentence(shard, figures)
    log.info("%s", sentence)
    return dict(figures) | {"sentence": sentence}


def merge(run: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Computes the graph from the newest version of every document and publishes it as a release."""
    storage, settings = open_run(overrides)
    _check_finished(storage, run)
    with _noted(storage, run, "merge") as figures:
        figures.update(_counts(build_release(storage, settings, run)))
    return figures


def archive(run: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Takes the run's WARC files into the archive and its index."""
    storage, settings = open_run(overrides)
    _check_finished(storage, run)
    with _noted(storage, run, "archive") as figures:
        figures.update(_counts(archive_run(storage, settings, run)))
    return figures


def metadata_sync(run: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Loads the run's documents, versions and figures into the catalogue and publishes each host's metadata."""
    storage, settings = open_run(overrides)
    _check_finished(storage, run)
    return _counts(sync_run(storage, settings, run))


def _check_finished(storage: Storage, run: str) -> None:
    planned = {shard.id for shard in read_plan(storage, run).shards}
    missing = sorted(planned - set(finished_shards(storage, run)))
    if missing:
        raise EstnerError(f"run {run}: {len(missing):,} of {len(planned):,} shards are not finished: "
                          f"{', '.join(missing[:10])}{' …' if len(missing) > 10 else ''}")


def open_run(overrides: Mapping[str, Any] | None) -> tuple[Storage, Settings]:
    refused = sorted(set(overrides or {}) - RUN_SETTINGS)
    if refused:
        raise SettingsError(f"a run cannot set {', '.join(refused)}, only {', '.join(sorted(RUN_SETTINGS))}")
    settings = settings_module.override(settings_module.load(), overrides or {})
    return Storage(settings.store), settings


def _shard_sentence(shard: str, figures: Mapping[str, Any]) -> str:
    counts = ", ".join(f"{count:,} {code}" for code, count in
                       sorted(figures["outcomes"].items(), key=lambda item: -item[1]))
    return (f"Shard {shard}: {figures['documents']:,} documents ({counts}), {figures['mentions']:,} names, "
            f"{figures['bytes']:,} bytes in {figures['seconds']:.0f} s.")


@contextmanager
def _noted(storage: Storage, run: str, stage: str) -> Iterator[dict[str, Any]]:
    """Leaves the stage's time and the figures that are filled in with the run, for its statistics."""
    started, clock, cpu = datetime.now(UTC), time.monotonic(), time.process_time()
    figures: dict[str, Any] = {}
    yield figures
    note_stage(storage, run, stage, started, time.monotonic() - clock, time.process_time() - cpu, figures)


def _counts(summary: ReleaseSummary | ArchiveSummary | SyncSummary) -> dict[str, Any]:
    log.info("%s", summary.sentence)
    return asdict(summary) | {"sentence": summary.sentence}
