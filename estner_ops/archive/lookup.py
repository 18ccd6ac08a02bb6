"""Finds archived versions: by URL and time, by content digest, by the reference system's dated path."""

from collections.abc import Iterator
from datetime import datetime

from estner_ops.archive.entries import (
    Entry,
    digest_key,
    document_host,
    parse_line,
    sha224,
    url_digest_key,
)
from estner_ops.archive.index import search
from estner_ops.archive.records import DamagedRecord, Version, content, read_record
from estner_ops.archive.surt import surt
from estner_ops.storage import Storage


def history(storage: Storage, url: str) -> list[Entry]:
    """What the archive has under a URL, oldest first: of this very document if it is there, else of its sort key."""
    found = [parse_line(line) for line in search(storage, "cdxj", f"{surt(url)} ")]
    same = [entry for entry in found if entry.document == url] or [entry for entry in found if entry.url == url]
    return same or found


def find_version(storage: Storage, url: str, when: datetime | None = None) -> Version | None:
    """The content a document had at a time (now if None): the last one archived by then, else the first one after."""
    entries = history(storage, url)
    before = [entry for entry in entries if when is None or entry.time <= when]
    after = [entry for entry in entries if when is not None and entry.time > when]
    return _first_content(storage, [*reversed(before), *after])


def find_digest(storage: Storage, digest: str) -> Version | None:
    """Content by its SHA-224. Any copy serves: if one is damaged the next is read."""
    return _first_content(storage, list(with_digest(storage, digest)))


def find_path(storage: Storage, path: str) -> Version | None:
    """Content by `<dd_mm_yyyy>/<host>/<sha224(url)>`; of two versions of one day the later."""
    parts = path.strip("/").split("/")
    if len(parts) != 3:
        return None
    day, host, url_digest = parts
    found = [entry for entry in _by_key(storage, url_digest_key(url_digest))
             if sha224(entry.document) == url_digest and document_host(entry.document) == host
             and f"{entry.time:%d_%m_%Y}" == day]
    return _first_content(storage, sorted(found, key=lambda entry: entry.time, reverse=True))


def with_digest(storage: Storage, digest: str) -> Iterator[Entry]:
    for entry in _by_key(storage, digest_key(digest)):
        if entry.sha224 == digest and not entry.is_revisit:
            yield entry


def _by_key(storage: Storage, key: str) -> Iterator[Entry]:
    for line in search(storage, "keys", key):
        _, time, sort_key = line.split(" ", 2)
        for found in search(storage, "cdxj", f"{sort_key} {time}"):
            yield parse_line(found)


def _first_content(storage: Storage, entries: list[Entry]) -> Version | None:
    """The first entry whose content can be had, from its own record or from another one with the same content."""
    damage: DamagedRecord | None = None
    for entry in entries:
        if not entry.sha224:  # a 304 confirms the next older entry; an error page is not the document's content
            continue
        for copy in (entry, *with_digest(storage, entry.sha224)):
            try:
                found = _own_content(storage, copy)
            except DamagedRecord as error:
                damage = damage or error
                continue
            if found is not None:
                return Version(entry.document, entry.time, copy.status, copy.media_type, found[0], entry.sha224,
                               found[1])
    if damage:
        raise damage
    return None


def _own_content(storage: Storage, entry: Entry) -> tuple[tuple[tuple[str, str], ...], bytes] | None:
    """Headers and content in the entry's own record or the one it refers to by URL; None if it only names a digest."""
    if entry.is_revisit:
        return None
    record = read_record(storage, entry)
    if record.warc_type == "response":
        return record.http_headers, content(entry, record)
    # The same payload under another status (an error page that later became the page) is not in the index by digest.
    for line in search(storage, "cdxj", f"{surt(record.warc_headers.get('warc-refers-to-target-uri', ''))} "):
        other = read_record(storage, parse_line(line))
        if other.warc_type == "response":
            return other.http_headers, content(entry, other)
    return None
