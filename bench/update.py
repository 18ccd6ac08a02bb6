"""The update beside a full run, on a web of 10,000 documents of which 129 changed.

    ./estner bench update [--documents 10000]

Runs `initial_rdfize` on the first state of the web, the update on the second, and, for comparison, `initial_rdfize` on
the second state in an empty store: the same tasks, without Airflow, one shard after another. Fails if the update read
another document than those that changed, or if the change file names another relation than theirs.
"""

import argparse
import gzip
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.update_web import Mixture, UpdateWeb
from estner_ops import settings as settings_module
from estner_ops import steps, update
from estner_ops.catalogue import Selection, run_statistics
from estner_ops.errors import EstnerError
from estner_ops.graph import current_id
from estner_ops.shards import finished_shards
from estner_ops.storage import Storage

RELATION = re.compile(r"^(?:([AD]) )?<(\S+)> <\S+#mentionedAtSite> <(\S+)>")
Relations = set[tuple[str, str]]  # entity and page


def main(arguments: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="bench update")
    parser.add_argument("--documents", type=int, default=10_000)
    chosen = parser.parse_args(arguments)
    mixture = Mixture(documents=chosen.documents, hosts=min(50, chosen.documents))
    with tempfile.TemporaryDirectory(prefix="estner-bench-") as folder, UpdateWeb(mixture) as web:
        with environment(Path(folder) / "ours", web):
            first = timed(web, "initial_rdfize, state 1", lambda: initial("first"))
            web.state = 2
            before = relations()
            second = timed(web, "update_rdf, state 2", lambda: update.update("second", EVERYTHING))
            figures, after, changes = outcomes("second"), relations(), changed_relations()
            calls = ner_calls("second")
            line = Storage(settings_module.load().store).read_text("runs/second/update/report.txt").strip()
        with environment(Path(folder) / "again", web):
            full = timed(web, "initial_rdfize, state 2", lambda: initial("again"))
            again = relations()
    print(line)
    check_outcomes(web, figures)
    check_calls(web, calls)
    check_changes(web, changes, before, after, again)
    return {
        "documents": chosen.documents, "changed": figures["read"], "ner_calls": calls,
        "not_modified": figures["not-modified"], "unchanged": figures["unchanged"],
        "unchanged_text": figures["unchanged-text"], "gone": figures["gone"],
        "pages_in_change_file": len({page for _, _, page in changes}), "relations_in_change_file": len(changes),
        "first_seconds": first["seconds"], "update_seconds": second["seconds"], "full_seconds": full["seconds"],
        "documents_per_second": round(chosen.documents / second["seconds"], 1),
        "update_bytes": second["bytes"], "full_bytes": full["bytes"],
        "ratio": round(full["seconds"] / second["seconds"], 2),
        "bytes_ratio": round(full["bytes"] / second["bytes"], 2),
    }


EVERYTHING = update.Request(Selection(older_than_days=0))


@contextmanager
def environment(folder: Path, web: UpdateWeb) -> Iterator[None]:
    """The settings of a set-up in a folder of its own, that fetches from this web without pauses."""
    folder.mkdir(parents=True)
    web.write_hosts(folder / "hosts.txt")
    web.write_log(folder / "crawl.log")
    values = {
        "ESTNER_STORE": (folder / "store").as_uri(), "ESTNER_CATALOGUE": f"sqlite:///{folder / 'catalogue.db'}",
        "ESTNER_LOG_ROOTS": str(folder), "ESTNER_ALLOWED_NETWORKS": "127.0.0.0/8",
        "ESTNER_NAME_SERVER": str(folder / "hosts.txt"), "ESTNER_DELAY": "0", "ESTNER_SHARD_DOCUMENTS": "100000",
    }
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def initial(run: str) -> None:
    for shard in steps.plan(run, settings_module.load().log_roots[0] + "/crawl.log"):
        steps.rdfize_shard(run, shard)
    steps.merge(run)
    steps.archive(run)
    steps.metadata_sync(run)


def timed(web: UpdateWeb, what: str, work: Any) -> dict[str, Any]:
    sent, started = web.sent, time.monotonic()
    work()
    seconds, moved = round(time.monotonic() - started, 2), web.sent - sent
    print(f"{what}: {seconds} s, {moved:,} bytes from the web")
    newest = run_statistics(settings_module.load().catalogue, most=1)[0]
    print("   " + ", ".join(f"{one.stage} {one.seconds:.1f} s" for one in newest.stages))
    return {"seconds": seconds, "bytes": moved}


def outcomes(run: str) -> Counter[str]:
    storage = Storage(settings_module.load().store)
    counts: Counter[str] = Counter()
    for shard in finished_shards(storage, run):
        counts.update(storage.read_json(f"runs/{run}/shards/{shard}/_SUCCESS")["outcomes"])
    return counts


def ner_calls(run: str) -> int:
    """How often the run called the engine that finds names, as the processes that call it counted."""
    storage = Storage(settings_module.load().store)
    return sum(storage.read_json(f"runs/{run}/shards/{shard}/_SUCCESS")["ner_calls"]
               for shard in finished_shards(storage, run))


def check_outcomes(web: UpdateWeb, figures: Counter[str]) -> None:
    """Each kind of document in its one outcome; only the changed ones were searched for names."""
    kinds = Counter(web.kinds)
    expected = Counter({
        "read": kinds["changed"], "gone": kinds["vanished"], "not-modified": kinds["dated"] + kinds["tagged"],
        "unchanged-text": kinds["stamped"], "unchanged": kinds["plain"] + kinds["moved"]})
    if figures != expected:
        raise EstnerError(f"the update's outcomes are {dict(figures)}, not {dict(expected)}")


def check_calls(web: UpdateWeb, calls: int) -> None:
    """Names were looked for in the changed documents, once in each, and in no other."""
    if calls != len(web.of_kind("changed")):
        raise EstnerError(f"names were looked for {calls} times, in {len(web.of_kind('changed'))} changed documents")


def check_changes(web: UpdateWeb, changes: set[tuple[str, str, str]], before: Relations, after: Relations,
                  again: Relations) -> None:
    """The change file has what tells the releases apart, of the changed pages only; a run from nothing agrees."""
    changed = web.of_kind("changed")
    difference = {("A", *one) for one in after - before} | {("D", *one) for one in before - after}
    if changes != difference:
        raise EstnerError(f"the change file and the releases differ in {len(changes ^ difference)} relations")
    if {page for _, _, page in changes} != changed:
        raise EstnerError("the change file names other pages than those that changed")
    if (other := {one for one in after ^ again if one[1] in changed}):
        raise EstnerError(f"a run from nothing finds other relations on the changed pages: {sorted(other)[:10]}")


def changed_relations() -> set[tuple[str, str, str]]:
    """What the current release's change file says of relations: added or deleted, entity, page."""
    return {(sign, entity, page) for sign, entity, page in _relations("changes.rdfp.gz")}


def relations() -> Relations:
    """All relations of the current release."""
    return {(entity, page) for part in ("LOC", "ORG", "PER") for _, entity, page in _relations(f"{part}.nt.gz")}


def _relations(file: str) -> Iterator[tuple[str, str, str]]:
    storage = Storage(settings_module.load().store)
    lines = gzip.decompress(storage.read_bytes(f"releases/{current_id(storage)}/{file}")).decode().splitlines()
    for line in lines:
        if found := RELATION.match(line):
            yield found[1] or "", found[2], found[3]


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
