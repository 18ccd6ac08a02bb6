"""Finds archived versions: by URL and time, by content digest, by the reference system's dated path."""

from contextlib import suppress
from datetime import datetime

from estner_ops.archive.entries import Entry, document_host, sha224, url_digest_key
from estner_ops.archive.index import Index
from estner_ops.archive.records import DamagedRecord, Version, content, read_record
from estner_ops.archive.surt import surt
from estner_ops.storage import Storage


def history(storage: Storage, url: str) -> list[Entry]:
    """What the archive has under a URL, oldest first: of this very document if it is there, else of its sort key."""
    return _history(Index(storage), url)


def find_version(storage: Storage, url: str, when: datetime | None = None) -> Version | None:
    """The content a document had at a time (now if None): the last one archived by then, else the first one after."""
    index = Index(storage)
    entries = _history(index, url)
    before = [entry for entry in entries if when is None or entry.time <= when]
    after = [entry for entry in entries if when is not None and entry.time > when]
    return first_content(index, [*reversed(before), *after])


def find_digest(storage: Storage, digest: str) -> Version | None:
    """Content by its SHA-224. Any copy serves: if one is damaged the next is read."""
    index = Index(storage)
    return first_content(index, list(index.with_digest(digest)))


def find_path(storage: Storage, path: str) -> Version | None:
    """Content by `<dd_mm_yyyy>/<host>/<sha224(url)>`; of two versions of one day the later."""
    parts = path.strip("/").split("/")
    if len(parts) != 3:
        return None
    day, host, url_digest = parts
    index = Index(storage)
    found = [entry for entry in index.by_key(url_digest_key(url_digest))
             if sha224(entry.document) == url_digest and document_host(entry.document) == host
             and f"{entry.time:%d_%m_%Y}" == day]
    return first_content(index, sorted(found, key=lambda entry: entry.time, reverse=True))


def first_content(index: Index, entries: list[Entry]) -> Version | None:
    """The first entry whose content can be had, from its own record or from another one with the same content."""
    damage: DamagedRecord | None = None
    for entry in entries:
        if not entry.sha224:  # a 304 confirms the next older entry; an error page is not the document's content
            continue
        copies = index.with_digest(entry.sha224)
        for copy in (*copies, entry) if entry.is_revisit else (entry, *copies):
            try:
                found = _own_content(index, copy)
            except DamagedRecord as error:
                damage = damage or error
                continue
            if found is not None:
                return Version(entry.document, entry.time, copy.status, copy.media_type, found[0], entry.sha224,
                               found[1])
    if damage:
        raise damage
    return None


def _history(index: Index, url: str) -> list[Entry]:
    found = list(index.entries(surt(url)))
    same = [entry for entry in found if entry.document == url] or [entry for entry in found if entry.url == url]
    return same or found


def _own_content(index: Index, entry: Entry) -> tuple[tuple[tuple[str, str], ...], bytes] | None:
    """Headers and content in the entry's own record, or in one it refers to by URL; None if there is no such."""
    record = read_record(index.storage, entry)
    if record.warc_type == "response":
        return record.http_headers, content(entry, record)
    # The same payload under another status (an error page that later became the page) is not in the index by digest.
    for other in index.entries(surt(record.warc_headers.get("warc-refers-to-target-uri", ""))):
        original = read_record(index.storage, other)
        if original.warc_type == "response":
            with suppress(DamagedRecord):  # intact, but another version
                return original.http_headers, content(entry, original)
    return None
