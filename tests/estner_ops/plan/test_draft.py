import pyarrow as pa

from estner_ops.plan import draft


def test_rows_are_regrouped_by_shard_and_bounded(monkeypatch):
    monkeypatch.setattr(draft, "_ROWS", 4)
    shards = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 3, 3]
    table = pa.table({"shard": pa.array(shards, pa.int32()), "row": range(len(shards))})
    groups = list(draft._row_groups(table.to_batches(max_chunksize=3)))
    assert [row for group in groups for row in group["row"].to_pylist()] == list(range(len(shards)))
    assert all(len(set(group["shard"].to_pylist())) == 1 and len(group) <= 4 for group in groups)


def test_no_rows_no_groups():
    assert list(draft._row_groups([])) == []
