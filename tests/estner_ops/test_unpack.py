import gzip
import zlib
from contextlib import suppress

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.unpack import UnpackError, codings, unpack, unpacked

PACK = {"gzip": gzip.compress, "deflate": zlib.compress, "br": brotli.compress}


@given(st.binary(max_size=5000), st.sampled_from(sorted(PACK)))
def test_there_and_back(data, coding):
    assert b"".join(unpack(PACK[coding](data), coding, 5000)) == data


@given(st.binary(max_size=500), st.sampled_from(sorted(PACK)))
def test_garbage_is_an_error_and_nothing_worse(data, coding):
    with suppress(UnpackError):
        assert len(b"".join(unpack(data, coding, 1000))) <= 1000


@pytest.mark.parametrize("coding", sorted(PACK))
def test_no_piece_is_made_beyond_the_limit(coding):
    bomb = PACK[coding](bytes(40_000_000))
    made: list[int] = []
    with pytest.raises(UnpackError) as caught:
        made.extend(len(piece) for piece in unpack(bomb, coding, 3_000_000))
    assert caught.value.code == "unpacks-too-large"
    assert sum(made) <= 3_000_000


def test_the_order_of_codings():
    assert codings("gzip, BR") == ["br", "gzip"]
    assert codings(" identity,x-gzip ") == ["gzip"]
    with pytest.raises(UnpackError):
        codings("gzip, compress")


def test_all_codings_are_taken_off():
    assert unpacked(brotli.compress(gzip.compress(b"tere")), "gzip, br", 100) == b"tere"
    assert unpacked(b"", "gzip", 100) == b""
    with pytest.raises(UnpackError):
        unpacked(b"tere", "gzip", 100)


def test_members_of_gzip_follow_each_other_but_not_without_end():
    small = [gzip.compress(b"%d " % number) for number in range(2000)]
    assert unpacked(b"".join(small), "gzip", 10**6) == b"".join(b"%d " % number for number in range(2000))
    # Each member used to copy all that follows: 8 MB of empty ones took two minutes.
    with pytest.raises(UnpackError, match="members"):
        unpacked(gzip.compress(b"") * 150_000, "gzip", 10**6)
