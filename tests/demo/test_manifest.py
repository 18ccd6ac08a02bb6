import json
from collections import Counter

from demo.documents import MOVED, STAMPED, VANISHED
from demo.manifest import SETTINGS, manifest
from estner_ops.settings import Settings, override


def test_it_is_json_and_names_every_page() -> None:
    first = manifest(1)
    assert json.loads(json.dumps(first)) == first
    entry = first["documents"]["http://www.vald.demo.test/"]
    assert {"type": "LOC", "name": "Viljandi maakond", "forms": ["Viljandi maakonnas"]} in entry["entities"]


def test_planned_counts_add_up() -> None:
    plan = manifest(1)["plan"]
    assert sum(plan["outcomes"].values()) == plan["lines"]
    assert plan["outcomes"]["accepted"] == len(manifest(1)["documents"])


def test_its_settings_are_settings() -> None:
    settings = override(Settings(), SETTINGS)
    assert settings.allowed_networks == ("127.0.0.0/8",)
    assert settings.max_body == 1_000_000


def test_an_update_meets_every_kind_of_change() -> None:
    documents = manifest(2)["documents"]
    assert documents.keys() == manifest(1)["documents"].keys()
    assert documents[VANISHED]["outcome"] == "gone"
    assert documents[STAMPED]["outcome"] == "unchanged-text"
    assert documents[MOVED[0]]["outcome"] == "read"
    outcomes = Counter(entry["outcome"] for entry in documents.values())
    assert outcomes["not-modified"] > outcomes["unchanged"] > 0
    assert outcomes["read"] >= 4
