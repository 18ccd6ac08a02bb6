"""The small file system that old Office documents are: out of it, and into it."""

import struct

import pytest

from estner_ops.text.ole import CompoundFile, packed
from tests.estner_ops.text import documents


@pytest.mark.parametrize("size", [0, 1, 4095, 4096, 4097, 1021 * 4096, 1022 * 4096, 9_000_000])
def test_what_is_packed_is_found_again(size: int) -> None:
    data = bytes(range(1, 256)) * (size // 255) + b"x" * (size % 255)
    stream = CompoundFile(packed("Workbook", data)).stream("Workbook")
    assert stream is not None
    assert stream.rstrip(b"\0") == data
    assert len(stream) % 4096 == 0


@pytest.mark.parametrize("place", [40, 44, 62, 64, 72])
def test_what_the_header_only_claims_takes_no_room(place: int) -> None:
    body = bytearray(documents.xls())
    expected = CompoundFile(bytes(body)).stream("Workbook")
    struct.pack_into("<I", body, place, 0x7FFFFFFF)
    assert CompoundFile(bytes(body)).stream("Workbook") == expected
