"""Answers who browses the documents: filters, orders, pages and counts, in milliseconds with millions of documents.

Counts come from tallies that every sync brings up to date. They also decide how a page is found: if the filters leave
many documents, walking the index of the order meets enough of them soon; if they leave few, these are fetched by the
index of the narrowest filter and sorted. Whichever looks at fewer documents is taken.
"""

import base64
import binascii
import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal, get_args

from sqlalchemy import Connection

from estner_ops.catalogue.database import CatalogueError, execute, has_statement, reading

Order = Literal["newest", "checked", "largest", "mentions", "url"]
ORDERS: tuple[str, ...] = get_args(Order)
_DAY = 86_400_000_000
_EVER = 1 << 62
_LAST_DAY = 1 << 30
_LAST_ID = 1 << 30
_SOON = 2000  # documents that are looked at without asking whether there is a shorter way
# What an order takes for granted. (Documents without names or content would all stand in one place, at its end.)
_IMPLIED = {"mentions": {"named": 1}, "largest": {"received": 1}}
_COLUMNS = {"newest": "version_at", "checked": "checked_at", "largest": "bytes", "mentions": "mentions"}


@dataclass(frozen=True, slots=True)
class Filter:
    """What the documents of a list have in common.

    Days are those of the newest version, or of the first check if nothing was ever received, in UTC. In the order
    "mentions" a list has only documents with names, in the order "largest" only those that were received.
    """

    host: str = ""  # part of the host's name
    media_type: str = ""
    language: str = ""
    standing: str = ""  # an outcome's code
    availability: str = ""
    errors: bool = False  # only documents of which the last word is another than that they were read
    since: date | None = None
    until: date | None = None  # inclusive
    changed_since: date | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A document as a list shows it."""

    id: int
    url: str
    host: str
    outcome: str
    detail: str
    status: int | None
    standing: str
    availability: str
    checked_at: datetime
    version_at: datetime | None
    first_at: datetime
    checks: int
    changes: int
    due_at: datetime
    sha224: str
    media_type: str
    language: str
    title: str
    bytes: int
    characters: int
    mentions: int
    in_graph: bool


@dataclass(frozen=True, slots=True)
class Facets:
    total: int
    media_type: dict[str, int]
    language: dict[str, int]
    standing: dict[str, int]
    availability: dict[str, int]


@dataclass(frozen=True, slots=True)
class Page:
    documents: tuple[Listed, ...]
    next: str | None  # hand it in as `after` for the next page
    facets: Facets


def browse(url: str, chosen: Filter | None = None, order: Order = "newest", after: str | None = None,
           most: int = 50) -> Page:
    """A page of the matching documents in this order, and how all the matching ones divide."""
    filters = chosen or Filter()
    if order not in ORDERS:
        raise CatalogueError(f"there is no order {order!r}, only {', '.join(ORDERS)}")
    values = _values(filters) | _IMPLIED.get(order, {}) | {"most": most + 1, "sort": order}
    values |= _position(after, order, values["until"])
    with reading(url) as connection:
        counts = _facets(connection, values)
        if not counts.total:
            return Page((), None, counts)
        statement, driver = way(connection, filters, values, counts.total)
        rows = execute(connection, statement, values | {"driver": driver}).mappings().all()
    documents = tuple(_listed(row) for row in rows[:most])
    return Page(documents, _cursor(rows[most - 1], order) if len(rows) > most else None, counts)


def way(connection: Connection, filters: Filter, values: dict[str, Any], total: int) -> tuple[str, str]:
    """The statement that finds a page of so many documents, and the filter by which it does; prepares it."""
    driver = _driver(connection, filters, values, values["most"] / total)
    if driver is not None:
        return "browse/few", driver
    if has_statement(connection, "browse/along"):
        execute(connection, "browse/along")
    return f"browse/{values['sort']}", ""


def facets(url: str, chosen: Filter | None = None) -> Facets:
    with reading(url) as connection:
        return _facets(connection, _values(chosen or Filter()))


def top_hosts(url: str, chosen: Filter | None = None, most: int = 20) -> dict[str, int]:
    """The hosts with the most matching documents."""
    name = "browse/hosts" if chosen and chosen != Filter() else "browse/largest_hosts"
    with reading(url) as connection:
        rows = execute(connection, name, _values(chosen or Filter()) | {"most": most})
        return {row.host: row.documents for row in rows}


def find_document(url: str, document_url: str) -> dict[str, Any] | None:
    """A document with its versions and what happened to it."""
    digest = hashlib.sha224(document_url.encode("utf-8", "surrogatepass")).hexdigest()
    with reading(url) as connection:
        row = execute(connection, "browse/document", {"url_sha224": digest}).mappings().one_or_none()
        if row is None:
            return None
        given = {"document_id": row["id"]}
        versions = [dict(one) for one in execute(connection, "browse/versions", given).mappings()]
        events = [dict(one) for one in execute(connection, "browse/events", given).mappings()]
    for one in versions:
        one |= {"fetched_at": _time(one["fetched_at"]), "headers": json.loads(one["headers"])}
    for one in events:
        one["checked_at"] = _time(one["checked_at"])
    return asdict(_listed(row)) | {"versions": versions, "events": events}


def _values(filters: Filter) -> dict[str, Any]:
    since = max((day for day in (filters.since, filters.changed_since) if day), default=None)
    first = _days(since) if since else 0
    last = _days(filters.until) + 1 if filters.until else None
    return {
        "host": f"%{_quoted(_plain(filters.host.lower()))}%" if filters.host else "",
        "media_type": _plain(filters.media_type), "language": _plain(filters.language),
        "standing": _plain(filters.standing), "availability": _plain(filters.availability),
        "errors": int(filters.errors), "changed": int(filters.changed_since is not None), "named": 0, "received": 0,
        "since": first * _DAY, "until": _EVER if last is None else last * _DAY,
        "since_day": first, "until_day": _LAST_DAY if last is None else last,
    }


def _plain(text: str) -> str:
    """What a stranger sends, as a database can be asked for it: a NUL, which none of the stored texts has, is shown."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _quoted(part: str) -> str:
    return part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _facets(connection: Connection, values: dict[str, Any]) -> Facets:
    found: dict[str, dict[str, int]] = {name: {} for name in ("total", *Facets.__slots__)}
    dated = values["since_day"] > 0 or values["until_day"] < _LAST_DAY
    of_hosts = "browse/facets_of_hosts" if dated else "browse/facets_of_hosts_ever"
    for row in execute(connection, of_hosts if values["host"] else "browse/facets", values):
        found[row.facet][row.name] = row.documents
    return Facets(found["total"][""], found["media_type"], found["language"], found["standing"], found["availability"])


def _driver(connection: Connection, filters: Filter, values: dict[str, Any], share: float) -> str | None:
    """The filter by whose index to fetch, if that means fewer documents than looking along the order; else None.

    `share`: how much of the matching documents a page shows. Looking along the order meets the page's documents after
    as much of all documents, if nothing is known of how the two hang together.
    """
    alone = execute(connection, "browse/alone", values).mappings().one()
    walked = min(share, 1) * alone["everything"]
    if walked <= _SOON:
        return None
    given = {name for name in ("standing", "media_type", "language", "host") if getattr(filters, name)}
    if filters.since or filters.until or filters.changed_since:
        given.add("date")
    # These orders go by hosts and by dates anyway, so that such a filter costs them nothing.
    given -= {"url": {"host"}, "newest": {"date"}}.get(values["sort"], set())
    best = min(sorted(given), key=lambda name: alone[name], default=None)
    return best if best is not None and alone[best] < walked else None


def _position(after: str | None, order: str, until: int) -> dict[str, Any]:
    """Where the page begins: after the last document of the page before."""
    if after is None:
        return {"after_number": until if order == "newest" else _EVER, "after_id": _LAST_ID if order != "url" else 0,
                "after_host": "", "after_text": ""}
    try:
        number, identity, host, text = json.loads(base64.urlsafe_b64decode(after))
        place = {"after_number": int(number), "after_id": int(identity)}
    except (ValueError, TypeError, OverflowError, RecursionError, binascii.Error) as error:
        raise CatalogueError("`after` is not the end of a page") from error
    if not (0 <= place["after_number"] <= _EVER and 0 <= place["after_id"] <= _LAST_ID):
        raise CatalogueError("`after` is not the end of a page")
    return place | {"after_host": _plain(str(host)), "after_text": _plain(str(text))}


def _cursor(row: Any, order: str) -> str:
    number = row[_COLUMNS[order]] if order in _COLUMNS else 0
    place = json.dumps([number, row["id"], row["host"], row["url"][:200]])
    return base64.urlsafe_b64encode(place.encode()).decode()


def _listed(row: Any) -> Listed:
    values = dict(row)
    state, gone_times = values.pop("state"), values.pop("gone_times")
    return Listed(**values | {
        "checked_at": _time(values["checked_at"]), "first_at": _time(values["first_at"]),
        "due_at": _time(values["due_at"]), "version_at": _time(values["version_at"]) if values["sha224"] else None,
        "in_graph": state == "read" and gone_times < 2})


def _time(micros: int) -> datetime:
    return datetime.fromtimestamp(micros / 1e6, UTC)


def _days(day: date) -> int:
    return (day - date(1970, 1, 1)).days
