"""The demo web read by the real stages: what the manifest says must come true."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from demo.manifest import SETTINGS, manifest
from demo.server import DemoServer
from estner_ops.fetch import fetch_sources
from estner_ops.fetch.soft404 import is_soft_404
from estner_ops.ner import Tagger
from estner_ops.plan import make_plan, shard_sources
from estner_ops.records import Extracted, Fetched, Known, Mention, Source
from estner_ops.settings import Settings, override
from estner_ops.storage import Storage
from estner_ops.text import extract

LOG = Path(__file__).resolve().parents[2] / "demo" / "crawl.log"

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Read:
    """What planning, fetching and reading made of the demo web."""

    sources: dict[str, Source]
    counts: dict[str, int]
    fetched: dict[str, Fetched]
    extracted: dict[str, Extracted]

    def outcome(self, url: str) -> str:
        """The last word on a document, as far as these stages have one."""
        fetched, extracted = self.fetched[url], self.extracted.get(url)
        if extracted is None:
            return str(fetched.outcome)
        if is_soft_404(extracted.title, extracted.text, fetched.final_url, fetched.redirects):
            return "soft-404"
        return extracted.outcome or "read"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def settings(folder: Path) -> Iterator[Settings]:
    with DemoServer(state_file=folder / "state") as server:
        server.write_hosts(folder / "hosts")
        yield override(Settings(), SETTINGS | {"name_server": str(folder / "hosts"),
                                               "store": (folder / "store").as_uri(), "log_roots": str(LOG.parent)})


@pytest.fixture(scope="module")
def read(settings: Settings) -> Read:
    storage = Storage(settings.store)
    plan = make_plan(storage, settings, "demo", str(LOG))
    sources = [source for shard in plan.shards for source in shard_sources(storage, "demo", shard.id)]
    return _read(sources, plan.counts, settings)


def _read(sources: list[Source], counts: dict[str, int], settings: Settings) -> Read:
    fetched = {one.source.url: one for one in asyncio.run(_fetch(sources, settings))}
    extracted = {url: extract(one.body, declared=_header(one, "content-type"), url=url, settings=settings)
                 for url, one in fetched.items() if one.body is not None}
    return Read({source.url: source for source in sources}, counts, fetched, extracted)


async def _fetch(sources: list[Source], settings: Settings) -> list[Fetched]:
    return [one async for one in fetch_sources(sources, settings)]


def _header(fetched: Fetched, name: str) -> str:
    return next((value for key, value in fetched.headers if key.lower() == name), "")


def test_planning_gives_every_line_the_outcome_of_the_manifest(read: Read) -> None:
    assert read.counts == manifest()["plan"]["outcomes"]
    assert sorted(read.sources) == sorted(manifest()["documents"])


def test_every_document_ends_as_the_manifest_says(read: Read) -> None:
    expected = {url: entry["outcome"] for url, entry in manifest()["documents"].items()}
    assert {url: read.outcome(url) for url in expected} == expected


def test_the_text_of_every_clean_document_has_every_form(read: Read) -> None:
    missing = [(url, form) for url, entry in _clean().items() for entity in entry["entities"]
               for form in entity["forms"] if form not in read.extracted[url].text]
    assert missing == []


def _clean() -> dict[str, Any]:
    return {url: entry for url, entry in manifest()["documents"].items() if entry["clean"]}


def test_an_update_a_month_later_finds_what_changed(read: Read, settings: Settings, folder: Path) -> None:
    (folder / "state").write_text("2")
    try:
        later = _read([_known(source, read) for source in read.sources.values()], {}, settings)
    finally:
        (folder / "state").write_text("1")

    def outcome(url: str) -> str:
        found, before = later.outcome(url), read.extracted.get(url)
        same = found == "read" and before is not None and before.text == later.extracted[url].text
        return "unchanged-text" if same else found

    expected = {url: entry["outcome"] for url, entry in manifest(2)["documents"].items()}
    assert {url: outcome(url) for url in expected} == expected


def _known(source: Source, read: Read) -> Source:
    """The source with what a catalogue would remember of it."""
    fetched = read.fetched[source.url]
    if read.outcome(source.url) != "read":
        return source
    known = Known(fetched.sha224, etag=_header(fetched, "etag") or None,
                  last_modified=_header(fetched, "last-modified") or None, url=fetched.final_url)
    return replace(source, known=known)


@pytest.fixture(scope="module")
def mentions(read: Read, settings: Settings) -> dict[str, list[Mention]]:
    """The names that EstNLTK's own pipeline finds in the clean documents."""
    tagger = Tagger(override(settings, {"engine": "estnltk"}))
    return {url: tagger.mentions(read.extracted[url].text, read.extracted[url].blocks) for url in _clean()}


def test_every_form_is_found_with_its_type_and_boundaries(mentions: dict[str, list[Mention]]) -> None:
    missing = [(url, entity["type"], form) for url, entry in _clean().items() for entity in entry["entities"]
               for form in entity["forms"]
               if (entity["type"], form) not in {(one.type, one.surface) for one in mentions[url]}]
    assert missing == []


def test_nothing_else_is_found(mentions: dict[str, list[Mention]]) -> None:
    """The manifest promises what is there, not what is not; but wrong names would make the demo a poor example."""
    gold = {url: {(entity["type"], form) for entity in entry["entities"] for form in entity["forms"]}
            for url, entry in _clean().items()}
    extra = [(url, one.type, one.surface) for url, found in mentions.items() for one in found
             if (one.type, one.surface) not in gold[url]]
    assert len(extra) <= 3, extra


def test_every_entity_has_its_nominative_without_help_of_other_pages(mentions: dict[str, list[Mention]]) -> None:
    missing = [(url, entity["type"], entity["name"], entity["forms"]) for url, entry in _clean().items()
               for entity in entry["entities"]
               if (entity["type"], entity["name"]) not in {(one.type, one.name) for one in mentions[url]}]
    assert missing == []
