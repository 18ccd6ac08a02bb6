import pytest

from estner_ops.errors import ReleaseError
from estner_ops.graph import build_release, current_id, list_releases, open_release, rollback
from estner_ops.graph.releases import prune
from estner_ops.settings import Settings


@pytest.fixture
def three(storage, settings, document, mention, shard):
    made = []
    for day, name in enumerate(("Tartu", "Narva", "Võru")):
        page = document("http://a.ee/", day=day, content=name)
        shard(storage, [page], [mention(page, "LOC", name)], run=f"run-{day}")
        made.append(build_release(storage, settings, f"run-{day}"))
    return made


def places(storage, settings):
    query = "SELECT ?n { ?o <http://www.estner.ee/estnerd#locationName> ?n }"
    return [row["n"].value for row in open_release(storage, settings).store.query(query)]


def test_rolling_back_and_forth(storage, settings, three):
    assert [one.id for one in list_releases(storage)] == [one.id for one in three]
    assert [one.previous for one in three] == [None, three[0].id, three[1].id]
    assert places(storage, settings) == ["Võru"]
    assert rollback(storage, three[0].id).id == three[0].id
    assert places(storage, settings) == ["Tartu"]
    again = build_release(storage, settings, "run-9")
    assert (again.id, again.published) == (three[2].id, True)
    assert places(storage, settings) == ["Võru"]
    assert len(list_releases(storage)) == 3


def test_rolling_back_to_what_is_not_there(storage, three):
    for release in ("00009-0123456789abcdef", "../../etc", "CURRENT", ""):
        with pytest.raises(ReleaseError):
            rollback(storage, release)
    assert current_id(storage) == three[2].id


def test_only_the_last_are_kept_and_always_the_current_one(storage, settings, three):
    rollback(storage, three[0].id)
    prune(storage, 1)
    assert [one.id for one in list_releases(storage)] == [three[0].id, three[2].id]
    assert places(storage, settings) == ["Tartu"]


def test_what_killed_attempts_left_is_swept_but_not_an_attempt_under_way(storage, three):
    storage.write_text("releases/00001-00000000deadbeef/LOC.rdf", "half")
    storage.write_text(f"releases/{three[1].id}/store-dead/000001.sst", "half")
    storage.write_text("releases/00004-00000000feedbeef/LOC.rdf", "being written")
    prune(storage, 5)
    left = {path.split("/")[1] for path in storage.list("releases")}
    assert left == {"CURRENT", "00004-00000000feedbeef", *(one.id for one in three)}
    assert not [path for path in storage.list("releases") if "store-dead" in path]


def test_before_the_first_release(storage):
    assert current_id(storage) is None
    assert list_releases(storage) == []
    with pytest.raises(ReleaseError, match="nothing has been published"):
        open_release(storage, Settings())
