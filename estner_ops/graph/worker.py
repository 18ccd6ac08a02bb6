"""A process of its own that answers SPARQL queries over one store, so that a query can be ended by ending the process.

pyoxigraph cannot interrupt a query. The parent kills this process when a query's time is up; an alarm kills it too, in
case the parent is no longer there. Its memory is limited, and it has no network.
"""

import resource
import signal
import socket
import sys
from dataclasses import astuple
from typing import Any

import pyoxigraph as ox

from estner_ops.graph.confine import without_network
from estner_ops.graph.formats import answer
from estner_ops.graph.frames import receive, send
from estner_ops.graph.mistakes import explain
from estner_ops.graph.vocabulary import PREFIXES

_GRACE = 5.0  # seconds that the parent has for killing before the alarm does


def main(descriptor: int, folder: str, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    without_network()  # a second lock, behind the refusal of SERVICE
    store = ox.Store.read_only(folder)
    resource.setrlimit(resource.RLIMIT_AS, (_in_use() + memory, _in_use() + memory))
    parent = socket.socket(fileno=descriptor)
    send(parent, {"ready": True})
    while True:
        try:
            request, _ = receive(parent)
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, request["seconds"] + _GRACE)
        send(parent, *_evaluate(store, request))
        signal.setitimer(signal.ITIMER_REAL, 0)


def _evaluate(store: ox.Store, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    try:
        found = store.query(
            request["query"], prefixes=PREFIXES, default_graph=_nodes(request["default_graphs"]),
            named_graphs=_nodes(request["named_graphs"]))
        media_type, body, rows, cut = astuple(
            answer(found, request["results"], request["graph"], request["limit"]))
    except SyntaxError as error:
        return {"problem": "syntax", "message": explain(request["query"], str(error))}, b""
    except ValueError as error:  # a graph's name that is no IRI
        return {"problem": "syntax", "message": str(error)}, b""
    except OSError as error:  # a SERVICE that was let through asked for a socket
        return {"problem": "refused", "message": str(error)}, b""
    except MemoryError:
        return {"problem": "memory", "message": "the query needed more memory than it may have"}, b""
    return {"media_type": media_type, "rows": rows, "cut": cut}, body


def _nodes(iris: Any) -> list[Any] | None:
    return [ox.NamedNode(iri) for iri in iris] or None


def _in_use() -> int:
    """Bytes of address space that the store and the libraries take before any query."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
