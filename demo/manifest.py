"""States what must come of the demo web: which entity is on which page, and how every line and source ends.

    python -m demo.manifest [--state 2]
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from demo.crawl_log import lines
from demo.document import Document
from demo.documents import MOVED, STAMPED, documents
from demo.hosts import HOSTS
from demo.oddities import MAX_BODY

# With these settings the demo web is to be fetched; its limits are part of what the manifest expects.
SETTINGS: dict[str, str] = {
    "delay": "0.15",
    "max_delay": "1.0",
    "max_body": str(MAX_BODY),
    "allowed_networks": "127.0.0.0/8",
    "document_seconds": "15",
}


def manifest(state: int = 1) -> dict[str, Any]:
    """State 1: what the first run finds. State 2: what an update finds after a first run in state 1."""
    before, now = documents(1), documents(state)
    return {
        "state": state,
        "settings": SETTINGS,
        "hosts": sorted(HOSTS),
        "plan": _plan(),
        "documents": {url: _entry(now[url], before[url] if state > 1 else None) for url in before},
    }


def _plan() -> dict[str, Any]:
    outcomes = Counter(line.outcome for line in lines())
    return {"lines": sum(outcomes.values()), "outcomes": dict(sorted(outcomes.items()))}


def _entry(document: Document, before: Document | None) -> dict[str, Any]:
    return {
        "format": document.format,
        "encoding": document.encoding,
        "charset": document.charset,
        "clean": document.clean,
        "outcome": _update(document, before) if before else document.outcome,
        "entities": [{"type": one.type, "name": one.name, "forms": list(one.forms)} for one in document.names],
    }


def _update(document: Document, before: Document) -> str:
    """What an update finds of a document that it knows from state 1 (or does not, if it could not be read then)."""
    if not before.clean or not document.clean:
        return document.outcome
    if document.url == STAMPED:
        return "unchanged-text"
    if document.reply != before.reply or document.url == MOVED[0]:
        return "read"
    host = HOSTS[document.host]
    return "not-modified" if host.etag or host.last_modified else "unchanged"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m demo.manifest", description="Prints what the demo web holds.")
    parser.add_argument("--state", type=int, choices=(1, 2), default=1)
    json.dump(manifest(parser.parse_args(arguments).state), sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
