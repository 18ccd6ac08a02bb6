"""What must hold for any documents, however they were split into shards."""

import gzip
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from estner_ops.graph import build_release
from estner_ops.settings import Settings
from estner_ops.storage import Storage

pytestmark = pytest.mark.slow

NAMES = ["Tartu", "TARTU", "Tartus", "Jaan Tamm", "Jaan Tamme", "AS Ühisus", "Narva"]
SITE = "<http://www.estner.ee/estnerd#mentionedAtSite>"
few = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))

named = st.tuples(st.sampled_from(["PER", "ORG", "LOC"]), st.sampled_from(NAMES),
                  st.sampled_from(["nominative", "document", "known", "guess"]))
page = st.lists(named, max_size=4)
pages = st.lists(page, min_size=1, max_size=6)
splits = st.lists(st.integers(0, 3), min_size=6, max_size=6)


@pytest.fixture(scope="module")
def world(document, mention, shard):
    """Builds a release of pages, split into shards as told, and returns its summary and its relations."""

    def build(contents, split, again=(), emptied=None):
        # The indexed store says nothing that the files do not, and its syncs to disk would take most of the time.
        with (tempfile.TemporaryDirectory() as folder, mock.patch("os.fsync"),
              mock.patch("estner_ops.graph.build.build_store", lambda _, target: target.mkdir())):
            storage = Storage(Path(folder).as_uri())
            rows = []
            for number, names in enumerate(contents):
                one = document(f"http://host{number}.ee/", content=f"sisu {number}")
                rows.append((one, [mention(one, kind, name, 20 * at, decided_by=by, candidates=[name, *NAMES[::3]])
                                   for at, (kind, name, by) in enumerate(names)]))
            for run, chosen in (("run-1", rows), ("run-2", [rows[number] for number in again])):
                for part in set(split):
                    mine = [row for number, row in enumerate(chosen) if split[number % len(split)] == part]
                    if mine:
                        shard(storage, [one for one, _ in reversed(mine)], [m for _, ms in mine for m in ms], run=run,
                              shard=f"{part:05}")
            if emptied is not None:
                shard(storage, [document(f"http://host{emptied}.ee/", day=9, content="tühi")], [], run="run-3")
            summary = build_release(storage, Settings(), "run")
            return summary, relations(storage, summary.id)

    return build


def relations(storage, release):
    found = set()
    for kind in ("LOC", "ORG", "PER"):
        for line in gzip.decompress(storage.read_bytes(f"releases/{release}/{kind}.nt.gz")).decode().split("\n"):
            if SITE in line:
                found.add(tuple(line.split(" ")[:3:2]))
    return found


@few
@given(contents=pages, one=splits, other=splits)
def test_any_split_into_shards_in_any_order_gives_the_same_release(world, contents, one, other):
    assert world(contents, one) == world(contents, other)


@few
@given(contents=pages, split=splits, again=st.sets(st.integers(0, 5)))
def test_processing_documents_twice_changes_nothing(world, contents, split, again):
    again = [number for number in again if number < len(contents)]
    assert world(contents, split)[0].fingerprint == world(contents, split, again)[0].fingerprint


@few
@given(contents=pages, split=splits, victim=st.integers(0, 5))
def test_a_version_without_names_removes_exactly_its_relations(world, contents, split, victim):
    victim %= len(contents)
    _, before = world(contents, split)
    _, after = world(contents, split, emptied=victim)
    assert before - after == {one for one in before if one[1] == f"<http://host{victim}.ee/>"}
    assert after <= before
