"""The releases in the store, and which of them readers see.

    releases/00007-1f0c3a…/LOC.rdf ORG.rdf PER.rdf      RDF/XML, with the ontology as their header
    releases/00007-1f0c3a…/*.nt.gz *.nq.gz              the parts, one line a triple, sorted
    releases/00007-1f0c3a…/release.nq.gz                all parts in one, for any other store
    releases/00007-1f0c3a…/changes.rdfp.gz              RDF Patch against the release before
    releases/00007-1f0c3a…/release.json                 what it holds and what changed
    releases/00007-1f0c3a…/store-<attempt>/…            the indexed store that answers SPARQL
    releases/00007-1f0c3a…/COMMITTED                    makes it a release: created once, names the store
    releases/CURRENT                                    the id of the release that readers see

The second half of an id is the digest of the release's triples: two attempts write the same bytes under the same names,
except for the store's files, which are each attempt's own. What no COMMITTED names is not a release and is swept up.
"""

import re
from dataclasses import asdict, dataclass, field
from typing import Any

from estner_ops.errors import FencedError, ReleaseError, StorageError
from estner_ops.graph.changes import Changes
from estner_ops.graph.merge import Counts
from estner_ops.storage import Storage

FOLDER = "releases"
POINTER = f"{FOLDER}/CURRENT"
_ID = re.compile(r"\d{5}-[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ReleaseSummary:
    """What a release holds. `published`: whether the merge that returned this made it what readers see."""

    id: str
    fingerprint: str
    previous: str | None
    run: str
    triples: int
    counts: Counts
    changes: Changes
    rejected: dict[str, int] = field(default_factory=dict)  # reason: mentions or documents left out
    parts: dict[str, int] = field(default_factory=dict)  # file: triples
    published: bool = False

    @property
    def sentence(self) -> str:
        """What happened, for a person."""
        if not self.published:
            return f"Nothing changed: release {self.id} stays, with {self.triples} triples."
        return (f"Release {self.id}: {self.counts.relations} relations of {self.counts.people} people, "
                f"{self.counts.organisations} organisations and {self.counts.places} places to "
                f"{self.counts.documents} documents, {self.triples} triples in all; "
                f"{self.changes.added} added, {self.changes.removed} removed.")

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "published"}


def folder_of(release: str) -> str:
    if not _ID.fullmatch(release):
        raise ReleaseError(f"{release!r} is not the id of a release")
    return f"{FOLDER}/{release}"


def list_releases(storage: Storage) -> list[ReleaseSummary]:
    """All releases that can be opened, oldest first."""
    ids = sorted(path.split("/")[1] for path in storage.list(FOLDER) if path.endswith("/COMMITTED"))
    return [read_summary(storage, release) for release in ids]


def read_summary(storage: Storage, release: str) -> ReleaseSummary:
    stored = storage.read_json(f"{folder_of(release)}/release.json")
    return ReleaseSummary(**{**stored, "counts": Counts(**stored["counts"]), "changes": Changes(**stored["changes"])})


def current_id(storage: Storage) -> str | None:
    """The id of the release that readers see, None before the first."""
    try:
        return storage.read_text(POINTER).strip()
    except StorageError:
        return None


def commit(storage: Storage, release: str, store: str) -> None:
    """Makes the uploaded files a release. If another attempt was first, its store counts and ours is rubbish."""
    if not storage.create(f"{folder_of(release)}/COMMITTED", store.encode()):
        storage.delete(f"{folder_of(release)}/{store}")


def store_folder(storage: Storage, release: str) -> str:
    """Where the indexed store of a release lies."""
    return f"{folder_of(release)}/{storage.read_text(f'{folder_of(release)}/COMMITTED')}"


def point_to(storage: Storage, release: str, instead_of: str | None) -> None:
    """Moves the pointer, unless it no longer names the release that it is to be moved away from."""
    if not storage.exists(f"{folder_of(release)}/COMMITTED"):
        raise ReleaseError(f"there is no release {release} in {storage.url}; it has "
                           f"{', '.join(one.id for one in list_releases(storage)) or 'none'}")
    if not storage.replace(POINTER, f"{instead_of}\n".encode() if instead_of else None, f"{release}\n".encode()):
        raise FencedError(f"release {release}: another one, {current_id(storage)}, was published in the meantime")


def rollback(storage: Storage, release: str) -> ReleaseSummary:
    """Makes an earlier release the one that readers see."""
    point_to(storage, release, instead_of=current_id(storage))
    return read_summary(storage, release)


def next_id(storage: Storage, fingerprint: str) -> str:
    numbers = [int(one.id[:5]) for one in list_releases(storage)]
    return f"{max(numbers, default=0) + 1:05}-{fingerprint[:16]}"


def prune(storage: Storage, kept: int) -> None:
    """Deletes all but the last releases (never the current one), and what killed attempts left behind.

    A folder without COMMITTED whose number is not below the current one's may be an attempt under way: it stays.
    """
    committed = [one.id for one in list_releases(storage)]
    current = current_id(storage) or ""
    keep = {*committed[-max(kept, 1):], current}
    stores = {release: store_folder(storage, release) for release in committed}
    for path in sorted({"/".join(path.split("/")[:3]) for path in storage.list(FOLDER) if path != POINTER}):
        release = path.split("/")[1]
        old = release not in keep and (release in stores or release[:5] < current[:5])
        rubbish = release in stores and path.startswith(f"{FOLDER}/{release}/store-") and path != stores[release]
        if old or rubbish:
            storage.delete(path)
