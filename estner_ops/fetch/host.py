"""What a run knows of one host: whose turn it is, how fast to ask, whether to go on asking at all."""

import asyncio

from estner_ops.fetch.failures import Failure
from estner_ops.fetch.pace import Pace
from estner_ops.fetch.robots import Rules
from estner_ops.settings import Settings

_LONGEST_REST = 10  # times the longest delay: what a busy host may ask for before it is left for another run


class Host:
    def __init__(self, name: str, settings: Settings) -> None:
        self.name = name
        self.turn = asyncio.Lock()  # one request at a time
        self.pace = Pace(settings)
        self.robots: dict[str, Rules] = {}  # by site: http and https may differ
        self.robots_turn = asyncio.Lock()
        self.given_up: Failure | None = None
        self._settings = settings
        self._failures = 0
        self._rest = _LONGEST_REST * settings.max_delay

    def answered(self, seconds: float) -> None:
        """Each answer earns one longest delay back: who answers now and then is slow, and slow is allowed."""
        self._failures = 0
        self._rest = min(self._rest + self._settings.max_delay, _LONGEST_REST * self._settings.max_delay)
        self.pace.well(seconds)

    def failed(self, failure: Failure) -> None:
        self.pace.failed()
        if failure.unanswered:
            self._count(Failure("host-down", f"{self._failures + 1} failures in a row, the last: {failure}",
                                final=True))

    def busy(self, status: int, retry_after: float | None) -> None:
        self.pace.busy(retry_after)
        self._rest -= retry_after or 0.0
        if retry_after is not None and self._rest < 0:
            self.given_up = Failure("server-busy", f"status {status}: asked to come back after {retry_after:g} s",
                                    final=True)
        else:
            self._count(Failure("server-busy", f"status {status}, {self._failures + 1} times in a row", final=True))

    def _count(self, verdict: Failure) -> None:
        self._failures += 1
        if self._failures >= self._settings.host_failures:
            self.given_up = self.given_up or verdict
