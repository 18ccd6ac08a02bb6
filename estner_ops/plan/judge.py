"""One outcome for every line, and a source for every accepted one."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, Self
from zlib import crc32

from estner_ops.plan.address import canonical_address, identity_of, in_utf8
from estner_ops.plan.balance import HostLoad, expected_work
from estner_ops.plan.line import Particulars, fields_of, particulars_of, status_of
from estner_ops.plan.rules import reason_against
from estner_ops.records import Known, Source

_ADDRESS = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*:.").match
_THREAD = re.compile(rb"#[0-9]+").fullmatch


class LineColumns(NamedTuple):
    """The outcomes of consecutive lines. `key` leads from a URL to its lines; the URL itself then confirms it.

    Columns and not rows: millions of small tuples would keep the garbage collector busy for a fifth of the time.
    """

    url: list[bytes]  # UTF-8: goes from the log to the table without being decoded
    key: list[int]
    outcome: list[str]
    status: list[int | None]
    media_type: list[str]

    def add(self, url: bytes, key: int, outcome: str, status: int | None, media_type: str) -> None:
        self.url.append(url)
        self.key.append(key)
        self.outcome.append(outcome)
        self.status.append(status)
        self.media_type.append(media_type)


class SourceColumns(NamedTuple):
    """Sources on their way to a shard; a host is a number as long as there are millions of them."""

    host: list[int]
    url: list[bytes]
    original_url: list[bytes]
    media_type: list[str]
    size: list[int | None]
    crawl_digest: list[str | None]
    warc_filename: list[str | None]
    warc_offset: list[int | None]
    known_sha224: list[str | None]
    known_text_sha224: list[str | None]
    known_etag: list[str | None]
    known_last_modified: list[str | None]
    known_sha1: list[str | None]
    known_url: list[str | None]

    def add(self, host: int, url: bytes, original_url: bytes, media_type: str, particulars: Particulars,
            known: Known | None = None) -> None:
        self.host.append(host)
        self.url.append(url)
        self.original_url.append(original_url)
        self.media_type.append(media_type)
        self.size.append(particulars.size)
        self.crawl_digest.append(particulars.digest)
        self.warc_filename.append(particulars.warc_filename)
        self.warc_offset.append(particulars.warc_offset)
        self.known_sha224.append(known.sha224 if known else None)
        self.known_text_sha224.append(known.text_sha224 if known else None)
        self.known_etag.append(known.etag if known else None)
        self.known_last_modified.append(known.last_modified if known else None)
        self.known_sha1.append(known.sha1 if known else None)
        self.known_url.append(known.url if known else None)


class Block(NamedTuple):
    """What was decided on consecutive lines."""

    lines: LineColumns
    sources: SourceColumns

    @classmethod
    def empty(cls) -> Self:
        return cls(LineColumns(*([] for _ in LineColumns._fields)), SourceColumns(*([] for _ in SourceColumns._fields)))


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

    def lines(self, lines: Iterable[bytes]) -> Block:
        """The outcome of each line, in order, and the sources among them."""
        block = Block.empty()
        add = block.lines.add
        for line in lines:
            fields = fields_of(line)
            if fields is None:
                add(*_malformed(line))
                continue
            address, media_type = fields[3], _name_of(fields[6])
            identity = canonical_address(address)
            canonical = identity[0] if identity else None
            status = status_of(fields[1]) or 0
            original = in_utf8(address)
            outcome = reason_against(fields[4], address, canonical, status, media_type)
            if outcome is None and identity:
                outcome = self._source(block.sources, identity, original, media_type, fields)
            add(original, crc32(canonical or original), str(outcome), status, media_type)
        self.counts.update(block.lines.outcome)
        return block

    def documents(self, documents: Iterable[Source]) -> Block:
        """The same for sources that are known already: the catalogue's word takes the place of a line."""
        block = Block.empty()
        for source in documents:
            canonical = source.url.encode()
            outcome = "accepted" if self._is_new(canonical) else "duplicate"
            block.lines.add(canonical, crc32(canonical), outcome, None, source.media_type)
            if outcome == "accepted":
                particulars = Particulars(source.size, source.crawl_digest, source.warc_filename, source.warc_offset)
                block.sources.add(self._count(source.host, source.size), canonical, source.original_url.encode(),
                                  source.media_type, particulars, source.known)
        self.counts.update(block.lines.outcome)
        return block

    def forget(self) -> None:
        """Gives back the memory of what was seen: no more lines will come."""
        self._seen = set()

    def hosts(self) -> list[HostLoad]:
        """The hosts of all sources so far; a source's host number is its place in this list."""
        return [HostLoad(*load) for load in
                zip(self._numbers, self._documents, self._bytes, self._work, strict=True)]

    def _source(self, sources: SourceColumns, identity: tuple[bytes, str], original: bytes, media_type: str,
                fields: list[bytes]) -> str:
        canonical, host = identity
        if not self._is_new(canonical):
            return "duplicate"
        particulars = particulars_of(fields)
        sources.add(self._count(host, particulars.size), canonical, original, media_type, particulars)
        return "accepted"

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


def _malformed(line: bytes) -> tuple[bytes, int, str, None, str]:
    """Of a line that is none, the address is kept, so that it can be asked for."""
    address = _address_in(line[:4096].split()) or line[:200].strip()
    return in_utf8(address), crc32(identity_of(address)), "malformed-line", None, ""


def _address_in(words: list[bytes]) -> bytes:
    """The first word that looks like an address, wherever it stands, or what stands in an address's place.

    Where the thread's number comes too late in the line, the address has spaces: it goes on until three fields before.
    """
    start = next((number for number, word in enumerate(words) if _ADDRESS(word)), 3)
    thread = next((number for number, word in enumerate(words) if number > start and _THREAD(word)), 0)
    return b" ".join(words[start : max(start + 1, thread - 3)])


@lru_cache(maxsize=4096)
def _name_of(media_type: bytes) -> str:
    return in_utf8(media_type[:100]).decode().lower()
