"""Whole hosts into shards of about equal work. Pure, and the same for the same hosts in whatever order they come."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass

MAP_LIMIT = 1024  # Airflow's max_map_length: one mapped task more fails the task before it
DOCUMENT_COST = 100_000  # what any document costs (request, pause, start of a reader), as bytes of a long one


@dataclass(frozen=True, slots=True)
class HostLoad:
    """What one host asks of a shard. `work` is in bytes: see expected_work."""

    host: str
    documents: int
    bytes: int
    work: int


def expected_work(size: int | None, max_body: int) -> int:
    """The work of one document. No more than max_body is ever fetched, whatever size a log claims."""
    return DOCUMENT_COST + min(size or 0, max_body)


def distribute(hosts: Iterable[HostLoad], shard_documents: int, max_shards: int) -> list[list[HostLoad]]:
    """Shards of hosts, the heaviest shard first, so that the longest task starts first; within one the heaviest host.

    Each host, heaviest first, goes to the shard with the least work so far (Graham's LPT rule). A host heavier than
    the average shard therefore stays alone: the lightest shard is never heavier than the average.
    """
    ranked = sorted(hosts, key=lambda load: (-load.work, load.host))
    count = _shard_count(ranked, shard_documents, min(max_shards, MAP_LIMIT))
    lightest = [(0, number) for number in range(count)]
    shards: list[list[HostLoad]] = [[] for _ in range(count)]
    for load in ranked:
        work, number = lightest[0]
        shards[number].append(load)
        heapq.heapreplace(lightest, (work + load.work, number))
    return sorted(shards, key=lambda shard: (-sum(load.work for load in shard), shard[0].host))


def _shard_count(ranked: list[HostLoad], shard_documents: int, limit: int) -> int:
    """A shard for each host that fills one, and as many as the others together fill."""
    if not ranked:
        return 0
    work = sum(load.work for load in ranked)
    documents = sum(load.documents for load in ranked)
    shardful = max(1, work * shard_documents // documents)
    large = sum(load.work >= shardful for load in ranked)
    others = sum(load.work for load in ranked[large:])
    return max(1, min(large - (-others // shardful), len(ranked), limit))
