"""Why one exchange with a server came to nothing: an outcome code and its particulars."""

from estner_ops.outcomes import OUTCOMES

# Worth another try at once. Not "timed-out": the deadline is for the whole document, and a try more would double it.
_PASSING = {"connect-failed", "dns-failed", "connection-lost", "server-busy"}
_UNANSWERED = {"connect-failed", "dns-failed", "connection-lost", "timed-out", "too-slow"}


class Failure(Exception):
    """Raised inside the fetcher, always caught by it: the code becomes the outcome of a source."""

    def __init__(self, code: str, detail: str = "", *, final: bool = False) -> None:
        assert code in OUTCOMES, code
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code, self.detail = code, detail
        self.final = final  # the host is given up for this run
        self.took = 0.0  # seconds that were spent on the exchange

    @property
    def passing(self) -> bool:
        """May be over by the next try in the same run."""
        return self.code in _PASSING and not self.final

    @property
    def unanswered(self) -> bool:
        """Speaks against the host, not against one document."""
        return self.code in _UNANSWERED
