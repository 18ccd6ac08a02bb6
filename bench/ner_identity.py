"""Are our names EstNLTK's, in all text of a folder of real documents? Ends with an error if one of them is not.

    ./estner bench ner --identity             ../shared/documents
    ./estner bench ner --identity FOLDER      another folder

Text is what our readers see in a document, in whatever language, and of web pages the markup too: it is full of what
prose has not. EstNLTK's time grows faster than a text, so long ones are compared piece by piece; both engines get the
same piece. Two processes run EstNLTK; what it finds is kept in the cache folder, so that only what is new takes time.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from bench.estonian_text import LAST_LINE
from estner_ops.errors import EstnerError
from estner_ops.ner.lean import LeanEngine
from estner_ops.ner.lean.guard import guarded
from estner_ops.ner.stock import PIECE, pieces
from estner_ops.settings import HOME, ROOT, Settings
from estner_ops.text import extract
from estner_ops.text.decode import decode

DOCUMENTS = ROOT.parent / "shared" / "documents"
EVERY_LANGUAGE = ("et", "und", "en", "ru", "fi", "lv", "lt", "de", "sv")
CACHE = HOME / "cache" / "estnltk-names"
PROCESSES = 2
Names = list[tuple[int, int, str]]


class Piece(NamedTuple):
    """A part of a document's text; `place` is the number of its first character."""

    document: str
    place: int
    text: str


def texts(path: Path) -> Iterator[str]:
    """What there is to read in a document; of a web page also all of its bytes."""
    body = path.read_bytes()
    settings = replace(Settings(), languages=EVERY_LANGUAGE)
    yield extract(body, declared="", url=f"http://localhost/{path.name}", settings=settings).text
    if path.suffix == ".html":
        yield decode(body, "", markup=True)[0]


def all_pieces(folder: Path, size: int = PIECE) -> Iterator[Piece]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for text in texts(path):
            safe = guarded(text)  # EstNLTK would die of the rest; places stay
            for start, end in pieces(safe, size):
                if safe[start:end].strip():
                    yield Piece(str(path.relative_to(folder)), start, safe[start:end] + LAST_LINE)


def stock_names(text: str) -> Names:
    from estnltk import Text

    return [(name.start, name.end, name.nertag) for name in Text(text).tag_layer(["ner"])["ner"]]


def main(arguments: list[str]) -> dict[str, Any]:
    folder = Path(arguments[0]) if arguments else DOCUMENTS
    every = list(all_pieces(folder))
    if not every:
        raise EstnerError(f"there is no text in {folder}")
    engine = LeanEngine()
    figures: Counter[str] = Counter()
    for done, (piece, theirs) in enumerate(_by_estnltk(every), 1):
        ours = [(name.start, name.end, name.label) for name in engine.tag(piece.text)]
        figures["words"] += len(piece.text.split())
        figures["names"] += len(theirs)
        figures["same"] += len(set(ours) & set(theirs))
        figures["differ"] += len(set(ours) ^ set(theirs))
        for start, end, label in sorted(set(ours) ^ set(theirs)):
            who = "EstNLTK" if (start, end, label) in theirs else "ours"
            print(f"only {who}: {label} {piece.text[start:end]!r} at {piece.place + start} of {piece.document}")
        if done % 20 == 0 or done == len(every):
            print(f"{done} of {len(every)} pieces, {figures['words']:,} words, {figures['names']:,} names, "
                  f"{figures['differ']} differ", flush=True)
    if figures["differ"]:
        raise EstnerError(f"{figures['differ']} of {figures['names']} names differ from EstNLTK's")
    return {"documents": len({piece.document for piece in every}), "pieces": len(every), "words": figures["words"],
            "names": figures["names"], "identical": figures["same"] / (figures["names"] or 1)}


def _by_estnltk(every: Iterable[Piece]) -> Iterator[tuple[Piece, Names]]:
    """Every piece with EstNLTK's names: first those that it has read before."""
    new = []
    for piece in every:
        kept = _kept(piece.text)
        if kept.exists():
            yield piece, [(start, end, label) for start, end, label in json.loads(kept.read_text())]
        else:
            new.append(piece)
    if not new:
        return
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(stock_names, piece.text): piece for piece in new}
        for job in as_completed(jobs):
            _keep(jobs[job].text, job.result())
            yield jobs[job], job.result()


def _kept(text: str) -> Path:
    of_what = " ".join(version(package) for package in ("estnltk", "nltk", "python-crfsuite")) + "\n" + text
    return CACHE / f"{hashlib.sha256(of_what.encode()).hexdigest()}.json"


def _keep(text: str, names: Names) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    path = _kept(text)
    written = path.with_suffix(f".{os.getpid()}")
    written.write_text(json.dumps(names))
    os.replace(written, path)
