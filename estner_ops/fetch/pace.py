"""When the next request to one host may be made."""

import asyncio
import time

from estner_ops.settings import Settings

_FIRST_PENALTY = 1.0  # seconds, for a host that is busy though we ask without a delay


class Pace:
    """A delay that grows when the server is slow or busy and shrinks again when it is well."""

    def __init__(self, settings: Settings) -> None:
        self._base, self._longest = settings.delay, max(settings.delay, settings.max_delay)
        self.delay = self._base
        self._ready = 0.0

    async def wait(self) -> None:
        while (left := self._ready - time.monotonic()) > 0:
            await asyncio.sleep(left)

    def asked(self, crawl_delay: float) -> None:
        """robots.txt wants a delay. A longer one than the longest is cut: a day's delay would be a refusal."""
        self._base = min(self._longest, max(self._base, crawl_delay))
        self.delay = max(self.delay, self._base)
        self._ready = max(self._ready, time.monotonic() + self._base)

    def well(self, seconds: float) -> None:
        """An answer came after so many seconds. A slow server is left alone for as long as it worked for us."""
        target = max(self._base, min(seconds, self._longest)) if self._base else 0.0
        self.delay = max(target, self.delay / 2)
        if not self._base and self.delay < _FIRST_PENALTY:
            self.delay = 0.0
        self._next(self.delay)

    def failed(self) -> None:
        """No whole answer came."""
        self.delay = min(self._longest, max(self.delay, self._base) * 2)
        self._next(self.delay)

    def busy(self, retry_after: float | None) -> None:
        """The server asked to come back later."""
        self.delay = min(self._longest, max(self.delay * 2, _FIRST_PENALTY))
        self._next(max(self.delay, retry_after or 0.0))

    def _next(self, seconds: float) -> None:
        self._ready = time.monotonic() + seconds
