import json
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_type_hints

import pyarrow.parquet as pq
import pytest

from estner_ops.errors import FencedError, StorageError
from estner_ops.shards import ShardWriter, finished_segments, finished_shards, segments
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, FindingRow, MentionRow


def empty(row: type) -> Any:
    """A row of empty values, for tests that care about some columns only."""
    plain = {str: "", int: 0, float: 0.0, datetime: datetime(2026, 11, 1, tzinfo=UTC), list[str]: []}
    hints = get_type_hints(row)
    return row(**{one.name: plain.get(hints[one.name]) for one in fields(row)})


def document(url: str) -> DocumentRow:
    row: DocumentRow = replace(empty(DocumentRow), url=url, outcome="read", etag=None)
    return row


def test_a_shard_is_seen_when_it_is_whole(storage: Storage, tmp_path: Path) -> None:
    warc = tmp_path / "x.warc.gz"
    warc.write_bytes(b"bytes")
    writer = ShardWriter(storage, "r1", "0000")
    mention: MentionRow = replace(empty(MentionRow), url="http://a.ee/", name="Tartu", candidates=["Tartu", "Tart"])
    segment = writer.commit([document("http://a.ee/")], [mention], warc)
    assert finished_segments(storage) == []
    writer.finish({"documents": 1})
    assert finished_segments(storage) == finished_segments(storage, ["r1"]) == [segment]
    assert finished_shards(storage, "r1") == ["0000"]
    with storage.local(segment.mentions) as path:
        assert pq.read_table(path).to_pylist()[0]["candidates"] == ["Tartu", "Tart"]
    assert storage.read_bytes(segment.warc) == b"bytes"


def test_findings_are_part_of_a_segment_that_has_some(storage: Storage) -> None:
    writer = ShardWriter(storage, "r1", "0000")
    finding: FindingRow = replace(empty(FindingRow), url="http://a.ee/", kind="e-mail", value="info@a.ee")
    writer.commit([document("http://a.ee/")], [], None, [finding])
    writer.commit([document("http://a.ee/2")], [], None)
    with_some, without = segments(storage, "r1", "0000")
    with storage.local(with_some.findings) as path:
        assert pq.read_table(path).to_pylist()[0]["value"] == "info@a.ee"
    assert without.findings == ""


def test_segments_from_before_there_were_findings_are_read(storage: Storage) -> None:
    segment = ShardWriter(storage, "r1", "0000").commit([document("http://a.ee/")], [], None)
    commit = "runs/r1/shards/0000/00000.json"
    storage.write_bytes(commit, json.dumps({name: value for name, value in storage.read_json(commit).items()
                                            if name != "findings"}).encode())
    assert segments(storage, "r1", "0000") == [segment]


def test_a_second_attempt_goes_on_after_the_last_segment(storage: Storage) -> None:
    ShardWriter(storage, "r1", "0000").commit([document("http://a.ee/1")], [], None)
    second = ShardWriter(storage, "r1", "0000")
    assert len(second.committed) == 1
    second.commit([document("http://a.ee/2")], [], None)
    assert [one.number for one in segments(storage, "r1", "0000")] == [0, 1]


def test_of_two_attempts_at_once_only_one_commits(storage: Storage) -> None:
    first, second = ShardWriter(storage, "r1", "0000"), ShardWriter(storage, "r1", "0000")
    kept = first.commit([document("http://a.ee/1")], [], None)
    with pytest.raises(FencedError, match="segment 0"):
        second.commit([document("http://a.ee/1")], [], None)
    assert segments(storage, "r1", "0000") == [kept]


def test_a_lost_segment_is_noticed(storage: Storage) -> None:
    writer = ShardWriter(storage, "r1", "0000")
    for number in range(2):
        writer.commit([document(f"http://a.ee/{number}")], [], None)
    storage.delete("runs/r1/shards/0000/00000.json")
    with pytest.raises(StorageError, match="lacks a segment"):
        segments(storage, "r1", "0000")
