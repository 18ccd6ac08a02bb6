"""A host that is larger than a shard, cut into parts that run one after another, each for a bounded time."""

import numpy as np
import numpy.typing as npt

from estner_ops.settings import Settings

_BYTES_PER_SECOND = 1_000_000  # at which a document is taken to arrive and be read
_LEAST_SECONDS = 0.05  # that a document takes, however short the delay
_SECOND = 1_000_000  # whole microseconds add up without rounding, so the cuts are the same everywhere


class PartCutter:
    """Numbers the parts of one host, over any number of calls in the order of its sources."""

    def __init__(self, settings: Settings) -> None:
        self._part = max(1, int(settings.part_seconds * _SECOND))
        self._delay = int(max(settings.delay, _LEAST_SECONDS) * _SECOND)
        self._least = -(-self._part // settings.shard_documents)  # so no part holds more documents than a shard should
        self._max_body = settings.max_body
        self._elapsed = 0

    def cut(self, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """The part of each document, by the time at which it is expected to start."""
        reading = np.minimum(sizes, self._max_body) * _SECOND // _BYTES_PER_SECOND
        lasts = np.clip(self._delay + reading, self._least, self._part)
        ends = self._elapsed + np.cumsum(lasts)
        if len(ends):
            self._elapsed = int(ends[-1])
        parts: npt.NDArray[np.int32] = ((ends - lasts) // self._part).astype(np.int32)
        return parts
