"""What a release added to the one before and removed from it: counts, and the triples themselves as an RDF Patch.

The patch speaks of everything in the dump, also of the release's description of itself: the dump before and the patch
give the dump.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from estner_ops.graph.merge import Counts, Merge
from estner_ops.graph.pieces import plain_files
from estner_ops.graph.serialise import LineFile, Written, text_of
from estner_ops.graph.vocabulary import KINDS, expand
from estner_ops.storage import Storage

FILE = "changes.rdfp.gz"
_RELATION = f" <{expand('ner:mentionedAtSite')}> "
_TYPES = tuple(f" <{expand('rdf:type')}> <{expand(kind.type)}> " for kind in KINDS)


@dataclass(frozen=True, slots=True)
class Changes:
    """Against the release before; against nothing if there was none."""

    added: int = 0
    removed: int = 0
    relations_added: int = 0
    relations_removed: int = 0
    entities_added: int = 0
    entities_removed: int = 0

    def __add__(self, other: "Changes") -> "Changes":
        return Changes(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


def all_new(triples: int, counts: Counts) -> Changes:
    """The changes of a first release."""
    return Changes(added=triples, relations_added=counts.relations,
                   entities_added=counts.people + counts.organisations + counts.places)


def write_changes(storage: Storage, merge: Merge, before: str, parts: Sequence[Written], folder: Path) -> Changes:
    """Compares the parts with those of the release in the folder `before` of the store, line by line."""
    patch, total = LineFile(folder / FILE), Changes()
    patch.write(b"TX .\n")
    olds = merge.local(storage, [f"{before}/{part.path.name}" for part in parts])
    for old, part in zip(olds, parts, strict=True):
        merge.execute("changes_empty")
        for step in ("line_keys", "changed"):
            for sign, packed in (("D", old), ("A", str(part.path))):
                for file in plain_files(packed, merge.scratch):
                    merge.execute(step, sign=sign, file=file)
            if step == "line_keys":
                merge.execute("changed_keys")
        for batch in merge.batches("changed_lines"):
            total += _count(batch.column(0))
            patch.write(text_of(batch.column(0)))
    patch.write(b"TC .\n")
    patch.close()
    return total


def _count(rows: pa.Array) -> Changes:
    added = pc.starts_with(rows, "A ")
    relation = pc.match_substring(rows, _RELATION)
    entity = pc.or_(pc.or_(*(pc.match_substring(rows, one) for one in _TYPES[:2])), pc.match_substring(rows, _TYPES[2]))
    return Changes(*(_sum(pc.and_(side, what)) if what is not None else _sum(side)
                     for what in (None, relation, entity) for side in (added, pc.invert(added))))


def _sum(flags: pa.Array) -> int:
    return int(pc.sum(flags).as_py() or 0)
