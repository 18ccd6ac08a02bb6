"""Publishes `metadata/<host>.json` in the reference system's form: URL digest → content digest → what is known.

A host's file is written anew from the catalogue when the catalogue has learnt of a new version, never edited: two
changes on one day are two keys. A host is marked in the transaction that loads its versions and unmarked after its file
is written, so a killed sync is made up for by the next.
"""

import json
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from sqlalchemy import Row

from estner_ops.catalogue.database import execute, execute_many, reading, writing
from estner_ops.storage import Storage

_HOSTS_AT_ONCE = 300
_UPLOADS = 16  # an upload mostly waits: for the disk to confirm, or for the bucket


def publish_hosts(storage: Storage, url: str) -> int:
    """Writes the files of all hosts that have new versions; returns how many."""
    published = last = 0
    with ThreadPoolExecutor(_UPLOADS) as uploads:
        while hosts := _next_hosts(url, last):
            _publish(storage, url, last, hosts[-1]["id"], uploads)
            with writing(url) as connection:
                execute_many(connection, "catalogue/host_published", hosts)
            published, last = published + len(hosts), hosts[-1]["id"]
    return published


def _next_hosts(url: str, after: int) -> list[dict[str, Any]]:
    with reading(url) as connection:
        found = execute(connection, "catalogue/next_hosts", {"after": after, "most": _HOSTS_AT_ONCE})
        return [dict(row) for row in found.mappings()]


def _publish(storage: Storage, url: str, after: int, last: int, uploads: Executor) -> None:
    """Files of the hosts with ids between these: written one after another, uploaded several at once."""
    with reading(url) as connection, tempfile.TemporaryDirectory(prefix="estner-") as folder:
        rows = execute(connection.execution_options(yield_per=1000), "catalogue/host_versions",
                       {"after": after, "last": last})
        sent = []
        for number, (host, versions) in enumerate(groupby(rows, key=lambda row: row.host)):
            local = Path(folder) / str(number)
            with local.open("w", encoding="utf-8") as file:
                _write(file, host, versions)
            sent.append(uploads.submit(storage.upload, local, host_file(host)))
        for one in sent:
            one.result()


def host_file(host: str) -> str:
    return f"metadata/{quote(host, safe=':[]')}.json"


def _write(file: TextIO, host: str, rows: Iterator[Row[Any]]) -> None:
    """One document at a time: a large host has hundreds of thousands."""
    file.write(json.dumps({"base_url": host}, ensure_ascii=False)[:-1])
    for url_sha224, versions in groupby(rows, key=lambda row: row.url_sha224):
        entry = {version.sha224: _version(version) for version in versions}
        file.write(f',\n"{url_sha224}": {json.dumps(entry, ensure_ascii=False)}')
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
