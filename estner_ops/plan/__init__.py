"""From a crawl log to shards: every line gets exactly one outcome, every source exactly one shard."""

from estner_ops.plan.address import canonical_url
from estner_ops.plan.layout import PlanSummary, ShardInfo, read_plan, shard_parts, shard_sources
from estner_ops.plan.make import CATALOGUE, make_plan, plan_documents
from estner_ops.plan.tracing import LineTrace, trace

__all__ = [
    "CATALOGUE",
    "LineTrace",
    "PlanSummary",
    "ShardInfo",
    "canonical_url",
    "make_plan",
    "plan_documents",
    "read_plan",
    "shard_parts",
    "shard_sources",
    "trace",
]
