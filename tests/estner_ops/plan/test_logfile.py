import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.errors import LogError
from estner_ops.plan import logfile
from estner_ops.plan.location import LogFile
from estner_ops.plan.logfile import BLOCK_LINES, CHUNK, MAX_LINE, line_blocks, split_lines


def lines_of(path: Path) -> list[bytes]:
    return [line for block in line_blocks(LogFile(str(path))) for line in block]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lambda data: gzip.compress(data[:7]) + gzip.compress(data[7:])])
def test_plain_and_packed_by_content(tmp_path, pack):
    path = tmp_path / "crawl.log"
    path.write_bytes(pack(b"one\r\ntwo\n\nfour"))
    assert lines_of(path) == [b"one\r", b"two", b"", b"four"]


def test_an_empty_file_has_no_lines(tmp_path):
    path = tmp_path / "crawl.log"
    path.write_bytes(b"")
    assert lines_of(path) == []


@given(st.binary(max_size=200), st.integers(1, 20))
def test_lines_do_not_depend_on_where_chunks_end(data, size):
    class Slow(io.BytesIO):
        def read(self, _=-1):
            return super().read(size)

    stream = Slow(data)
    lines = [line for block in split_lines(stream.read(), stream) for line in block]
    assert len(lines) == data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    assert b"\n".join(lines) == data.removesuffix(b"\n")


def test_of_an_endless_line_only_the_beginning_is_held():
    class Endless(io.RawIOBase):
        left = 12

        def read(self, size=-1):
            self.left -= 1
            if self.left < 0:
                return b""
            return b"x" * size if self.left else b"\nnext\n"

    stream = Endless()
    longest = 0
    count = 0
    for block in split_lines(stream.read(CHUNK), stream):
        count += len(block)
        longest = max(longest, *map(len, block))
    assert count == 2
    assert longest <= MAX_LINE


def test_blocks_are_bounded_even_if_lines_are_empty():
    stream = io.BytesIO(b"\n" * (3 * BLOCK_LINES + 5))
    blocks = [len(block) for block in split_lines(stream.read(CHUNK), stream)]
    assert max(blocks) <= BLOCK_LINES
    assert sum(blocks) == 3 * BLOCK_LINES + 5


@pytest.mark.parametrize("damage", [lambda packed: packed[:-9], lambda packed: packed[:40] + b"\xff\xff" + packed[42:],
                                    lambda packed: packed + b"rubbish after it"])
def test_a_damaged_gzip_file_is_named(tmp_path, damage, line):
    path = tmp_path / "crawl.log.gz"
    data = b"".join(line(f"http://a.ee/{number * 7919}") + b"\n" for number in range(200))
    path.write_bytes(damage(gzip.compress(data)))
    with pytest.raises(LogError, match=r"crawl\.log\.gz is a damaged gzip file"):
        lines_of(path)


def test_a_binary_file_is_refused_at_once(tmp_path):
    path = tmp_path / "crawl.log"
    path.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(LogError, match="binary"):
        lines_of(path)


def test_a_log_with_some_zero_bytes_is_a_log(tmp_path, line):
    path = tmp_path / "crawl.log"
    path.write_bytes(b"\0" * 4096 + b"\n" + line() + b"\n")  # what a power cut leaves
    assert len(lines_of(path)) == 2


def test_what_cannot_be_read_to_its_end(tmp_path, monkeypatch, line):
    class Breaking(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 2:
                raise OSError(5, "Input/output error")
            return super().read(size)

    monkeypatch.setattr(logfile.LogFile, "open", lambda _: Breaking(line() * 3))
    with pytest.raises(LogError, match="cannot be read to its end: Input/output error"):
        lines_of(tmp_path)
