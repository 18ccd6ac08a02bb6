"""Takes the Content-Encoding off a body, never making more of it than the limit.

For what comes from the network and for what comes from a WARC file alike.
"""

import io
import zlib
from collections.abc import Iterator

import brotli

_STEP = 1 << 20
_FED = 1 << 14  # bytes of gzip at a time: what follows a member is copied for each, and there may be many small ones
_MEMBERS = 100_000  # more than any packer makes of a body within the limits


class UnpackError(Exception):
    """The body cannot be unpacked; `code` is the outcome that says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def codings(header: str) -> list[str]:
    """The codings of a Content-Encoding header that have to be taken off, in that order."""
    names = [name.strip().lower().removeprefix("x-") for name in header.split(",")]
    wanted = [name for name in names if name not in ("", "identity", "none", "utf-8")]
    if len(wanted) > 3 or any(name not in _UNPACKERS for name in wanted):
        raise UnpackError("bad-encoding", f"unknown Content-Encoding {header[:100]!r}")
    return wanted[::-1]


def unpacked(payload: bytes, header: str, limit: int) -> bytes:
    """The body without the codings of its Content-Encoding header; an empty one has none, whatever the header says."""
    for coding in codings(header) if payload else ():
        payload = b"".join(unpack(payload, coding, limit))
    return payload


def unpack(payload: bytes, coding: str, limit: int) -> Iterator[bytes]:
    """The unpacked body in pieces; the caller may do something else between two of them."""
    size = 0
    try:
        for piece in _UNPACKERS[coding](payload):
            size += len(piece)
            if size > limit:
                raise UnpackError("unpacks-too-large", f"{len(payload)} bytes of {coding} unpack to more than {limit}")
            yield piece
    except (zlib.error, brotli.error, EOFError) as error:
        raise UnpackError("bad-encoding", f"not {coding}: {error}") from error


def _gzip(payload: bytes) -> Iterator[bytes]:
    source = io.BytesIO(payload)
    for _ in range(_MEMBERS):
        yield from _inflate(zlib.decompressobj(31), source)
        # RFC 1952: members may follow each other; anything else after the last one is padding that browsers ignore.
        if not payload.startswith(b"\x1f\x8b", source.tell()):
            return
    raise zlib.error(f"more than {_MEMBERS} members")


def _deflate(payload: bytes) -> Iterator[bytes]:
    """RFC 9110 means zlib; some servers send the bare stream."""
    zlib_header = len(payload) > 1 and payload[0] & 0x0F == 8 and int.from_bytes(payload[:2], "big") % 31 == 0
    yield from _inflate(zlib.decompressobj(15 if zlib_header else -15), io.BytesIO(payload))


def _inflate(unpacker: "zlib._Decompress", source: io.BytesIO) -> Iterator[bytes]:
    """Yields what is in the stream and leaves the source at what follows it."""
    while not unpacker.eof:
        data = unpacker.unconsumed_tail or source.read(_FED)
        piece = unpacker.decompress(data, _STEP)
        if not data and not piece:
            raise EOFError("the end is missing")
        yield piece
    source.seek(-len(unpacker.unused_data), io.SEEK_CUR)


def _brotli(payload: bytes) -> Iterator[bytes]:
    unpacker = brotli.Decompressor()
    source = io.BytesIO(payload)
    while not unpacker.is_finished():
        data = source.read(_STEP) if unpacker.can_accept_more_data() else b""
        piece = unpacker.process(data, output_buffer_limit=_STEP)
        if not data and not piece:
            raise EOFError("the end is missing")
        yield piece


_UNPACKERS = {"gzip": _gzip, "deflate": _deflate, "br": _brotli}
