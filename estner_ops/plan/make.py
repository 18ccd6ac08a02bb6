"""Makes the plan of a run: from a crawl log, or from documents that are known already."""

import secrets
from collections.abc import Iterable
from itertools import islice

from estner_ops.errors import LogError
from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.balance import HostLoad, distribute
from estner_ops.plan.draft import Draft
from estner_ops.plan.judge import Judge
from estner_ops.plan.layout import (
    PlanSummary,
    ShardInfo,
    Tables,
    commit,
    is_planned,
    plan_folder,
    read_plan,
    shard_name,
)
from estner_ops.plan.location import LogFile, find_logs
from estner_ops.plan.logfile import BLOCK_LINES, line_blocks
from estner_ops.records import Source
from estner_ops.settings import Settings
from estner_ops.storage import Storage

CATALOGUE = "catalogue"  # stands in the place of a log's path in a plan of known documents


def make_plan(storage: Storage, settings: Settings, run: str, log_path: str) -> PlanSummary:
    """The plan of a crawl log. Planning a run a second time returns what the first time decided."""
    if is_planned(storage, run):
        return _same_log(read_plan(storage, run), log_path)
    files = find_logs(log_path, settings.log_roots)
    judge = Judge(settings.max_body)
    with Draft(settings) as draft:
        lines = sum(_read(log, number, judge, draft) for number, log in enumerate(files))
        _check(log_path, lines, judge)
        return _finish(storage, settings, run, log_path, tuple(log.name for log in files), judge, draft)


def plan_documents(storage: Storage, settings: Settings, run: str, sources: Iterable[Source]) -> PlanSummary:
    """The plan of documents that are to be looked at again, with what is known of each."""
    if is_planned(storage, run):
        return _same_log(read_plan(storage, run), CATALOGUE)
    judge = Judge(settings.max_body)
    rest = iter(sources)
    number = 1
    with Draft(settings) as draft:
        while block := list(islice(rest, BLOCK_LINES)):
            draft.add(0, number, judge.documents(block))
            number += len(block)
        if number == 1:
            raise LogError(f"run {run} has nothing to do: no document is due")
        return _finish(storage, settings, run, CATALOGUE, (CATALOGUE,), judge, draft)


def _read(log: LogFile, number: int, judge: Judge, draft: Draft) -> int:
    """Judges one file of the log and returns how many lines it has."""
    count = 0
    for block in line_blocks(log):
        draft.add(number, count + 1, judge.lines(block))
        count += len(block)
    return count


def _check(log_path: str, lines: int, judge: Judge) -> None:
    counts = judge.counts
    if not lines:
        raise LogError(f"the crawl log {log_path} is empty")
    if counts.total() != lines or not counts.keys() <= OUTCOMES.keys():
        raise LogError(f"the outcomes of {log_path} do not add up to its {lines:,} lines: {dict(counts)}")
    if counts["malformed-line"] == lines:
        raise LogError(f"{log_path} is not a crawl log: none of its {lines:,} lines has the fields of one")
    if not counts["accepted"]:
        found = ", ".join(f"{code} {count:,}" for code, count in counts.most_common())
        raise LogError(f"nothing of {log_path} is worth fetching: all of its {lines:,} lines were rejected ({found})")


def _finish(storage: Storage, settings: Settings, run: str, log_path: str, files: tuple[str, ...], judge: Judge,
            draft: Draft) -> PlanSummary:
    """Sorts the sources into shards, puts the tables into the store and commits them."""
    judge.forget()
    hosts = judge.hosts()
    shards = distribute(hosts, settings.shard_documents, settings.max_shards)
    parts = draft.sort(hosts, shards)
    draft.check(lines=judge.counts.total(), sources=judge.counts["accepted"])
    infos = tuple(_info(number, *shard) for number, shard in enumerate(zip(shards, parts, strict=True)))
    counts = dict(sorted(judge.counts.items()))
    summary = PlanSummary(run, log_path, judge.counts.total(), counts, sum(info.documents for info in infos),
                          sum(info.bytes for info in infos), infos)
    stem = f"{plan_folder(run)}/{secrets.token_hex(4)}"
    tables = Tables(f"{stem}.lines.parquet", f"{stem}.sources.parquet", f"{stem}.hosts.parquet", files)
    storage.upload(draft.lines, tables.lines)
    storage.upload(draft.sources, tables.sources)
    storage.upload(draft.hosts, tables.hosts)
    return summary if commit(storage, summary, tables) else _same_log(read_plan(storage, run), log_path)


def _info(number: int, shard: list[HostLoad], parts: int) -> ShardInfo:
    documents = sum(load.documents for load in shard)
    others = f" +{len(shard) - 1:,} host{'s' if len(shard) > 2 else ''}" if len(shard) > 1 else ""
    noun = "document" if documents == 1 else "documents"
    name = shard_name(number)
    return ShardInfo(name, f"{name} · {shard[0].host}{others} · {documents:,} {noun}", len(shard), documents,
                     sum(load.bytes for load in shard), parts)


def _same_log(summary: PlanSummary, log_path: str) -> PlanSummary:
    if summary.log_path != log_path:
        raise LogError(f"run {summary.run} is planned already, for {summary.log_path}: start a new run for {log_path}")
    return summary
