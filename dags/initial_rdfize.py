"""
### From a crawl log to Linked Open Government Data

Fetches the documents that a Heritrix `crawl.log` names, finds the people, organisations and places in them, and
publishes as RDF which name is mentioned on which page.

**When it runs**: when somebody triggers it, with the path of a crawl log. Never by itself.

**In**: `log_path`: a file (plain or gzip), a folder or a glob of rotated logs, under one of the configured roots.

**Out**, in the store: `runs/<run>/` (plan, shard outputs), a new `releases/<id>/` that the SPARQL API serves from then
on, the WARC files' index in `archive/`, `metadata/<host>.json`; and the catalogue.

**Tasks**: `plan` gives every log line one outcome and cuts the rest into shards of whole hosts → `rdfize_shard`, one
for each shard, fetches, reads and finds names → `merge` publishes a release → `archive` indexes the bytes →
`metadata_sync` loads the catalogue.

**When a task is red**
- `plan`: the log cannot be read; the message names the reason. Nothing has been fetched. Trigger again with a
  right path.
- `rdfize_shard`: clear the task. It goes on after its last committed segment and fetches nothing twice. A document that
  cannot be fetched or read never fails a shard: look for its address in the task's log to see its outcome.
- `merge`, `archive`, `metadata_sync`: clear the task once the cause is mended. Readers see the old release meanwhile.

Clearing any task at any time is safe: outputs are committed once and never edited.
"""

from datetime import timedelta

from airflow.sdk import dag, get_current_context, task
from airflow.sdk.exceptions import AirflowFailException

from dags.forms import INITIAL_RDFIZE


@dag(
    schedule=None,
    catchup=False,
    doc_md=__doc__,
    tags=["estner"],
    max_active_runs=4,
    default_args={"owner": "estner", "retries": 2, "retry_delay": timedelta(seconds=20)},
    params=INITIAL_RDFIZE,
)
def initial_rdfize() -> None:
    @task
    def plan() -> list[str]:
        from estner_ops import steps
        from estner_ops.errors import LogError, SettingsError

        run, log_path, overrides = _run()
        try:
            return steps.plan(run, log_path, overrides)
        except (LogError, SettingsError) as error:  # another try would read the same; the words say all
            raise AirflowFailException(str(error)) from None

    @task(map_index_template="{{ shard_label }}")
    def rdfize_shard(shard: str) -> int:
        from estner_ops import steps

        run, _, overrides = _run()
        get_current_context()["shard_label"] = steps.shard_label(run, shard)  # type: ignore[typeddict-unknown-key]
        return int(steps.rdfize_shard(run, shard, overrides)["documents"])

    @task
    def merge() -> dict[str, object]:
        from estner_ops import steps

        return steps.merge(_run()[0])

    @task
    def archive() -> dict[str, object]:
        from estner_ops import steps

        return steps.archive(_run()[0])

    @task
    def metadata_sync() -> dict[str, object]:
        from estner_ops import steps

        return steps.metadata_sync(_run()[0])

    shards = plan()
    rdfize_shard.expand(shard=shards) >> merge() >> archive() >> metadata_sync()


def _run() -> tuple[str, str, dict[str, object]]:
    """The run's name in the store, its crawl log, and the settings that the form overrides."""
    from estner_ops.steps import run_name

    context = get_current_context()
    overrides = dict(context["params"])
    return run_name(str(context["run_id"])), str(overrides.pop("log_path")), overrides


initial_rdfize()
