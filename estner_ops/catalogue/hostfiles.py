"""Publishes `metadata/<host>.json` in the reference system's form: URL digest → content digest → what is known.

A host's file is written anew from the catalogue when the catalogue has learnt of a new version, never edited: two
changes on one day are two keys. A host is marked in the transaction that loads its versions and unmarked after its file
is written, so a killed sync is made up for by the next.
"""

import json
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from sqlalchemy import Row

from estner_ops.catalogue.database import execute, reading, writing
from estner_ops.storage import Storage


def publish_hosts(storage: Storage, url: str) -> int:
    """Writes the files of all hosts that have new versions; returns how many."""
    with reading(url) as connection:
        hosts = [(host_id, host) for host_id, host in execute(connection, "catalogue/stale_hosts")]
    for host_id, host in hosts:
        with reading(url) as connection, tempfile.TemporaryDirectory(prefix="estner-") as folder:
            local = Path(folder) / "host.json"
            rows = execute(connection.execution_options(yield_per=1000), "catalogue/host_versions",
                           {"host_id": host_id})
            with local.open("w", encoding="utf-8") as file:
                _write(file, host, rows)
            storage.upload(local, host_file(host))
        with writing(url) as connection:
            execute(connection, "catalogue/host_published", {"host_id": host_id})
    return len(hosts)


def host_file(host: str) -> str:
    return f"metadata/{quote(host, safe=':[]')}.json"


def _write(file: TextIO, host: str, rows: Iterator[Row[Any]] | Any) -> None:
    """One document at a time: a large host has hundreds of thousands."""
    file.write(json.dumps({"base_url": host}, ensure_ascii=False)[:-1])
    for url_sha224, versions in groupby(rows, key=lambda row: row.url_sha224):
        entry = {version.sha224: _version(version) for version in versions}
        file.write(f',\n"{url_sha224}": {json.dumps(entry, ensure_ascii=False, indent=1)}')
    file.write("}\n")


def _version(row: Row[Any]) -> dict[str, Any]:
    fetched = datetime.fromtimestamp(row.fetched_at / 1e6, UTC)
    values: dict[str, Any] = {}
    for name, value in json.loads(row.headers):
        # A header that is sent twice means its values joined by commas (RFC 9110, 5.3).
        values[name] = f"{values[name]}, {value}" if name in values else value
    return values | {
        "file_url": row.url, "localFilename": row.url_sha224, "sha224": row.sha224, "status": row.status,
        "timeDir": f"{fetched:%d_%m_%Y}", "fetched_at": fetched.isoformat(),
    } | ({"final_url": row.final_url} if row.final_url and row.final_url != row.url else {})
