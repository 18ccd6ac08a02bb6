"""Checks the archive against its digests: believes nothing that it has not read again."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from estner_ops.archive.blocks import lines_at
from estner_ops.archive.entries import Entry, parse_line
from estner_ops.archive.index import Index, IndexObject
from estner_ops.archive.lookup import first_content
from estner_ops.archive.records import DamagedRecord, content, count_intact, read_record
from estner_ops.archive.run import archive_totals, segment_entries
from estner_ops.shards import Segment, finished_segments
from estner_ops.storage import Storage


@dataclass(frozen=True, slots=True)
class Damage:
    warc: str
    offset: int
    document: str
    time: str
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    records: int  # of documents in the archive
    checked: int
    bytes: int  # read from WARC files
    damaged: tuple[Damage, ...] = field(repr=False)

    @property
    def is_sound(self) -> bool:
        return not self.damaged

    def by_warc(self) -> dict[str, list[str]]:
        """The documents concerned, by damaged or missing WARC file."""
        found: dict[str, list[str]] = defaultdict(list)
        for one in self.damaged:
            found[one.warc].append(one.document)
        return {warc: sorted(set(documents)) for warc, documents in sorted(found.items())}


def verify(storage: Storage, sample: int | None = None, seed: int | None = None) -> Report:
    """Reads everything again, or a random sample of documents' records, and reports what is not as it was archived."""
    index = Index(storage)
    records = archive_totals(storage)["records"]
    segments: list[Segment] = []
    if sample is None or sample >= records:
        segments = _segments(storage, index.objects)
        chosen = _all(storage, segments)
    else:
        chosen = _sampled(storage, index.objects, sample, random.Random(seed))  # noqa: S311
    damaged: list[Damage] = []
    size = checked = 0
    for entry in chosen:
        checked += 1
        size += entry.length
        try:
            _check(index, entry)
        except DamagedRecord as error:
            damaged.append(_damage(entry, entry.offset, error))
    for segment in segments:
        read, found = _check_rest(storage, segment)
        size += read
        damaged += found
    return Report(max(records, checked), checked, size, tuple(damaged))


def _check(index: Index, entry: Entry) -> None:
    record = read_record(index.storage, entry)
    if not entry.sha224:
        return
    if record.warc_type == "response":
        content(entry, record)
    elif first_content(index, [entry]) is None:
        raise DamagedRecord(f"{entry.warc} at {entry.offset}: refers to content that the archive does not hold")


def _check_rest(storage: Storage, segment: Segment) -> tuple[int, list[Damage]]:
    """What lies between the records of a segment's documents: requests, redirects, the description of the file.

    A file in which such a record is damaged is one that other tools stop reading there.
    """
    entries = list(segment_entries(storage, segment, set()))
    if not entries or not storage.exists(segment.warc):  # then each of its documents has been reported
        return 0, []
    size, damaged = 0, []
    ends = [*(entry.offset for entry in entries), storage.size(segment.warc)]
    with storage.open(segment.warc) as file:
        for number, end in enumerate(ends):
            start = entries[number - 1].offset + entries[number - 1].length if number else 0
            if end <= start:
                continue
            file.seek(start)
            size += end - start
            intact, error = count_intact(file.read(end - start), f"{segment.warc} after {start}")
            if error:
                # First stands the request of the document before, then come the redirects to the one after.
                concerned = number - 1 if number and not intact else min(number, len(entries) - 1)
                damaged.append(_damage(entries[concerned], start, error))
    return size, damaged


def _damage(entry: Entry, offset: int, error: DamagedRecord) -> Damage:
    return Damage(entry.warc, offset, entry.document, entry.time.isoformat(), str(error))


def _all(storage: Storage, segments: list[Segment]) -> Iterator[Entry]:
    """Every document's record, in the order it lies there: the shards' own tables say what must be in a WARC file."""
    for segment in segments:
        yield from segment_entries(storage, segment, set())


def _segments(storage: Storage, objects: list[IndexObject]) -> list[Segment]:
    return finished_segments(storage, {run for one in objects for run in one.covers})


def _sampled(storage: Storage, objects: list[IndexObject], sample: int, rng: random.Random) -> Iterator[Entry]:
    """Entries at random line numbers of the index; only the blocks they lie in are read."""
    total = sum(one.lines for one in objects)
    drawn: set[int] = set()
    taken: set[tuple[str, int]] = set()  # a redirected document has two lines, and objects may overlap
    while len(taken) < sample and len(drawn) < total:
        numbers = {rng.randrange(total) for _ in range(sample - len(taken))} - drawn
        drawn |= numbers
        for line in _lines(storage, objects, sorted(numbers)):
            entry = parse_line(line)
            if (entry.warc, entry.offset) not in taken:
                taken.add((entry.warc, entry.offset))
                yield entry


def _lines(storage: Storage, objects: list[IndexObject], numbers: list[int]) -> Iterator[str]:
    """The lines of these numbers, counted through all objects."""
    for one in objects:
        yield from lines_at(storage, one.stem("cdxj"), [number for number in numbers if 0 <= number < one.lines])
        numbers = [number - one.lines for number in numbers]
