"""Which WARC file holds which document: one table for each file, made once and kept in the store."""

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

import pyarrow.compute as pc
import pyarrow.parquet as pq

from estner_ops.archive.record import WarcError, scan
from estner_ops.errors import SettingsError
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from estner_ops.tables import parquet

log = logging.getLogger(__name__)
_ENDS = (".warc", ".warc.gz", ".arc", ".arc.gz")


@dataclass(frozen=True, slots=True)
class WarcFile:
    storage: Storage
    path: str

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def index(self) -> str:
        """Where its table lies in the store. The size is in the name: a file that was still growing is read again."""
        key = f"{self.storage.url}\n{self.path}\n{self.storage.size(self.path)}"
        return f"warc-index/{hashlib.sha224(key.encode()).hexdigest()}.parquet"


@dataclass(frozen=True, slots=True)
class IndexRow:
    url: str
    date: datetime
    type: str
    digest: str
    offset: int


@dataclass(frozen=True, slots=True)
class Located:
    """A record of a document and the file it is in."""

    file: WarcFile
    row: IndexRow


def warc_files(settings: Settings) -> list[WarcFile]:
    """All WARC files in the folders of the settings; there must be some, or every document would be missing."""
    files: list[WarcFile] = []
    for folder in settings.warc_folders:
        storage, path = Storage(settings.store), folder
        if "://" in folder or folder.startswith("/"):
            parent, _, path = folder.rstrip("/").rpartition("/")
            if parent.endswith(":/"):
                raise SettingsError(f"ESTNER_WARC_FOLDERS: {folder} is a whole bucket: name a folder in it")
            storage = Storage(parent or "/")
        files += [WarcFile(storage, one) for one in storage.list(path) if one.endswith(_ENDS)]
    if not files:
        raise SettingsError(f"ESTNER_WARC_FOLDERS: there is no WARC file in {', '.join(settings.warc_folders)}")
    return files


def index_warcs(settings: Settings) -> int:
    """Makes the tables that are missing; the number of files that have one. May run anywhere, any number of times."""
    store = Storage(settings.store)
    files = warc_files(settings)
    for file in files:
        if not store.exists(file.index):
            rows = _rows(file)
            log.info("%s: %d records of documents", file.path, len(rows))
            store.write_bytes(file.index, parquet(rows, IndexRow))
    return len(files)


def _rows(file: WarcFile) -> list[IndexRow]:
    rows: list[IndexRow] = []
    try:
        with file.storage.open(file.path) as stream:
            for place in scan(stream):
                rows.append(IndexRow(place.url, place.date, place.type, place.digest, place.offset))
    except WarcError as error:
        log.warning("%s is %s; what comes before it is used", file.path, error)
    return sorted(rows, key=lambda row: row.url)


class Index:
    """Look-ups over the tables of all files, for the documents of one shard."""

    def __init__(self, settings: Settings, urls: set[str]) -> None:
        self._store = Storage(settings.store)
        self._files = warc_files(settings)
        self._by_url: dict[str, list[Located]] = {}
        self._originals: dict[str, Located | None] = {}  # by digest
        for located in self._search("url", urls):
            self._by_url.setdefault(located.row.url, []).append(located)

    def records(self, *urls: str) -> list[Located]:
        """The records under these URLs, newest first."""
        found = {located for url in urls for located in self._by_url.get(url, ())}
        return sorted(found, key=lambda located: located.row.date, reverse=True)

    def original(self, digest: str) -> Located | None:
        """A record that holds the payload which a revisit only names."""
        if digest not in self._originals:
            # With those of all other revisits at once: each search reads the tables of all files.
            revisits = {one.row.digest for found in self._by_url.values() for one in found if one.row.type == "revisit"}
            wanted = {digest} | (revisits - self._originals.keys() - {""})
            self._originals |= dict.fromkeys(wanted)
            self._originals |= {one.row.digest: one for one in self._search("digest", wanted)
                                if one.row.type != "revisit"}
        return self._originals[digest]

    def before(self, url: str, date: datetime) -> Located | None:
        """The last record up to this time that holds a payload of this URL."""
        return next((one for one in self.records(url) if one.row.type != "revisit" and one.row.date <= date), None)

    def _search(self, column: str, wanted: set[str]) -> Iterator[Located]:
        for file in self._files:
            with self._store.local(file.index) as path:
                table = pq.read_table(path, filters=pc.field(column).isin(sorted(wanted)))
            for row in table.to_pylist():
                yield Located(file, IndexRow(**row))
