"""What is known of every document, in a relational database loaded from the shards' tables."""

from estner_ops.catalogue.migrations import migrate
from estner_ops.catalogue.statistics import note_stage
from estner_ops.catalogue.sync import SyncSummary, sync_run

__all__ = ["SyncSummary", "migrate", "note_stage", "sync_run"]
