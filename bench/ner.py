"""Names by EstNLTK's own pipeline and by ours, in the same documents: words a second, and are they the same names.

    ./estner bench ner                   50,000 words of made-up Estonian; growth up to 1,000,000
    ./estner bench ner 5000              fewer words, growth up to ten times as many
    ./estner bench ner --quality         how right the names are (bench/ner_quality.py)
    ./estner bench ner --identity        the same names in all of ../shared/documents (bench/ner_identity.py)

Ratios are of CPU time, which does not count what other work takes of the core, and again by the clock. `cold` is the
first pass of a process over the documents, `warm` the second. Each engine runs in a process of its own.
"""

import json
import resource
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from bench.estonian_text import LAST_LINE, Writer

WORDS = 50_000
Names = list[list[tuple[int, int, str]]]


class Pass(NamedTuple):
    names: Names
    cpu: float
    seconds: float


def main(arguments: list[str]) -> dict[str, Any]:
    if "--quality" in arguments:
        from bench import ner_quality

        return ner_quality.main([one for one in arguments if one != "--quality"])
    if "--identity" in arguments:
        from bench import ner_identity

        return ner_identity.main([one for one in arguments if one != "--identity"])
    words = int(arguments[0]) if arguments else WORDS
    documents = [document + LAST_LINE for document in Writer(7).collection(words)]
    words = sum(len(document.split()) for document in documents)
    print(f"{words:,} words in {len(documents)} documents")
    stock = _apart(_stock, documents)
    print(f"EstNLTK      {words / stock.cpu:9,.0f} words/s")
    (cold, warm), ready = _apart(_lean, documents)
    for name, one in (("cold", cold), ("warm", warm)):
        print(f"ours, {name}   {words / one.cpu:9,.0f} words/s  {stock.cpu / one.cpu:6.1f} times EstNLTK's")
    names = sum(map(len, stock.names))
    same = sum(len(set(ours) & set(theirs)) for ours, theirs in zip(cold.names, stock.names, strict=True))
    either = sum(len(set(ours) | set(theirs)) for ours, theirs in zip(cold.names, stock.names, strict=True))
    print(f"{names:,} names, {same:,} of them found by both alike; {either - same:,} differ")
    print("a process is ready after " + ", ".join(f"{step} {seconds:.2f} s" for step, seconds in ready.items()))
    growth = {}
    for length in (words // 5, words * 2, words * 20):
        seconds, rss = _apart(_one_document, Writer(11).text(length))
        growth[length] = round(seconds / length * 1e6, 1)
        print(f"one document of {length:9,} words: {growth[length]} µs a word, peak memory {rss:.0f} MB")
    return {
        "words": words,
        "names": names,
        "identical": same / either if either else 1.0,
        "warm_is_cold": cold.names == warm.names,
        "stock_words_per_second": round(words / stock.cpu),
        "cold_words_per_second": round(words / cold.cpu),
        "warm_words_per_second": round(words / warm.cpu),
        "ratio_cold": round(stock.cpu / cold.cpu, 1),
        "ratio_warm": round(stock.cpu / warm.cpu, 1),
        "ratio_cold_by_clock": round(stock.seconds / cold.seconds, 1),
        "ratio_warm_by_clock": round(stock.seconds / warm.seconds, 1),
        "growth_us_per_word": growth,
        "rss_mb": round(rss),
        "ready_seconds": {step: round(seconds, 2) for step, seconds in ready.items()},
    }


def _apart(work: Any, *arguments: Any) -> Any:
    """The work's result, done by a new process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def _stock(documents: Sequence[str]) -> Pass:
    from estnltk import Text

    Text("Eesti pealinn on Tallinn.").tag_layer(["ner"])  # loads what is loaded at first use
    texts = []
    cpu, clock = time.process_time(), time.perf_counter()
    for document in documents:
        texts.append(Text(document).tag_layer(["ner"])["ner"])
    cpu, seconds = time.process_time() - cpu, time.perf_counter() - clock
    return Pass([[(name.start, name.end, name.nertag) for name in names] for names in texts], cpu, seconds)


def _lean(documents: Sequence[str]) -> tuple[tuple[Pass, Pass], dict[str, float]]:
    started = time.perf_counter()
    from estner_ops.ner.lean import LeanEngine, engine

    imported = time.perf_counter()
    engine.model.read(engine.sources.NER_MODEL)
    weights = time.perf_counter()
    engine.Gazetteer(engine.sources.GAZETTEER)
    gazetteer = time.perf_counter()
    ours = LeanEngine()
    loaded = time.perf_counter()
    ours.tag("Eesti pealinn on Tallinn.")
    first = time.perf_counter()
    ready = {"total": imported - started + first - gazetteer, "import": imported - started, "load": loaded - gazetteer,
             "of it weights": weights - imported, "of it gazetteer": gazetteer - weights, "first text": first - loaded}
    return (_pass(ours, documents), _pass(ours, documents)), ready


def _pass(engine: Any, documents: Sequence[str]) -> Pass:
    cpu, clock = time.process_time(), time.perf_counter()
    found = [engine.tag(document) for document in documents]
    cpu, seconds = time.process_time() - cpu, time.perf_counter() - clock
    return Pass([[(one.start, one.end, one.label) for one in names] for names in found], cpu, seconds)


def _one_document(text: str) -> tuple[float, float]:
    from estner_ops.ner.lean import LeanEngine

    engine = LeanEngine()
    cpu = time.process_time()
    engine.tag(text)
    return time.process_time() - cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), ensure_ascii=False))
