"""A small release for the API to answer from."""

import pytest

from estner_ops.graph import build_release
from estner_ops.settings import Settings
from estner_ops.shards import ShardWriter
from estner_ops.storage import Storage
from tests.estner_ops.graph.conftest import make_document, make_mention

NASTY = '<img src=x onerror="document.title=\'hacked\'">'


@pytest.fixture
def released(storage: Storage, settings: Settings) -> Storage:
    """Two pages: one names a university and a place, the other the university and something that looks like markup."""
    first = make_document("http://www.ylikool.test/ajalugu")
    second = make_document("http://www.linn.test/uudis")
    writer = ShardWriter(storage, "run-1", "0000")
    writer.commit([first, second], [
        make_mention(first, "ORG", "Tartu Ülikool", surface="Tartu Ülikoolis"),
        make_mention(first, "LOC", "Tartu", start=40),
        make_mention(second, "ORG", "Tartu Ülikool"),
        make_mention(second, "ORG", NASTY, start=60),
    ], None)
    writer.finish({})
    build_release(storage, settings, "run-1")
    return storage
