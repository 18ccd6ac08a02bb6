"""Plans generated crawl logs on one core, beside a bare `line.split()` loop over the same file.

`seconds` and `ratio` are by the clock; `cpu_seconds` and `cpu_ratio` do not count what other work takes of the core.

    ./estner bench plan                  0.3, 3.1 and 10 million lines; the figures are those of 3,107,956
    ./estner bench plan 300000           other lengths; the figures are those of the last
"""

import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.crawl_log import write_log

FULL = 3_107_956
LENGTHS = (300_000, FULL, 10_000_000)


def main(arguments: list[str]) -> dict[str, Any]:
    lengths = [int(one) for one in arguments] or list(LENGTHS)
    with tempfile.TemporaryDirectory(prefix="estner-bench-") as folder:
        measured = {length: _measure(Path(folder), length) for length in lengths}
    figures = dict(measured[FULL if FULL in measured else lengths[-1]])
    figures["cpu_seconds_per_million"] = {length: round(one["cpu_seconds"] / length * 1e6, 2)
                                          for length, one in measured.items()}
    figures["rss_mb_by_lines"] = {length: one["rss_mb"] for length, one in measured.items()}
    return figures


def _measure(folder: Path, length: int) -> dict[str, Any]:
    log = folder / "crawl.log"
    write_log(log, length)
    print(f"{length:,} lines, {log.stat().st_size / 1e6:,.0f} MB")
    split = _alone(split_loop, log)
    print(f"  a bare split loop: {split['seconds']:.1f} s, {split['cpu_seconds']:.1f} s of them on the processor")
    planned = _alone(plan, log)
    print(f"  planned in {planned['seconds']:.1f} s, {planned['cpu_seconds']:.1f} s of them on the processor, "
          f"{planned['rss_mb']:.0f} MB, {planned['shards']} shards, {planned['documents']:,} documents; "
          f"traced a URL in {planned['trace_seconds']:.2f} s")
    log.unlink()
    return {"lines": length, **planned, "split_seconds": split["seconds"],
            "ratio": round(planned["seconds"] / split["seconds"], 2),
            "cpu_ratio": round(planned["cpu_seconds"] / split["cpu_seconds"], 2)}


def _alone(work: Any, log: Path) -> dict[str, Any]:
    """In a process of its own, on one core, so that neither time nor memory of another measurement is in it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_one_core) as process:
        return process.submit(work, log).result()


def _one_core() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def split_loop(log: Path) -> dict[str, Any]:
    start, processor = time.perf_counter(), time.process_time()
    with log.open("rb") as file:
        for line in file:
            line.split()
    return {"seconds": round(time.perf_counter() - start, 2), "cpu_seconds": round(time.process_time() - processor, 2)}


def plan(log: Path) -> dict[str, Any]:
    from estner_ops.plan import make_plan, trace
    from estner_ops.settings import Settings, override
    from estner_ops.storage import Storage

    with tempfile.TemporaryDirectory(prefix="estner-bench-", dir=log.parent) as store:
        settings = override(Settings(), {"store": f"file://{store}", "log_roots": [str(log.parent)]})
        storage = Storage(settings.store)
        start, processor = time.perf_counter(), time.process_time()
        summary = make_plan(storage, settings, "bench", str(log))
        seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - processor
        memory = _peak_memory()
        assert sum(summary.counts.values()) == summary.lines
        start = time.perf_counter()
        with log.open() as file:
            url = next(line.split()[3] for line in file if "text/html" in line)
        assert trace(storage, "bench", url)
        stored = sum(storage.size(path) for path in storage.list("runs/bench"))
        return {"seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "rss_mb": round(memory),
                "shards": len(summary.shards), "documents": summary.documents, "counts": summary.counts,
                "trace_seconds": round(time.perf_counter() - start, 3), "stored_mb": round(stored / 1e6)}


def _peak_memory() -> float:
    """The most memory this process ever held, in MB. (ru_maxrss would count that of the parent before the exec.)"""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1000


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
