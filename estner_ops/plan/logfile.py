"""The lines of a log file, packed or not, in blocks of bounded size: whatever the bytes are, memory stays small."""

import gzip
import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from estner_ops.errors import LogError
from estner_ops.plan.line import fields_of
from estner_ops.plan.location import LogFile

CHUNK = 4 << 20
MAX_LINE = 1 << 20  # of a longer line the beginning is kept: all that is asked of it stands there
BLOCK_LINES = 50_000


def line_blocks(log: LogFile) -> Iterator[list[bytes]]:
    """The lines of the file in order, without their ends, at most BLOCK_LINES at a time."""
    with log.open() as file:
        try:
            stream = _unpacked(file)
            head = stream.read(CHUNK)
            if b"\0" in head and not any(fields_of(line) for line in head.split(b"\n")):
                raise LogError(f"{log.name} is not a crawl log: it is a binary file")
            yield from split_lines(head, stream)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise LogError(f"{log.name} is a damaged gzip file ({error}): copy it again") from error
        except OSError as error:
            raise LogError(f"{log.name} cannot be read to its end: {error.strerror or error}") from error


def split_lines(data: bytes, stream: BinaryIO) -> Iterator[list[bytes]]:
    """Lines end with \\n as `wc -l` counts them; a \\r before it is white space. The last one may lack its end."""
    rest = b""
    while data:
        lines = (rest + data).split(b"\n")
        rest = lines.pop()[:MAX_LINE]
        for start in range(0, len(lines), BLOCK_LINES):
            yield lines[start : start + BLOCK_LINES]
        data = stream.read(CHUNK)
    if rest:
        yield [rest]


def _unpacked(file: BinaryIO) -> BinaryIO:
    """Gzip is known by its content, not by a name's ending."""
    head = file.read(2)
    file.seek(0)
    if head != b"\x1f\x8b":
        return file
    return cast(BinaryIO, gzip.GzipFile(fileobj=io.BufferedReader(cast(io.RawIOBase, file), CHUNK)))
