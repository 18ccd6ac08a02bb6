"""Chooses the documents that an update looks at again, with what is known of each, so that only changes cost work."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from estner_ops.catalogue.database import execute, reading
from estner_ops.catalogue.migrations import migrate
from estner_ops.records import Known, Source
from estner_ops.settings import Settings

_ALL = 1 << 62


@dataclass(frozen=True, slots=True)
class Selection:
    """What an update is restricted to. Without `older_than_days` the documents that are due by their own history."""

    hosts: tuple[str, ...] = ()  # each with the hosts below it; all if empty
    media_types: tuple[str, ...] = ()
    older_than_days: float | None = None  # last checked longer ago than that, due or not; 0 takes all
    most: int | None = None


def select_due(settings: Settings, selection: Selection | None = None, now: datetime | None = None) -> Iterator[Source]:
    """The documents to check again, the longest overdue first."""
    chosen = selection or Selection()
    moment = now or datetime.now(UTC)
    older = chosen.older_than_days
    checked = _ALL if older is None else _micros(moment - timedelta(days=older))
    values = {
        "due": _micros(moment) if older is None else _ALL, "checked": checked,
        "any_host": int(not chosen.hosts), "any_type": int(not chosen.media_types),
        "most": _ALL if chosen.most is None else chosen.most,
    }
    migrate(settings.catalogue)
    with reading(settings.catalogue) as connection:
        execute(connection, "catalogue/wanted")
        execute(connection, "catalogue/unwant")
        for kind, names in (("host", map(_host, chosen.hosts)), ("type", chosen.media_types)):
            for name in names:
                execute(connection, "catalogue/want", {"kind": kind, "name": name.strip().lower()})
        rows = execute(connection.execution_options(yield_per=5000), "catalogue/due", values)
        for url, original_url, host, media_type, size, *known in rows:
            yield Source(url, original_url, host, media_type, size or None, known=Known(*known) if known[0] else None)


def _host(given: str) -> str:
    """The host alone: what people paste is often an address."""
    return given.strip().rpartition("//")[2].partition("/")[0].strip(".")


def _micros(moment: datetime) -> int:
    return round(moment.timestamp() * 1_000_000)
