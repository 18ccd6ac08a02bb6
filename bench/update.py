"""The update beside a full run, on a web of 10,000 documents of which 129 changed.

    python -m bench update [--documents 10000]

Runs `initial_rdfize` on the first state of the web, the update on the second, and, for comparison, `initial_rdfize` on
the second state in an empty store: the same tasks, without Airflow, one shard after another.
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
from estner_ops.shards import finished_shards
from estner_ops.storage import Storage

RELATION = re.compile(r"^([AD]) <(\S+)> <\S+#mentionedAtSite> <(\S+)>")


def main(arguments: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="bench update")
    parser.add_argument("--documents", type=int, default=10_000)
    chosen = parser.parse_args(arguments)
    mixture = Mixture(documents=chosen.documents, hosts=min(50, chosen.documents))
    with tempfile.TemporaryDirectory(prefix="estner-bench-") as folder, UpdateWeb(mixture) as web:
        with environment(Path(folder) / "ours", web):
            first = timed(web, "initial_rdfize, state 1", lambda: initial("first"))
            web.state = 2
            second = timed(web, "update_rdf, state 2", lambda: update.update("second", EVERYTHING))
            figures = outcomes("second")
            relations = changed_relations()
            line = Storage(settings_module.load().store).read_text("runs/second/update/report.txt").strip()
        with environment(Path(folder) / "again", web):
            full = timed(web, "initial_rdfize, state 2", lambda: initial("again"))
    print(line)
    return {
        "documents": chosen.documents, "changed": figures["read"], "ner_calls": figures["read"] + figures["ner-limit"],
        "not_modified": figures["not-modified"], "unchanged": figures["unchanged"],
        "unchanged_text": figures["unchanged-text"], "gone": figures["gone"],
        "pages_in_change_file": len({page for _, _, page in relations}),
        "only_changed_pages_in_change_file": {page for _, _, page in relations} <= web.of_kind("changed"),
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


def changed_relations() -> set[tuple[str, str, str]]:
    """What the current release's change file says of relations: added or deleted, entity, page."""
    storage = Storage(settings_module.load().store)
    current = storage.read_text("releases/CURRENT").strip()
    name = json.loads(current)["id"] if current.startswith("{") else current
    lines = gzip.decompress(storage.read_bytes(f"releases/{name}/changes.rdfp.gz")).decode().splitlines()
    return {found.groups() for line in lines if (found := RELATION.match(line))}  # type: ignore[misc]


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
