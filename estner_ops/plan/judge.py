"""One outcome for every line, and a source for every accepted one."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple
from zlib import crc32

from estner_ops.plan.address import canonical_address, printable
from estner_ops.plan.balance import HostLoad, expected_work
from estner_ops.plan.line import LogLine, fields_of, particulars_of, status_of
from estner_ops.plan.rules import reason_against
from estner_ops.records import Source

Text = str | bytes  # bytes are UTF-8: most text goes from the log to the table without being decoded


class LineRow(NamedTuple):
    """A line's outcome. `key` leads from a URL to its lines; the URL itself then confirms it."""

    url: Text
    key: int
    outcome: str
    status: int | None
    media_type: str


class SourceRow(NamedTuple):
    """A source on its way to a shard; its host is a number as long as there are millions of them."""

    host: int
    url: Text
    original_url: Text
    media_type: str
    size: int | None
    crawl_digest: str | None
    warc_filename: str | None
    warc_offset: int | None
    known_sha224: str | None = None
    known_text_sha224: str | None = None
    known_etag: str | None = None
    known_last_modified: str | None = None


class Judge:
    """Judges lines in the order of the log. Keeps, of all that came before, the counts and the identity of sources."""

    def __init__(self, max_body: int) -> None:
        self.counts: Counter[str] = Counter()
        self._max_body = max_body
        self._seen: set[bytes] = set()
        self._numbers: dict[str, int] = {}
        self._documents: list[int] = []
        self._bytes: list[int] = []
        self._work: list[int] = []

    def lines(self, lines: Iterable[bytes]) -> tuple[list[LineRow], list[SourceRow]]:
        """The outcome of each line, in order, and the sources among them."""
        rows, sources = [], []
        for line in lines:
            fields = fields_of(line)
            if fields is None:
                rows.append(_malformed(line))
                continue
            address, media_type = fields[3], fields[6]
            identity = canonical_address(address)
            canonical = identity[0] if identity else None
            entry = LogLine(status_of(fields[1]) or 0, address, fields[4], media_type, canonical)
            outcome = reason_against(entry)
            name = _name_of(media_type)
            original = address if address.isascii() else printable(address).encode()
            if outcome is None and identity:
                outcome = "accepted" if self._is_new(identity[0]) else "duplicate"
                if outcome == "accepted":
                    particulars = particulars_of(fields)
                    host = self._count(identity[1], particulars.size)
                    sources.append(SourceRow(host, identity[0], original, name, *particulars))
            rows.append(LineRow(original, crc32(canonical or address), str(outcome), entry.status, name))
        self.counts.update(row.outcome for row in rows)
        return rows, sources

    def documents(self, documents: Iterable[Source]) -> tuple[list[LineRow], list[SourceRow]]:
        """The same for sources that are known already: the catalogue's word takes the place of a line."""
        rows, sources = [], []
        for source in documents:
            canonical = source.url.encode()
            outcome = "accepted" if self._is_new(canonical) else "duplicate"
            rows.append(LineRow(canonical, crc32(canonical), outcome, None, source.media_type))
            if outcome == "accepted":
                known = source.known
                sources.append(SourceRow(
                    self._count(source.host, source.size), canonical, source.original_url, source.media_type,
                    source.size, source.crawl_digest, source.warc_filename, source.warc_offset,
                    *((known.sha224, known.text_sha224, known.etag, known.last_modified) if known else ()),
                ))
        self.counts.update(row.outcome for row in rows)
        return rows, sources

    def hosts(self) -> list[HostLoad]:
        """The hosts of all sources so far; a source's host number is its place in this list."""
        return [HostLoad(*load) for load in
                zip(self._numbers, self._documents, self._bytes, self._work, strict=True)]

    def _is_new(self, canonical: bytes) -> bool:
        # 96 bits: the chance that two of ten million URLs share them is one in 10^15, at half the memory of the URLs.
        digest = blake2b(canonical, digest_size=12).digest()
        if digest in self._seen:
            return False
        self._seen.add(digest)
        return True

    def _count(self, host: str, size: int | None) -> int:
        number = self._numbers.setdefault(host, len(self._numbers))
        if number == len(self._documents):
            self._documents.append(0)
            self._bytes.append(0)
            self._work.append(0)
        self._documents[number] += 1
        self._bytes[number] += size or 0
        self._work[number] += expected_work(size, self._max_body)
        return number


def address_key(url: str) -> int:
    """The key under which the lines of a URL are found, in whatever spelling it is asked for."""
    address = url.encode("utf-8", "surrogateescape")
    identity = canonical_address(address)
    return crc32(identity[0] if identity else address)


def _malformed(line: bytes) -> LineRow:
    """Of a line that is none, what stands in the address's place is kept, so that it can be asked for."""
    fields = line[:4096].split(None, 4)
    address = fields[3] if len(fields) > 3 else line[:200].strip()
    identity = canonical_address(address)
    return LineRow(printable(address), crc32(identity[0] if identity else address), "malformed-line", None, "")


@lru_cache(maxsize=4096)
def _name_of(media_type: bytes) -> str:
    return printable(media_type[:100]).lower()
