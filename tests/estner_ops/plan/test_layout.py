import pyarrow.parquet as pq
import pytest

from estner_ops.errors import StorageError
from estner_ops.plan import read_plan, shard_parts, shard_sources
from estner_ops.plan.layout import read_tables


def test_a_row_group_never_holds_two_shards(plan, line, storage):
    summary = plan(*(line(f"http://h{number % 23}.ee/{number}") for number in range(500)), shard_documents=30)
    with storage.local(read_tables(storage, "r").sources) as path, pq.ParquetFile(path) as table:
        shards = [set(table.read_row_group(number, ["shard"])["shard"].to_pylist())
                  for number in range(table.num_row_groups)]
    assert [len(one) for one in shards] == [1] * len(summary.shards)


def test_a_shard_reads_only_its_own_row_groups(plan, line, storage, monkeypatch):
    plan(*(line(f"http://h{number % 23}.ee/{number}") for number in range(500)), shard_documents=30)
    read = []
    original = pq.ParquetFile.read_row_group

    def counted(self, number, *arguments, **named):
        read.append(number)
        return original(self, number, *arguments, **named)

    monkeypatch.setattr(pq.ParquetFile, "read_row_group", counted)
    assert list(shard_sources(storage, "r", "0003"))
    assert len(read) == 1


@pytest.mark.parametrize("shard", ["9999", "", "x", "../0000", "0"])
def test_a_shard_that_is_not_there(plan, line, storage, shard):
    plan(line())
    with pytest.raises(StorageError, match="has no shard"):
        list(shard_sources(storage, "r", shard))
    with pytest.raises(StorageError, match="has no shard"):
        list(shard_parts(storage, "r", shard))


def test_a_run_that_was_not_planned(storage):
    with pytest.raises(StorageError, match="there is no run 'none' in"):
        read_plan(storage, "none")
