"""Builds a release: merge, write, compare, index, check, publish. Readers see the old one until the very last step."""

import hashlib
import secrets
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from estner_ops.errors import ReleaseError
from estner_ops.graph.changes import FILE as CHANGES
from estner_ops.graph.changes import all_new, write_changes
from estner_ops.graph.corrections import Corrections, read_corrections
from estner_ops.graph.describe import About, description
from estner_ops.graph.merge import Merge, open_merge
from estner_ops.graph.releases import (
    ReleaseSummary,
    commit,
    current_id,
    folder_of,
    list_releases,
    next_id,
    point_to,
    prune,
    store_folder,
)
from estner_ops.graph.serialise import (
    Written,
    write_documents,
    write_entities,
    write_evidence,
    write_lines,
    write_rejected,
)
from estner_ops.graph.shapes import check_shapes
from estner_ops.graph.store import build_store, download_store, patch_store
from estner_ops.graph.vocabulary import KINDS, graphs
from estner_ops.settings import Settings
from estner_ops.shards import finished_segments
from estner_ops.storage import Storage

ALL = "release.nq.gz"
PATCHED = 0.1  # up to this share of changed triples the store before is patched instead of all being loaded again


@dataclass(frozen=True, slots=True)
class _Draft:
    """A release that nobody sees yet: its parts in the scratch folder, and the digest that tells it from others."""

    parts: tuple[Written, ...]
    fingerprint: str


def build_release(storage: Storage, settings: Settings, run: str) -> ReleaseSummary:
    """Merges the output of all whole shards into a release and publishes it, unless nothing changed."""
    segments = finished_segments(storage)
    if not segments:
        raise ReleaseError(f"run {run}: there is no finished shard to merge in {storage.url}")
    base, previous = settings.base_iri.rstrip("/"), current_id(storage)
    corrections = read_corrections(storage, base)
    with tempfile.TemporaryDirectory(prefix="estner-merge-", dir=settings.scratch or None) as name:
        scratch = Path(name)
        with open_merge(settings, base, scratch) as merge:
            merge.run(storage, segments, corrections)
            draft = _write(merge, corrections, scratch)
            same = next((one for one in list_releases(storage) if one.fingerprint == draft.fingerprint), None)
            if same:
                return _publish(storage, settings, same, previous)
            summary = _summarise(storage, settings, run, merge, draft, scratch, previous)
        _make_store(storage, summary, scratch)
        _upload(storage, summary, scratch)
    return _publish(storage, settings, summary, previous)


def _write(merge: Merge, corrections: Corrections, folder: Path) -> _Draft:
    graph = graphs(merge.base).corrections
    parts = (
        *(write_entities(merge, kind, folder) for kind in KINDS),
        write_documents(merge, folder),
        write_evidence(merge, folder),
        write_lines(folder / "corrections.nq.gz", (f"{line} <{graph}> .\n" for line in corrections.lines)),
    )
    return _Draft(parts, hashlib.sha256("".join(part.sha256 for part in parts).encode()).hexdigest())


def _summarise(
    storage: Storage, settings: Settings, run: str, merge: Merge, draft: _Draft, folder: Path, previous: str | None
) -> ReleaseSummary:
    """Writes the release's description of itself, its changes, and all parts as one file."""
    write_rejected(merge, folder)
    counts, triples = merge.counts(), sum(part.triples for part in draft.parts)
    about = write_lines(folder / "about.nq.gz",
                        description(About(merge.base, run, settings.licence, triples, counts)))
    parts = (*draft.parts, about)
    with (folder / ALL).open("wb") as joined:
        for part in parts:  # gzip files one after the other are a gzip file (RFC 1952, section 2.2)
            with part.path.open("rb") as one:
                shutil.copyfileobj(one, joined)
    check_shapes(merge, [part.path for part in parts])
    changes = (write_changes(storage, merge, folder_of(previous), parts, folder) if previous
               else all_new(triples + about.triples, counts))
    return ReleaseSummary(next_id(storage, draft.fingerprint), draft.fingerprint, previous, run,
                          triples + about.triples, counts, changes, merge.rejected(),
                          {part.path.name: part.triples for part in parts})


def _make_store(storage: Storage, summary: ReleaseSummary, scratch: Path) -> None:
    store, changed = scratch / "store", summary.changes.added + summary.changes.removed
    if summary.previous and changed <= PATCHED * summary.triples:
        download_store(storage, store_folder(storage, summary.previous), store)
        if patch_store(scratch / CHANGES, store, summary.triples):
            return
        shutil.rmtree(store)
    build_store(scratch / ALL, store)


def _upload(storage: Storage, summary: ReleaseSummary, scratch: Path) -> None:
    target, store = folder_of(summary.id), f"store-{secrets.token_hex(4)}"
    for file in sorted(scratch.iterdir()):
        if file.is_file() and file.suffix in (".gz", ".rdf"):
            storage.upload(file, f"{target}/{file.name}", move=True)
    for file in sorted((scratch / "store").iterdir()):
        storage.upload(file, f"{target}/{store}/{file.name}", move=True)
    storage.write_json(f"{target}/release.json", summary.to_json())
    commit(storage, summary.id, store)


def _publish(storage: Storage, settings: Settings, release: ReleaseSummary, previous: str | None) -> ReleaseSummary:
    if release.id != previous:
        point_to(storage, release.id, instead_of=previous)
    prune(storage, settings.releases_kept)  # also if nothing changed: an earlier attempt may have died in the middle
    return replace(release, published=release.id != previous)
