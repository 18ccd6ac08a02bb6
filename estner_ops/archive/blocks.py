"""Sorted lines in the store, found with two reads: the ZipNum layout that web archives use for large indexes.

    <stem>.gz     the sorted lines; every block of some thousand lines is a gzip member of its own: one range read gets
                  one block, and `zcat` still gives the whole sorted file
    <stem>.idx    a line for each block: the key of its first line, the file, offset, length and number, between tabs
"""

import bisect
import gzip
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from estner_ops.storage import Storage

BLOCK_LINES = 2000


@dataclass(frozen=True, slots=True)
class Block:
    first: str  # the key of its first line
    offset: int
    length: int


def write_lines(storage: Storage, stem: str, lines: Iterable[str]) -> int:
    """Writes lines that come in order, equal ones once; returns how many there were."""
    count = 0
    previous = None
    blocks: list[Block] = []
    with tempfile.TemporaryDirectory(prefix="estner-") as folder:
        local = Path(folder) / "lines.gz"
        with local.open("wb") as file:
            pending: list[str] = []
            for line in lines:
                if line == previous:
                    continue
                assert previous is None or previous < line, f"lines out of order: {previous!r} before {line!r}"
                previous = line
                pending.append(line)
                count += 1
                if len(pending) == BLOCK_LINES:
                    blocks.append(_write_block(file, pending))
                    pending = []
            if pending:
                blocks.append(_write_block(file, pending))
        storage.upload(local, f"{stem}.gz")
    name = f"{PurePosixPath(stem).name}.gz"
    storage.write_text(f"{stem}.idx", "".join(
        f"{block.first}\t{name}\t{block.offset}\t{block.length}\t{number}\n"
        for number, block in enumerate(blocks, start=1)))
    return count


def _write_block(file: BinaryIO, lines: list[str]) -> Block:
    offset = file.tell()
    # No time stamp in the gzip header: the same lines give the same bytes.
    data = gzip.compress(("\n".join(lines) + "\n").encode(), compresslevel=6, mtime=0)
    file.write(data)
    return Block(_key(lines[0]), offset, len(data))


def read_lines(storage: Storage, stem: str) -> Iterator[str]:
    """All lines, in order, one block in memory at a time."""
    with storage.open(f"{stem}.gz") as file, gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.rstrip("\n")


def lines_from(storage: Storage, stem: str, prefix: str) -> Iterator[str]:
    """The lines that begin with this prefix (at most a key long): binary search, then one range read a block."""
    blocks = _blocks(storage.url, stem)
    # A line with this prefix may stand at the end of the block before the first whose key is not smaller.
    start = max(bisect.bisect_left(blocks, prefix, key=lambda block: block.first) - 1, 0)
    for block in blocks[start:]:
        if block.first[:len(prefix)] > prefix:
            return
        lines = _block_lines(storage, f"{stem}.gz", block.offset, block.length)
        for line in lines[bisect.bisect_left(lines, prefix):]:
            if not line.startswith(prefix):
                return
            yield line


def lines_at(storage: Storage, stem: str, numbers: list[int]) -> Iterator[str]:
    """The lines of these numbers, which come in order."""
    blocks = _blocks(storage.url, stem)
    for block, wanted in groupby(numbers, key=lambda number: number // BLOCK_LINES):
        lines = _block_lines(storage, f"{stem}.gz", blocks[block].offset, blocks[block].length)
        for number in wanted:
            yield lines[number % BLOCK_LINES]


def _key(line: str) -> str:
    """The first two words: of an index line the sort key and the time, as ZipNum has it."""
    return " ".join(line.split(" ", 2)[:2])


@lru_cache(maxsize=64)  # an object of the index is never rewritten with other lines
def _blocks(url: str, stem: str) -> tuple[Block, ...]:
    found = []
    for line in Storage(url).read_text(f"{stem}.idx").split("\n")[:-1]:
        first, _, offset, length, _ = line.split("\t")
        found.append(Block(first, int(offset), int(length)))
    return tuple(found)


def _block_lines(storage: Storage, path: str, offset: int, length: int) -> list[str]:
    data = storage.read_range(path, offset, length)
    return zlib.decompress(data, wbits=zlib.MAX_WBITS | 16).decode().split("\n")[:-1]
