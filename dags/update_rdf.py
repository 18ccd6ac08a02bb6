"""
### Checks known documents again and publishes what changed

Asks the servers of documents that are due whether these have changed, reads only those that did, and publishes a new
release if the graph is another one then.

**When it runs**: monthly (setting `ESTNER_UPDATE_SCHEDULE`), and when somebody triggers it, for all that is due or for
some hosts or content types. One run at a time: a second one waits, and one started at a terminal meanwhile is refused.

**In**: the catalogue: which documents there are, and each one's digests, ETag and history. A document that changes
often is due more often.

**Out**: as `initial_rdfize`: shard outputs under `runs/<run>/`, a new `releases/<id>/` unless nothing changed, the
archive's index, `metadata/<host>.json`, the catalogue. With *dry run* only a report of what would be read.

**Tasks**: `choose` selects what is due and cuts it into shards of whole hosts → `refresh_shard` asks with conditional
requests, compares digests and reads what changed → `merge` → `archive` → `metadata_sync` → `report` sums it up.

**When a task is red**
- `choose`: another update holds the lock (the message names it), or the catalogue cannot be reached. Clear the task
  when the other one has ended.
- `refresh_shard`: clear the task. It goes on after its last committed segment.
- the others: clear the task once the cause is mended. Readers see the old release meanwhile.

Documents that answer 404 or 410 twice leave the graph, never the archive. Those that cannot be reached keep their
relations; their availability becomes unknown and, after some more tries, no.
"""

from datetime import timedelta

from airflow.sdk import dag, get_current_context, task
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException

from dags.forms import SETTINGS, UPDATE_RDF


@dag(
    schedule=SETTINGS.update_schedule,
    catchup=False,
    doc_md=__doc__,
    tags=["estner"],
    max_active_runs=1,
    default_args={"owner": "estner", "retries": 2, "retry_delay": timedelta(seconds=20)},
    params=UPDATE_RDF,
)
def update_rdf() -> None:
    @task
    def choose() -> list[str]:
        from estner_ops import update
        from estner_ops.errors import SettingsError

        run, params = _run()
        try:
            return update.choose(run, *update.read_params(params))
        except SettingsError as error:  # another try would read the same
            raise AirflowFailException(str(error)) from error

    @task(map_index_template="{{ shard_label }}")
    def refresh_shard(shard: str) -> int:
        from estner_ops import steps, update

        run, params = _run()
        _, overrides = update.read_params(params)
        get_current_context()["shard_label"] = steps.shard_label(run, shard)  # type: ignore[typeddict-unknown-key]
        return int(update.refresh_shard(run, shard, overrides)["documents"])

    @task
    def merge() -> dict[str, object]:
        from estner_ops import update

        run, params = _run()
        if update.read_params(params)[0].dry_run:
            raise AirflowSkipException("a dry run publishes nothing")
        return update.publish(run)

    @task
    def archive() -> dict[str, object]:
        from estner_ops import update

        return update.archive(_run()[0])

    @task
    def metadata_sync() -> dict[str, object]:
        from estner_ops import update

        return update.metadata_sync(_run()[0])

    @task(trigger_rule="none_failed")  # also when nothing was due, and after a dry run
    def report() -> str:
        from estner_ops import update

        return update.report(_run()[0])

    shards = choose()
    refresh_shard.expand(shard=shards) >> merge() >> archive() >> metadata_sync() >> report()


def _run() -> tuple[str, dict[str, object]]:
    """The run's name in the store and what the form asks for."""
    from estner_ops.steps import run_name

    context = get_current_context()
    return run_name(str(context["run_id"])), dict(context["params"])


update_rdf()
