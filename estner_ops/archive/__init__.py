"""Every version of every document that was read: WARC files where the shards committed them, and an index over them."""

from estner_ops.archive.lookup import find_digest, find_path, find_version, history
from estner_ops.archive.records import DamagedRecord, Version
from estner_ops.archive.run import ArchiveSummary, archive_run, archive_totals
from estner_ops.archive.verification import Report, verify

__all__ = ["ArchiveSummary", "DamagedRecord", "Report", "Version", "archive_run", "archive_totals", "find_digest",
           "find_path", "find_version", "history", "verify"]
