"""The forms in which people trigger the DAGs: what may be chosen for a run.

They begin with what the settings say, so that a scheduled run, for which nobody filled a form in, keeps to them.
"""

from airflow.sdk import Param

from estner_ops.settings import load

Form = dict[str, Param]
SETTINGS = load()
SELECTION, SHARDS, POLITENESS, LIMITS = "Selection", "Shards", "Politeness", "Limits"

_WORK: Form = {
    "shard_documents": Param(
        SETTINGS.shard_documents, type="integer", minimum=1, maximum=1_000_000, title="Documents in a shard",
        section=SHARDS,
        description_md="A shard is a set of whole hosts and the work of one task. Larger shards: fewer tasks.",
    ),
    "delay": Param(
        SETTINGS.delay, type="number", minimum=0, maximum=3600, title="Seconds between requests",
        section=POLITENESS,
        description_md="Pause between two requests to the same host. A host's `Crawl-delay` can only raise it.",
    ),
}

INITIAL_RDFIZE: Form = {
    "log_path": Param(
        type="string", minLength=1, title="Crawl log",
        # A list, and nothing set as code: the boxes around code cover the lines above and below in this form.
        description_md="Path or URL of the Heritrix crawl.log: a file (plain or gzip), a folder, or a glob such as "
        "crawl.log*. It must lie in one of these places (setting ESTNER_LOG_ROOTS), and a relative path "
        "begins there:\n\n" + "\n".join(f"- {root}" for root in SETTINGS.log_roots),
    ),
    "source": Param(
        SETTINGS.source, type="string", enum=["web", "warc"], title="Where documents come from", section=SHARDS,
        values_display={"web": "the web", "warc": "the crawl's own WARC files"},
        description_md="`warc` reads the documents from WARC files in the folders of `ESTNER_WARC_FOLDERS`.",
    ),
    **_WORK,
    "max_delay": Param(
        SETTINGS.max_delay, type="number", minimum=0, maximum=3600, title="Longest delay", section=POLITENESS,
        description_md="A slow or busy host, or a `Crawl-delay`, can raise the delay up to this many seconds.",
    ),
    "hosts_at_once": Param(
        SETTINGS.hosts_at_once, type="integer", minimum=1, maximum=1000, title="Hosts at once", section=POLITENESS,
        description_md="How many hosts one shard fetches from at the same time, one request at a time each.",
    ),
    "max_body": Param(
        SETTINGS.max_body, type="integer", minimum=1000, title="Largest document in bytes", section=LIMITS,
        description_md="A larger document gets the outcome `too-large`.",
    ),
    "document_seconds": Param(
        SETTINGS.document_seconds, type="number", minimum=1, title="Seconds for a document", section=LIMITS,
        description_md="Deadline for fetching one document, redirects included.",
    ),
    "reader_seconds": Param(
        SETTINGS.reader_seconds, type="number", minimum=1, title="Seconds for reading", section=LIMITS,
        description_md="Deadline for extracting text and finding names in one document.",
    ),
}

UPDATE_RDF: Form = {
    "dry_run": Param(
        False, type="boolean", title="Dry run",
        description_md="Ask the servers and report what would be read again, but read and publish nothing.",
    ),
    "hosts": Param(
        [], type="array", items={"type": "string"}, title="Hosts", section=SELECTION,
        description_md="Only these hosts and those below them, one a line. Empty: all.",
    ),
    "media_types": Param(
        [], type="array", items={"type": "string"}, title="Content types", section=SELECTION,
        description_md="Only these, such as `application/pdf`, one a line. Empty: all.",
    ),
    "older_than_days": Param(
        None, type=["null", "number"], minimum=0, title="Last checked longer ago than, days", section=SELECTION,
        description_md="Takes these whether due or not; 0 takes all. Empty: what is due by its own history.",
    ),
    "most": Param(
        None, type=["null", "integer"], minimum=1, title="At most, documents", section=SELECTION,
        description_md="The longest overdue come first. Empty: no limit.",
    ),
    **_WORK,
}
