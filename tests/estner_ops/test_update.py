"""The update on a small web of which known documents change, vanish and move: the real tasks, a real server."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from bench.update import (
    EVERYTHING,
    Relations,
    changed_relations,
    check_changes,
    check_outcomes,
    environment,
    initial,
    ner_calls,
    outcomes,
    relations,
)
from bench.update_web import Mixture, UpdateWeb
from estner_ops import settings as settings_module
from estner_ops import update
from estner_ops.archive import find_version, verify
from estner_ops.catalogue import LockedError, Selection, browse, find_document, run_statistics
from estner_ops.catalogue.lock import acquire, release
from estner_ops.graph import current_id
from estner_ops.settings import ROOT
from estner_ops.shards import finished_segments
from estner_ops.storage import Storage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
MIXTURE = Mixture(documents=60, hosts=6, changed=9, vanished=3, moved=2, dated=4, stamped=5)
EXPECTED = {"changed": "read", "vanished": "gone", "moved": "unchanged", "dated": "not-modified",
            "tagged": "not-modified", "stamped": "unchanged-text", "plain": "unchanged"}


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UpdateWeb]:
    """The web after its first run: in state 2, with a store and a catalogue that know state 1."""
    monkeypatch.setenv("ESTNER_READERS", "1")
    monkeypatch.setenv("ESTNER_SEGMENT_DOCUMENTS", "8")
    with UpdateWeb(MIXTURE) as running, environment(tmp_path / "ours", running):
        initial("first")
        running.state = 2
        yield running


def store() -> Storage:
    return Storage(settings_module.load().store)


def catalogue() -> str:
    return settings_module.load().catalogue


def rows(run: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for segment in finished_segments(store(), [run]):
        with store().local(segment.documents) as path:
            found |= {row["url"]: row["outcome"] for row in pq.read_table(path).to_pylist()}
    return found


def check_second(web: UpdateWeb) -> None:
    """What an update must have done, whatever happened to it on the way."""
    assert rows("second") == {web.url(number): EXPECTED[kind] for number, kind in enumerate(web.kinds)}
    assert {page for _, _, page in changed_relations()} == web.of_kind("changed")
    statistics = {run.run: run for run in run_statistics(catalogue())}
    second = statistics["second"]
    assert (second.kind, second.changed, second.moved, second.workers) == ("update", 9, 2, 1)
    assert second.started_at
    assert min(second.requests, second.bytes, second.triples, second.cpu_hours, second.cost) > 0
    assert {one.stage for one in second.stages if one.seconds} == {"rdfize", "merge", "archive", "metadata_sync"}
    for kind in EXPECTED:
        for url in web.of_kind(kind):
            document = find_document(catalogue(), url)
            assert document is not None
            assert document["in_graph"], "gone once may be an accident"
            assert len(document["versions"]) == (2 if kind in ("changed", "stamped") else 1)
            version = find_version(store(), url)
            assert version is not None
            assert version.sha224 == document["sha224"]
    assert verify(store()).is_sound


def from_nothing(web: UpdateWeb, folder: Path) -> Relations:
    """What a first run finds on the web as it is now."""
    with environment(folder, web):
        initial("again")
        return relations()


def test_only_what_changed_is_read_again(web: UpdateWeb, tmp_path: Path) -> None:
    before, known = current_id(store()), relations()
    line = update.update("second", EVERYTHING)
    assert "60 checked: 9 changed and read again, 48 the same (5 in text only), 3 gone, 0 unreachable" in line
    assert current_id(store()) != before
    assert current_id(store()) in line
    assert (ner_calls("first"), ner_calls("second")) == (60, 9)
    check_outcomes(web, outcomes("second"))
    check_changes(web, changed_relations(), known, relations(), from_nothing(web, tmp_path / "again"))
    check_second(web)

    third = update.update("third", EVERYTHING)
    for url in web.of_kind("vanished"):
        document = find_document(catalogue(), url)
        assert document is not None
        assert not document["in_graph"]
        assert find_version(store(), url) is not None, "gone from the graph, not from the archive"
    removed = changed_relations()
    assert {page for _, _, page in removed} == web.of_kind("vanished")
    assert {sign for sign, _, _ in removed} == {"D"}

    release_id = current_id(store())
    fourth = update.update("fourth", EVERYTHING)
    assert current_id(store()) == release_id
    assert "nothing to publish" in fourth
    assert "nothing to publish" not in third


def test_a_dry_run_reports_and_leaves_everything_as_it_is(web: UpdateWeb) -> None:
    before = (current_id(store()), browse(catalogue(), order="checked").documents)
    line = update.update("dry", update.Request(Selection(older_than_days=0), dry_run=True))
    # Only reading could tell that the text of the stamped pages is the same.
    assert "60 checked: 14 would be read again, 43 the same" in line
    found = [url for path in store().list("runs/dry/update/dry") for url in store().read_json(path)["differing"]]
    assert set(found) == web.of_kind("changed") | web.of_kind("stamped")
    assert (current_id(store()), browse(catalogue(), order="checked").documents) == before
    assert "9 changed" in update.update("second", EVERYTHING)
    check_second(web)


def test_restrictions_and_nothing_due(web: UpdateWeb) -> None:
    assert "no document is due" in update.update("none", update.Request(Selection()))
    line = update.update("some", update.Request(Selection(hosts=("h1.uuendus.test",), older_than_days=0, most=4)))
    assert "4 checked" in line
    assert {url.split("/")[2] for url in rows("some")} == {"h1.uuendus.test"}


def test_a_second_update_is_refused_while_the_first_is_at_it(web: UpdateWeb) -> None:
    acquire(store(), update.LOCK, "other", 900)
    requests = web.requests
    with pytest.raises(LockedError, match="run other is at it"):
        update.update("second", EVERYTHING)
    assert web.requests == requests, "refused before anybody was asked"
    release(store(), update.LOCK, "other")
    update.update("second", EVERYTHING)
    check_second(web)
    update.update("third", EVERYTHING)


KILLED_WHEN: list[tuple[str, Callable[[Storage], object]]] = [
    ("it is planned", lambda found: found.exists("runs/second/plan/plan.json")),
    ("a segment is committed", lambda found: [path for path in found.list("runs/second/shards")
                                              if path.endswith("/00000.json")]),
    ("a shard is finished", lambda found: [path for path in found.list("runs/second/shards")
                                           if path.endswith("_SUCCESS")]),
    ("the release is published", lambda found: found.read_text("releases/CURRENT").startswith("00002")),
    ("the archive has its index", lambda found: [path for path in found.list("archive/index")
                                                 if path.startswith("archive/index/second")]),
    ("the catalogue knows the run", lambda found: found.exists("runs/second/stages/metadata_sync.json")),
]


def test_killed_anywhere_and_run_again_it_ends_the_same(web: UpdateWeb) -> None:
    code = "from bench.update import EVERYTHING; from estner_ops import update; update.update('second', EVERYTHING)"
    for when, has_come in KILLED_WHEN:
        process = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)},
                                   start_new_session=True, stderr=subprocess.DEVNULL)
        while not has_come(store()):
            assert process.poll() is None, f"ended before {when}"
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    line = update.update("second", EVERYTHING)
    assert "60 checked: 9 changed and read again, 48 the same (5 in text only), 3 gone" in line
    assert f"; release {current_id(store())}" in line, "it was published, by an attempt that did not live to say so"
    assert ner_calls("second") == 9
    check_second(web)
    update.update("third", EVERYTHING)
