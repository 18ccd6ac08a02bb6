"""The graph: merges the output of all shards into a release, publishes it, and answers SPARQL from it.

Names are looked up when they are first used: the processes that answer queries need pyoxigraph, not DuckDB and Arrow.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from estner_ops.graph.build import build_release
    from estner_ops.graph.formats import Answer, negotiate
    from estner_ops.graph.query import Evaluators
    from estner_ops.graph.reader import Release, ReleaseReader, open_release
    from estner_ops.graph.releases import ReleaseSummary, current_id, list_releases, rollback

__all__ = [
    "Answer", "Evaluators", "Release", "ReleaseReader", "ReleaseSummary", "build_release", "current_id",
    "list_releases", "negotiate", "open_release", "rollback",
]

_MODULES = {
    "build_release": "build", "Answer": "formats", "negotiate": "formats", "Evaluators": "query", "Release": "reader",
    "ReleaseReader": "reader", "open_release": "reader", "ReleaseSummary": "releases", "current_id": "releases",
    "list_releases": "releases", "rollback": "releases",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
