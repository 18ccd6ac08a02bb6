"""Merging: from the output of 50 shards to a published release, beside rdflib's way of adding graphs.

    ./estner bench merge                      0.2, 2 and 20 million triples
    ./estner bench merge 200000 2000000       these sizes only

Ours is the whole of build_release: merge, RDF/XML, N-Triples, N-Quads, shapes, SPARQL store, upload. The peer, at the
smallest size and with the same triples, only adds up 50 graphs that are already parsed (`Graph() + Graph()`) and
serialises the sum once.
"""

import gzip
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha224
from pathlib import Path

import rdflib

from estner_ops.graph import build_release
from estner_ops.settings import ROOT, Settings
from estner_ops.shards import ShardWriter
from estner_ops.storage import Storage
from estner_ops.tables import DocumentRow, MentionRow

SHARDS = 50
SIZES = [200_000, 2_000_000, 20_000_000]
TRIPLES_PER_MENTION = 10.75  # of what is generated here
MENTIONS_PER_DOCUMENT = 20
_START = datetime(2026, 11, 1, tzinfo=UTC)
_FIRST = ["Jaan", "Mari", "Toomas", "Anne", "Rein", "Tiina", "Andres", "Kadri", "Õnne", "Jüri", "Ülle", "Märt"]
_LAST = ["Tamm", "Saar", "Sepp", "Mägi", "Kask", "Kukk", "Rebane", "Ilves", "Koppel", "Põld", "Õunapuu", "Jõgi"]
_FORMS = ["nominative", "document", "guess"]
_ENDINGS = ["", "le", "ga"]


def main(arguments: list[str]) -> dict[str, object]:
    sizes = sorted(int(one.replace("_", "")) for one in arguments) or SIZES
    rows = []
    with tempfile.TemporaryDirectory(prefix="estner-bench-") as name:
        for size in sizes:
            store = Path(name) / str(size)
            generate(Storage(store.as_uri()), size)
            rows.append(measured(store.as_uri()))
            print("{triples:>11,} triples: {seconds:,} s, {cpu_seconds:,} s CPU, {triples_per_second:,} triples/s, "
                  "peak {rss_mb:,} MB".format(**rows[-1]), flush=True)
        peer = rdflib_figures(Path(name) / str(sizes[0]))
    ratio = round(peer["seconds"] / rows[0]["seconds"], 1)
    print(f"rdflib, {rows[0]['triples']:,} triples: {peer['seconds']} s to add and serialise, {ratio} times ours; "
          f"{peer['in_place_seconds']} s if added in place")
    growth = {key: _exponent(rows, key) for key in ("seconds", "cpu_seconds", "rss_mb")}
    return {"ratio": ratio, "cpu_ratio": round(peer["cpu_seconds"] / rows[0]["cpu_seconds"], 1),
            "ratio_in_place": round(peer["in_place_seconds"] / rows[0]["seconds"], 1),
            "rss_mb": max(row["rss_mb"] for row in rows), "triples_per_second": rows[-1]["triples_per_second"],
            "growth": growth, "peer": peer, "sizes": rows}


def generate(storage: Storage, triples: int) -> None:
    """Shards whose release has about so many triples. Some names are on many pages, most on few."""
    chance = random.Random(triples)
    documents = max(SHARDS, round(triples / TRIPLES_PER_MENTION / MENTIONS_PER_DOCUMENT))
    for shard in range(SHARDS):
        writer = ShardWriter(storage, "bench", f"{shard:05}")
        pages, names = [], []
        for number in range(shard, documents, SHARDS):
            page = _document(shard, number)
            pages.append(page)
            names += [_mention(chance, page, place, documents) for place in range(MENTIONS_PER_DOCUMENT)]
        writer.commit(pages, names, None)
        writer.finish({})


def measured(url: str) -> dict[str, float]:
    """Builds the release in a process of its own, so that its peak memory is its own."""
    run = subprocess.run([sys.executable, "-m", "bench.merge", "--build", url], cwd=ROOT, check=True, text=True,
                         stdout=subprocess.PIPE)
    return dict(json.loads(run.stdout.splitlines()[-1]))


def build(url: str) -> dict[str, float]:
    started, used = time.monotonic(), time.process_time()
    summary = build_release(Storage(url), Settings(), "bench")
    seconds, cpu = time.monotonic() - started, time.process_time() - used
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
    return {"triples": summary.triples, "seconds": round(seconds, 2), "cpu_seconds": round(cpu, 2),
            "triples_per_second": round(summary.triples / seconds), "rss_mb": round(peak / 1000)}


def _exponent(rows: list[dict[str, float]], key: str) -> float | None:
    """The exponent by which a figure grows from the second largest size to the largest: 1 is linear, 0 is flat."""
    if len(rows) < 2:
        return None
    before, last = rows[-2:]
    return round(math.log(last[key] / before[key]) / math.log(last["triples"] / before["triples"]), 2)


def rdflib_figures(store: Path) -> dict[str, float]:
    """How long rdflib needs for the same triples in 50 graphs: with `+` each time, and added in place (`+=`)."""
    (dump,) = store.glob("releases/*/release.nq.gz")
    with gzip.open(dump, "rt", encoding="utf-8") as file:
        lines = [_triple(line) for line in file]
    graphs = [rdflib.Graph().parse(data="".join(lines[number::SHARDS]), format="nt") for number in range(SHARDS)]
    started, used = time.monotonic(), time.process_time()
    total = rdflib.Graph()
    for graph in graphs:
        total = total + graph
    added = time.monotonic()
    with (store / "peer.rdf").open("wb") as file:
        total.serialize(file, format="xml", encoding="utf-8")
    ended, cpu = time.monotonic(), time.process_time() - used
    place = rdflib.Graph()
    for graph in graphs:
        place += graph
    return {"seconds": round(ended - started, 1), "cpu_seconds": round(cpu, 1),
            "in_place_seconds": round(time.monotonic() - added, 1)}


def _triple(line: str) -> str:
    """A line of N-Quads without its graph."""
    said = line.removesuffix(" .\n")
    head, _, last = said.rpartition(" <http://www.estner.ee/")
    named = head.count(" ") >= 2 and (last.startswith("id/graph/") or last == "estnerd>")
    return f"{head if named else said} .\n"


def _document(shard: int, number: int) -> DocumentRow:
    url = f"http://www.asutus{shard}.ee/dokument/{number}.html"
    return DocumentRow(
        url=url, original_url=url, host=f"www.asutus{shard}.ee", outcome="read", detail="",
        fetched_at=_START + timedelta(seconds=number), duration=0.1, status=200, final_url=url, redirects="[]",
        headers="[]", ip="127.0.0.1", bytes=20_000, sha224=sha224(url.encode()).hexdigest(), sha1="", etag=None,
        last_modified=None, media_type="text/html", encoding="utf-8", language="et", language_confidence=0.95,
        title=f"Dokument {number}", text_sha224=None, characters=10_000, mentions=MENTIONS_PER_DOCUMENT,
        cpu_seconds=0.1, warc="", warc_offset=0, warc_length=0)


def _mention(chance: random.Random, page: DocumentRow, place: int, names: int) -> MentionRow:
    rank = int(chance.paretovariate(0.6)) % names
    kind = ("PER", "ORG", "LOC")[rank % 3]
    name = {"PER": f"{_FIRST[rank % 12]} {_LAST[rank // 12 % 12]}-{rank}", "ORG": f"{_LAST[rank % 12]} ja {rank} OÜ",
            "LOC": f"{_LAST[rank % 12]}küla {rank}"}[kind]
    form = chance.randrange(3)
    seen, start = name + _ENDINGS[form], 450 * place + chance.randrange(400)
    words = " ".join(chance.choices(_LAST, k=8)).lower()
    return MentionRow(
        url=page.url, sha224=page.sha224, type=kind, name=name, surface=seen, lemma=name, candidates=[name, name + "e"],
        decided_by=_FORMS[form], confidence=round(chance.uniform(0.5, 1.0), 3), start=start, end=start + len(seen),
        snippet=f"… {words} {seen} {words} …")


if __name__ == "__main__":
    found = build(sys.argv[2]) if sys.argv[1:2] == ["--build"] else main(sys.argv[1:])
    print(json.dumps(found))
