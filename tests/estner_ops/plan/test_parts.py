import numpy as np

from estner_ops.plan.parts import PartCutter
from estner_ops.settings import Settings, override


def cut(sizes, **changed):
    return PartCutter(override(Settings(), changed)).cut(np.array(sizes, np.int64)).tolist()


def test_no_part_holds_more_documents_than_a_shard_should():
    assert cut([0] * 25, shard_documents=10) == [0] * 10 + [1] * 10 + [2] * 5


def test_a_part_is_bounded_by_time():
    assert cut([0] * 9, part_seconds=4, delay=1.0) == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_large_documents_take_longer():
    assert cut([2_000_000, 2_000_000, 0, 0], part_seconds=6, delay=1.0) == [0, 0, 1, 1]


def test_a_document_longer_than_a_part_is_one_part():
    assert cut([10**17] * 3, part_seconds=5) == [0, 1, 2]


def test_cuts_do_not_depend_on_how_the_sources_come():
    settings = override(Settings(), {"part_seconds": 7, "shard_documents": 50})
    sizes = np.arange(1000, dtype=np.int64) * 977 % 3_000_000
    whole, piecewise = PartCutter(settings), PartCutter(settings)
    pieces = [piecewise.cut(sizes[start : start + 33]) for start in range(0, 1000, 33)]
    assert whole.cut(sizes).tolist() == np.concatenate(pieces).tolist()
