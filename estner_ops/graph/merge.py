"""The tables of a release, computed in DuckDB from the committed output of all shards. The statements lie in sql/merge.

DuckDB works in a database file in the scratch folder, keeps to its memory limit and spills what does not fit, so the
memory needed does not grow with the number of mentions.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling

from estner_ops.errors import ReleaseError
from estner_ops.graph.corrections import Corrections
from estner_ops.graph.iris import document_iri, run_iri, slug
from estner_ops.graph.vocabulary import KINDS
from estner_ops.outcomes import OUTCOMES
from estner_ops.settings import ROOT, Settings
from estner_ops.shards import Segment
from estner_ops.storage import Storage

LONGEST_NAME = 200  # characters; what is longer is a sentence or an attack, not a name

_SQL = ROOT / "sql" / "merge"
_GONE = ["gone", "soft-404"]
_STATES = ["read", "no-text", "foreign-language", "unsupported-type"]  # the newest of these is the document's state
_ALIVE = [code for code, outcome in OUTCOMES.items() if outcome.availability == "yes"]
_STEPS = ("mentions", "doubles", "forms", "decisions", "named", "entities", "form_entities", "lemmas", "sites",
          "rejected")


def statement(name: str) -> str:
    return (_SQL / f"{name}.sql").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Counts:
    """What a release holds."""

    documents: int
    mentions: int
    relations: int
    people: int
    organisations: int
    places: int
    newest: str | None  # when the newest of its documents was fetched


class Merge:
    """The tables of one release, from which it is written out."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, base: str, scratch: Path) -> None:
        self._connection, self.base, self.scratch = connection, base, scratch

    def execute(self, name: str, /, **parameters: Any) -> None:
        try:
            self._connection.execute(statement(name), parameters)
        except duckdb.Error as error:
            raise ReleaseError(f"merging stopped in sql/merge/{name}.sql: {error}") from error

    def rows(self, name: str, /, **parameters: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement(name), parameters).fetchall()

    def batches(self, name: str, /, **parameters: Any) -> Iterator[pa.RecordBatch]:
        """The result of a statement, some thousand rows at a time."""
        yield from self._connection.sql(statement(name), params=parameters).to_arrow_reader(4_000)

    def counts(self) -> Counts:
        return Counts(*self.rows("counts")[0])

    def rejected(self) -> dict[str, int]:
        return dict(self.rows("rejected_counts"))

    def run(self, storage: Storage, segments: Sequence[Segment], corrections: Corrections) -> None:
        """Computes all tables."""
        documents = self.local(storage, [segment.documents for segment in segments])
        mentions = self.local(storage, [segment.mentions for segment in segments])
        self.execute("segments", documents=documents, mentions=mentions, runs=[segment.run for segment in segments])
        moves, names = corrections.moves, corrections.names
        self.execute("corrections", iris=[one.iri for one in moves], replaced_by=[one.replaced_by for one in moves],
                     types=[one.type for one in moves])
        self.execute("preferred_names", iris=list(names), names=list(names.values()))
        self.execute("checks", documents=documents, alive=_ALIVE, gone=_GONE)
        self.execute("documents", alive=_ALIVE, gone=_GONE, states=_STATES, base=self.base)
        current = [path for (path,) in self.rows("current_segments")]
        given: dict[str, dict[str, Any]] = {
            "mentions": {"mentions": current or mentions[:1]},
            "forms": {"mentions": mentions, "types": [kind.code for kind in KINDS], "longest": LONGEST_NAME},
            "decisions": {"longest": LONGEST_NAME},
            "lemmas": {"longest": LONGEST_NAME},
            "named": {"base": self.base},
        }
        for step in _STEPS:
            self.execute(step, **given.get(step, {}))

    def local(self, storage: Storage, paths: Sequence[str]) -> list[str]:
        """The objects as files on this machine: where they lie, or copies in the scratch folder."""

        def fetch(path: str) -> str:
            if storage.is_local:
                with storage.local(path) as file:
                    return str(file)
            copy = self.scratch / "input" / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            storage.download(path, copy)
            return str(copy)

        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(fetch, paths))


@contextmanager
def open_merge(settings: Settings, base: str, scratch: Path) -> Iterator[Merge]:
    """An empty database in the scratch folder, with the functions that the statements use."""
    connection = duckdb.connect(str(scratch / "merge.duckdb"), config={
        "memory_limit": f"{settings.merge_memory // 1_000_000}MB",
        "temp_directory": str(scratch / "spill"),
        "autoinstall_known_extensions": False,  # nothing downloads code at run time
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    })
    try:
        connection.create_function("document_iri", document_iri, ["VARCHAR"], "VARCHAR",
                                   null_handling=FunctionNullHandling.SPECIAL)  # it may answer NULL
        connection.create_function("slug", slug, ["VARCHAR"], "VARCHAR")
        connection.create_function("run_iri", lambda run: run_iri(base, run), ["VARCHAR"], "VARCHAR")
        connection.execute(statement("macros"))
        connection.begin()  # and never committed: nothing here outlives the merge, so nothing waits for the disk
        yield Merge(connection, base, scratch)
    finally:
        connection.close()
