"""Takes a run into the catalogue. Workers never write to it: this step alone does, after the shards are finished."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from estner_ops.catalogue.database import execute, writing
from estner_ops.catalogue.hostfiles import publish_hosts
from estner_ops.catalogue.load import count_documents, load_outcomes, load_segments
from estner_ops.catalogue.migrations import migrate
from estner_ops.catalogue.statistics import note_stage, stage_note, update_run
from estner_ops.settings import Settings
from estner_ops.shards import Segment, finished_segments
from estner_ops.storage import Storage

_BATCH = 20_000  # documents of one transaction


@dataclass(frozen=True, slots=True)
class SyncSummary:
    run: str
    documents: int  # loaded by this call; 0 if all were there already
    segments: int
    hosts: int  # whose metadata was published
    seconds: float

    @property
    def sentence(self) -> str:
        """What happened, for a person."""
        loaded = f"{self.documents:,} documents loaded" if self.segments else "Nothing new to load"
        return f"{loaded} in {self.seconds:.1f} s; metadata of {self.hosts:,} hosts published."


def sync_run(storage: Storage, settings: Settings, run: str, publish: bool = True) -> SyncSummary:
    """Loads what of the run's finished shards is not in the catalogue yet, and publishes the metadata of its hosts.

    Without `publish` the hosts stay marked for the next sync: for building a catalogue anew from many runs.
    """
    began, started, cpu = datetime.now(UTC), time.monotonic(), time.process_time()
    url = settings.catalogue
    migrate(url)
    with writing(url) as connection:
        load_outcomes(connection)
        execute(connection, "catalogue/add_run", {"run": run})
        run_id = execute(connection, "catalogue/run_id", {"run": run}).scalar_one()
    documents = segments = 0
    found = finished_segments(storage, [run])
    for batch in _batches(found):
        with writing(url) as connection:
            loaded = {path for (path,) in execute(connection, "catalogue/loaded_segments", {"run_id": run_id})}
            new = [segment for segment in batch if segment.documents not in loaded]
            if new:
                documents += load_segments(connection, storage, settings, run_id, new)
                segments += len(new)
    with writing(url) as connection:
        count_documents(connection)
    if documents or not storage.exists(stage_note(run, "metadata_sync")):  # one that was killed has left none
        note_stage(storage, run, "metadata_sync", began, time.monotonic() - started, time.process_time() - cpu,
                   {"documents": sum(one.document_count for one in found), "segments": len(found)})
    update_run(storage, settings, run, run_id)
    hosts = publish_hosts(storage, url) if publish else 0
    return SyncSummary(run, documents, segments, hosts, round(time.monotonic() - started, 3))


def _batches(segments: list[Segment]) -> Iterator[list[Segment]]:
    batch: list[Segment] = []
    for segment in segments:
        batch.append(segment)
        if sum(one.document_count for one in batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
