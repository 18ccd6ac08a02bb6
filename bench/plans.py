"""How a database goes about a question of browsing, in its own words."""

import re

from sqlalchemy import text

from estner_ops.catalogue import Filter
from estner_ops.catalogue.browsing import _IMPLIED, Order, _facets, _position, _values, way
from estner_ops.catalogue.database import reading, statement

_INDEX = re.compile(r"(?:USING (?:COVERING )?INDEX |using |Bitmap Index Scan on )(documents_\w+)")
_WHOLE = re.compile(r"SCAN (?:d|one|documents)\b(?! USING)|Seq Scan on documents")


def explain(url: str, chosen: Filter, order: Order) -> list[str]:
    """The plan of the first page, line by line; nothing if no document matches."""
    with reading(url) as connection:
        values = _values(chosen) | _IMPLIED.get(order, {}) | {"most": 51, "sort": order}
        values |= _position(None, order, values["until"])
        total = _facets(connection, values).total
        if not total:
            return []
        name, driver = way(connection, chosen, values, total)
        word = "EXPLAIN QUERY PLAN " if connection.dialect.name == "sqlite" else "EXPLAIN "
        sql = statement(name, connection.dialect.name)
        return [str(row[-1]) for row in connection.execute(text(word + sql), values | {"driver": driver})]


def indexes(plan: list[str]) -> list[str]:
    """The indexes of the documents that a plan uses."""
    return sorted({name for line in plan for name in _INDEX.findall(line)})


def reads_all_documents(plan: list[str]) -> bool:
    return any(_WHOLE.search(line) for line in plan)
