"""Reads documents of every format, beside pdfminer.six, openpyxl and BeautifulSoup(html.parser) on the same bytes.

Ratios compare bytes to clean text: what the peer extracts goes through the same cleaning, and the words of both are
compared, so that nobody wins by reading less. Documents/s and MB/s are of the whole step, with detection and language.
All seconds are of processor time, the best of three.
Documents are made here from a seed; the real ones in ../shared/documents are read too where they are present.

    ./estner bench text            as the README quotes it
    ./estner bench text 4          a quarter of the size
"""

import csv
import io
import json
import math
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from html import escape
from typing import Any

from bench.estonian_text import ADJECTIVES, ADVERBS, BODIES, FAMILY, GIVEN, NOUNS, PLACES, VERBS
from estner_ops.settings import ROOT, Settings
from estner_ops.text import detect, extract
from estner_ops.text.clean import clean
from estner_ops.text.extract import read_into
from estner_ops.text.transcript import Transcript

REAL = ROOT.parent / "shared" / "documents"
_WORD = re.compile(r"[^\W\d_]{2,}")
ALL = Settings(languages=("et", "und", "en", "fi", "ru", "de", "lv", "lt", "sv", "fr", "es", "pl", "uk"))


def main(arguments: list[str]) -> dict[str, Any]:
    part = int(arguments[0]) if arguments else 1
    rng = random.Random(5)
    made = {name: [make(rng, size // part) for _ in range(count)] for name, (make, size, count) in FORMATS.items()}
    figures: dict[str, Any] = {"formats": {}}
    for name, bodies in made.items():
        seconds = _best(lambda bodies=bodies: [extract(one, declared="", url=URL, settings=ALL) for one in bodies])
        size = sum(map(len, bodies))
        figures["formats"][name] = {"documents_per_second": round(len(bodies) / seconds, 1),
                                    "mb_per_second": round(size / 1e6 / seconds, 2)}
        print(f"{name:5} {len(bodies):3} documents {size / 1e6:6.2f} MB {len(bodies) / seconds:8.1f} documents/s "
              f"{size / 1e6 / seconds:7.2f} MB/s")
    for name, peer in PEERS.items():
        figures[f"{name}_ratio"] = _ratio(name, made[name], peer, "made")
        real = [path.read_bytes() for path in sorted(REAL.rglob(f"*.{name}"))] if REAL.is_dir() else []
        real = [body for body in real if extract(body, declared="", url=URL, settings=ALL).text]  # scans have none
        if real:
            figures[f"{name}_ratio_real"] = _ratio(name, real, peer, "real")
    figures["growth"] = _growth(rng, part)
    return figures


def _ratio(name: str, bodies: list[bytes], peer: Callable[[bytes], str], which: str) -> float:
    ours = _best(lambda: [_text(body) for body in bodies])
    theirs = _best(lambda: [clean(peer(body)) for body in bodies], times=1 if name == "pdf" else 3)
    expected = Counter(word for body in bodies for word in _WORD.findall(clean(peer(body))))
    lacking = expected - Counter(word for body in bodies for word in _WORD.findall(_text(body)))
    print(f"{name}, {which}: {len(bodies)} documents, ours {ours:.3f} s, {PEER_NAMES[name]} {theirs:.3f} s, "
          f"ratio {theirs / ours:.1f}; {1 - lacking.total() / expected.total():.2%} of its words are in ours")
    return round(theirs / ours, 2)


def _growth(rng: random.Random, part: int) -> dict[str, float]:
    """The exponent by which the cost of the whole step grows with a document's size: 1 is linear."""
    growth = {}
    for name, (make, size, _) in FORMATS.items():
        seconds = []
        for factor in (1, 8):
            body = make(rng, factor * size // part)
            seconds.append(_best(lambda body=body: extract(body, declared="", url=URL, settings=ALL)))
        growth[name] = round(math.log(seconds[1] / seconds[0]) / math.log(8), 2)
        print(f"{name:5} 8 times the size costs {seconds[1] / seconds[0]:5.2f} times as much")
    return growth


def _text(body: bytes) -> str:
    out = Transcript(ALL.max_text)
    read_into(out, body, detect(body, "", URL), "")
    return clean(out.text())


def _best(work: Callable[[], object], times: int = 3) -> float:
    spent = []
    for _ in range(times):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)


def _pdfminer(body: bytes) -> str:
    from pdfminer.high_level import extract_text

    return extract_text(io.BytesIO(body))


def _openpyxl(body: bytes) -> str:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(body), read_only=True, data_only=True)
    return "\n\n".join([str(cell) for sheet in book.worksheets for row in sheet.iter_rows(values_only=True)
                        for cell in row if cell is not None])


def _beautifulsoup(body: bytes) -> str:
    from bs4 import BeautifulSoup

    return BeautifulSoup(body, "html.parser").get_text("\n")  # without scripts and styles since 4.11


PEERS: dict[str, Callable[[bytes], str]] = {"pdf": _pdfminer, "xlsx": _openpyxl, "html": _beautifulsoup}
PEER_NAMES = {"pdf": "pdfminer.six", "xlsx": "openpyxl", "html": "BeautifulSoup(html.parser)"}


def _sentence(rng: random.Random) -> str:
    words = [rng.choice(rng.choice((NOUNS, VERBS, ADJECTIVES, ADVERBS))) for _ in range(rng.randint(5, 14))]
    words.insert(rng.randint(0, 4), f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}")
    words.insert(rng.randint(0, 6), rng.choice(("ja", "ning", "või", "mis", "kes", rng.choice(PLACES))))
    return " ".join(words).capitalize() + "."


def _paragraphs(rng: random.Random, characters: int) -> list[str]:
    found: list[str] = []
    while characters > 0:
        found.append(" ".join(_sentence(rng) for _ in range(rng.randint(2, 7))))
        characters -= len(found[-1])
    return found


def _rows(rng: random.Random, characters: int) -> list[list[Any]]:
    return [[f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}", rng.choice(BODIES), rng.choice(PLACES),
             rng.randint(1900, 2026), round(rng.random() * 1000, 2)] for _ in range(characters // 50 + 1)]


def _html(rng: random.Random, characters: int) -> bytes:
    menu = "".join(f'<li class="item"><a href="/{n}" title="{escape(place)}">{escape(place)}</a></li>'
                   for n, place in enumerate(PLACES[:30]))
    text = "".join(f'<div class="content"><p style="margin:0">{escape(one)}</p></div>'
                   for one in _paragraphs(rng, characters * 3 // 4))
    table = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>"
                    for row in _rows(rng, characters // 4))
    script = "<script>var a = 1; function f(x) { return x + '<b>'; }</script>" * 10
    return (f"<!DOCTYPE html><html><head><title>Leht</title>{script}</head><body><ul>{menu}</ul>{text}"
            f"<table>{table}</table></body></html>").encode()


def _pdf(rng: random.Random, characters: int) -> bytes:
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data, pageCompression=1)
    height = 800
    for paragraph in _paragraphs(rng, characters):
        for line in simpleSplit(paragraph, "Helvetica", 10, 500):
            if height < 50:
                canvas.showPage()
                height = 800
            canvas.setFont("Helvetica", 10)
            canvas.drawString(50, height, line)
            height -= 13
        height -= 8
    canvas.save()
    return data.getvalue()


def _xlsx(rng: random.Random, characters: int) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Andmed")
    for row in _rows(rng, characters):
        sheet.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _xls(rng: random.Random, characters: int) -> bytes:
    from xlwt import Workbook

    book = Workbook()
    sheet = book.add_sheet("Andmed")
    for number, row in enumerate(_rows(rng, characters)):
        for column, cell in enumerate(row):
            sheet.write(number, column, cell)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _csv(rng: random.Random, characters: int) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(_rows(rng, characters))
    return text.getvalue().encode("windows-1257", "replace")


def _json(rng: random.Random, characters: int) -> bytes:
    keys = ("name", "body", "place", "year", "sum")
    return json.dumps([dict(zip(keys, row, strict=True)) for row in _rows(rng, characters)]).encode()


def _xml(rng: random.Random, characters: int) -> bytes:
    text = "".join(f"<loige id='{n}'><tavatekst>{escape(one)}</tavatekst></loige>"
                   for n, one in enumerate(_paragraphs(rng, characters)))
    return f'<?xml version="1.0" encoding="UTF-8"?><akt>{text}</akt>'.encode()


def _txt(rng: random.Random, characters: int) -> bytes:
    return "\n\n".join(_paragraphs(rng, characters)).encode("windows-1257", "replace")


URL = "http://asutus.ee/dokument"
# how one is made, characters of text in it, how many
FORMATS: dict[str, tuple[Callable[[random.Random, int], bytes], int, int]] = {
    "html": (_html, 40_000, 30), "pdf": (_pdf, 40_000, 5), "xlsx": (_xlsx, 200_000, 5), "xls": (_xls, 100_000, 5),
    "csv": (_csv, 200_000, 5), "json": (_json, 200_000, 5), "xml": (_xml, 200_000, 5), "txt": (_txt, 200_000, 5),
}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
