"""What is known of every document, in a relational database loaded from the shards' tables."""

from estner_ops.catalogue.browsing import ORDERS, Facets, Filter, Listed, Page, browse, facets, find_document, top_hosts
from estner_ops.catalogue.database import CatalogueError, UnavailableError
from estner_ops.catalogue.due import Selection, select_due
from estner_ops.catalogue.lock import LockedError
from estner_ops.catalogue.migrations import migrate
from estner_ops.catalogue.statistics import RunStatistics, note_stage, run_statistics
from estner_ops.catalogue.sync import SyncSummary, sync_run

__all__ = ["ORDERS", "CatalogueError", "Facets", "Filter", "Listed", "LockedError", "Page", "RunStatistics",
           "Selection", "SyncSummary", "UnavailableError", "browse", "facets", "find_document", "migrate", "note_stage",
           "run_statistics", "select_due", "sync_run", "top_hosts"]
