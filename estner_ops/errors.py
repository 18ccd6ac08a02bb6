"""What can go wrong with a whole step. What goes wrong with one document is an outcome, not an error."""

from typing import Literal


class EstnerError(Exception):
    """A step cannot go on. The message names the thing and says what to do about it."""


class SettingsError(EstnerError):
    """A setting is missing, unknown or not of its type."""


class LogError(EstnerError):
    """The crawl log cannot be read or holds nothing to do."""


class StorageError(EstnerError):
    """An object of the store is missing or its path is not allowed."""


class FencedError(EstnerError):
    """Another attempt of the same task has committed in the meantime; this one must stop without writing."""


class ReleaseError(EstnerError):
    """A release cannot be made, opened or published. The release that readers see is untouched."""


QueryProblem = Literal["syntax", "refused", "time", "memory", "busy"]


class QueryError(EstnerError):
    """A query is not answered: it is wrong, not allowed, beyond a limit, or all who could answer are busy."""

    def __init__(self, problem: QueryProblem, message: str) -> None:
        super().__init__(message)
        self.problem = problem
