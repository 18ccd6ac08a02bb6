"""Rows as the shards write them, and a store to put them in."""

import gzip
import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from estner_ops.settings import Settings
from estner_ops.shards import ShardWriter
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, MentionRow

START = datetime(2026, 11, 1, tzinfo=UTC)


def make_document(url: str, day: int = 0, content: str = "", outcome: str = "read", **more: Any) -> DocumentRow:
    row = DocumentRow(
        url=url, original_url=url, host=url.split("/")[2], outcome=outcome, detail="",
        fetched_at=START + timedelta(days=day), duration=0.1, status=200, final_url=url, redirects="[]", headers="[]",
        ip="127.0.0.1", bytes=1000, sha224=hashlib.sha224((content or url).encode()).hexdigest(), sha1="", etag=None,
        last_modified=None, media_type="text/html", encoding="utf-8", language="et", language_confidence=0.9,
        title="Pealkiri", text_sha224=None, characters=5000, mentions=0, cpu_seconds=0.1, warc="", warc_offset=0,
        warc_length=0)
    return replace(row, **more)


def make_mention(
    document: DocumentRow, kind: str, name: str, start: int = 0, surface: str = "", **more: Any
) -> MentionRow:
    seen = surface or name
    row = MentionRow(
        url=document.url, sha224=document.sha224, type=kind, name=name, surface=seen, lemma=name, candidates=[name],
        decided_by="nominative", confidence=0.9, start=start, end=start + len(seen), snippet=f"ja {seen} ütles")
    return replace(row, **more)


def write_shard(
    storage: Storage, documents: Sequence[DocumentRow], mentions: Sequence[MentionRow], run: str = "run-1",
    shard: str = "00000", finish: bool = True,
) -> None:
    writer = ShardWriter(storage, run, shard)
    writer.commit(list(documents), list(mentions), None)
    if finish:
        writer.finish({})


@pytest.fixture(scope="session")
def document() -> Callable[..., DocumentRow]:
    return make_document


@pytest.fixture(scope="session")
def mention() -> Callable[..., MentionRow]:
    return make_mention


@pytest.fixture(scope="session")
def shard() -> Callable[..., None]:
    return write_shard


@pytest.fixture
def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storage:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # these tests cut no power
    return Storage((tmp_path / "store").as_uri())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=(tmp_path / "store").as_uri(), cache=str(tmp_path / "cache"), query_seconds=20.0)


@pytest.fixture
def lines() -> Callable[[Storage, str, str], list[str]]:
    """The lines of a part of a release."""

    def read(storage: Storage, release: str, name: str) -> list[str]:
        return gzip.decompress(storage.read_bytes(f"releases/{release}/{name}")).decode().split("\n")[:-1]

    return read
