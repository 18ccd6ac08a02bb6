"""EstNLTK's list of 860,000 names in 30 MB of memory: its bytes as they are, and an index of hashes into them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

KINDS = ("fac", "loc", "org", "peop", "per")  # a set of kinds is a number, with a bit for each


class Gazetteer:
    def __init__(self, path: Path) -> None:
        self._bytes = path.read_bytes()
        bits = {kind.encode(): 1 << bit for bit, kind in enumerate(KINDS)}
        hashes, masks, starts = [], bytearray(), []
        start = 0
        for line in self._bytes.split(b"\n"):
            name, _, kind = line.rpartition(b"\t")
            hashes.append(hash(name))
            masks.append(bits[kind])
            starts.append(start)
            start += len(line) + 1
        order = np.argsort(np.array(hashes, np.int64), kind="stable")
        self._hashes, first = np.unique(np.array(hashes, np.int64)[order], return_index=True)
        # A name stands on a line for each of its kinds.
        self._masks = np.bitwise_or.reduceat(np.frombuffer(masks, np.uint8)[order], first)
        self._starts = np.array(starts, np.uint32)[order][first]

    def kind(self, name: str) -> int:
        """The kinds that the list has the name under; 0 if it has not."""
        wanted = name.encode("utf-8", "surrogatepass")
        place = int(np.searchsorted(self._hashes, hash(wanted)))
        if place == len(self._hashes) or self._hashes[place] != hash(wanted):
            return 0
        # Not merely the same hash?
        return int(self._masks[place]) if self._bytes.startswith(wanted + b"\t", int(self._starts[place])) else 0

    def kinds(self, names: Sequence[str]) -> NDArray[np.uint8]:
        """The kinds of each of many names."""
        found = np.zeros(len(names), np.uint8)
        if not names:
            return found
        wanted = [name.encode("utf-8", "surrogatepass") for name in names]
        hashes = np.array([hash(name) for name in wanted], np.int64)
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        for i in np.flatnonzero(self._hashes[places] == hashes).tolist():
            start = int(self._starts[places[i]])
            if self._bytes.startswith(wanted[i] + b"\t", start):  # not merely the same hash
                found[i] = self._masks[places[i]]
        return found
