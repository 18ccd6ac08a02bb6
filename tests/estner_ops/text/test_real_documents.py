"""Real Estonian documents: no crash, no unexpected silence, and the words that other people's tools find."""

import json
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache
from pathlib import Path
from shutil import which

import pytest

from estner_ops.records import Extracted
from estner_ops.settings import ROOT, Settings
from estner_ops.text import extract

DOCUMENTS = ROOT.parent / "shared" / "documents"
pytestmark = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="there is no ../shared/documents")
FILES = sorted(path for path in DOCUMENTS.rglob("*") if path.is_file() and path.parent != DOCUMENTS)
ALL = Settings(languages=("et", "und", "en", "fi", "ru", "de", "lv", "lt", "sv", "fr", "es", "pl", "uk"),
               max_text=20_000_000)
WORD = re.compile(r"[^\W\d_]{2,}")  # numbers are shown in many ways, and lists are lettered a, b, c by their readers
ESTONIAN = {"koalitsioonilepped", "koalitsioonilepped_8bit", "riigiteataja", "uchardet_encodings", "riigikogu_steno",
            "riigikohus_oiguskantsler", "valimised", "emtak2"}
SILENT = {"Juku_arvuti_ES101_joonised_-_emaplaat.pdf": "no-text"}  # a scan


@cache
def read(path: Path, settings: Settings = ALL) -> Extracted:
    return extract(path.read_bytes(), declared="", url=f"http://asutus.ee/{path.name}", settings=settings)


def files(*endings: str) -> list[Path]:
    return [path for path in FILES if path.suffix in endings and path.name not in SILENT]


def agree(pairs: list[tuple[str, str, str]], *, ours_alone: float = 0.02) -> None:
    """Asserts that of the words in all reference texts 98 of 100 are in ours; names the ten worst documents if not.

    `ours_alone`: the share of our words that may be missing in the reference, as we read titles and names of sheets.
    """
    scores, hits, total, more = [], 0, 0, 0
    for name, ours, reference in pairs:
        expected, found = Counter(WORD.findall(reference)), Counter(WORD.findall(ours))
        missing, extra = expected - found, found - expected
        count, lost = sum(expected.values()), sum(missing.values())
        scores.append((1 - lost / max(count, 1), name, missing.most_common(5), extra.most_common(5)))
        hits, total, more = hits + count - lost, total + count, more + sum(extra.values())
    worst = "\n".join(f"{score:.4f} {name} lacks {words}, has {others}"
                      for score, name, words, others in sorted(scores)[:10])
    print(f"{hits / total:.4f} of {total} words, and {more} others; the worst:\n{worst}")
    assert total
    assert hits / total >= 0.98, worst
    assert more / (hits + more) <= ours_alone, worst


def without_markup(text: str) -> str:
    """HTML that stands as text in XML and JSON, without its tags, entities and addresses."""
    return re.sub(r"</?[a-zA-Z][^<>]*>|&[a-z]+;|\w+://\S+", " ", text)


def convert(target: str, paths: list[Path], folder: Path) -> None:
    subprocess.run(["soffice", f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--convert-to",
                    target, "--outdir", folder, *paths], check=True, capture_output=True)


@pytest.mark.slow
def test_every_document_is_read() -> None:
    for path in FILES:
        found = read(path)
        assert found.outcome == SILENT.get(path.name), (path.name, found)
        if found.outcome is None:
            assert len(WORD.findall(found.text)) > 5, path.name


@pytest.mark.slow
def test_estonian_documents_are_seen_to_be_estonian() -> None:
    for path in FILES:
        if path.parent.name in ESTONIAN:
            found = read(path, Settings())
            assert (found.outcome, found.language) == (None, "et"), path.name
            kept = sum(block.end - block.start for block in found.blocks if block.language in ("et", "und"))
            assert kept > 0.97 * len(found.text), path.name


@pytest.mark.skipif(which("pdftotext") is None, reason="poppler-utils is not installed")
def test_pdf_agrees_with_pdftotext() -> None:
    agree([(path.name, read(path).text, subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], check=True,
                                                       capture_output=True, text=True).stdout)
           for path in files(".pdf")])


def test_html_agrees_with_beautifulsoup() -> None:
    from bs4 import BeautifulSoup

    pairs = []
    for path in files(".html"):
        soup = BeautifulSoup(path.read_bytes(), "html.parser")
        for element in soup(["script", "style", "noscript"]):
            element.extract()
        pairs.append((path.name, read(path).text, soup.get_text(" ")))
    agree(pairs)


def test_xml_agrees_with_elementtree() -> None:
    pairs = []
    for path in files(".xml"):
        # One file calls itself iso-8859-1 and was saved on a Mac: "J\x9bhvi".
        parser = ElementTree.XMLParser(encoding="mac-roman") if path.name == "TestObservations.xml" else None
        text = " ".join(ElementTree.parse(path, parser).getroot().itertext())
        pairs.append((path.name, read(path).text, without_markup(text)))
    agree(pairs)


def test_json_agrees_with_the_standard_library() -> None:
    def strings(value: object) -> list[str]:
        if isinstance(value, str):
            return [value]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return [text for part in inner for text in strings(part)]

    def shown(text: str) -> bool:
        return not re.fullmatch(r"\w+://\S+|[0-9a-f-]{16,}|\w+(_\w+)+", text)

    def reference(path: Path) -> str:
        return without_markup("\n".join(filter(shown, strings(json.loads(path.read_bytes())))))

    agree([(path.name, read(path).text, reference(path)) for path in files(".json")])


def test_text_and_csv_agree_with_their_known_encoding() -> None:
    encodings = {}
    for line in (DOCUMENTS / "MANIFEST.tsv").read_text("utf-8").splitlines()[1:]:
        name, *_, encoding, _licence, _note = line.split("\t")
        encodings[name] = ("windows-1257" if "1257" in encoding else "iso-8859-15" if "-15" in encoding
                           else "utf-8-sig" if "utf-8" in encoding or "ascii" in encoding else "iso-8859-4")
    pairs = []
    for path in files(".txt", ".csv", ".md"):
        known = path.stem if path.parent.name == "uchardet_encodings" else encodings[str(path.relative_to(DOCUMENTS))]
        text = path.read_text(known)
        pairs.append((path.name, read(path).text, re.sub(r"-\s*\n\s*", "", text)))
    agree(pairs)


@pytest.mark.slow
@pytest.mark.skipif(which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("endings", [(".xlsx",), (".xls",), (".ods",), (".docx",)])
def test_office_documents_agree_with_libreoffice(endings: tuple[str, ...], tmp_path: Path) -> None:
    paths = files(*endings)
    # -1: every sheet into a file of its own
    target = "txt:Text (encoded):UTF8" if endings == (".docx",) else (
        "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1")
    convert(target, paths, tmp_path)
    pairs = []
    for path in paths:
        texts = [one.read_text("utf-8") for one in tmp_path.glob("*.*")
                 if one.is_file() and (one.stem == path.stem or one.stem.startswith(f"{path.stem}-"))]
        pairs.append((path.name, read(path).text, "\n".join(texts)))
    agree(pairs)


@pytest.mark.slow
@pytest.mark.skipif(which("soffice") is None or which("antiword") is None, reason="there is no LibreOffice or antiword")
def test_a_legacy_word_document_agrees_with_antiword(tmp_path: Path) -> None:
    paths = files(".docx", ".odt")
    convert("doc:MS Word 97", paths, tmp_path)
    pairs = []
    for path in (tmp_path / f"{path.stem}.doc" for path in paths):
        reference = subprocess.run(["antiword", "-m", "UTF-8.txt", "-w", "0", path], check=True, capture_output=True)
        pairs.append((path.name, read(path).text, reference.stdout.decode("utf-8")))
    agree(pairs)


@pytest.mark.slow
@pytest.mark.skipif(which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("target", ["rtf", "odt", "doc:MS Word 97"])
def test_what_libreoffice_saves_is_what_it_has_read(target: str, tmp_path: Path) -> None:
    paths = files(".docx")
    convert(target, paths, tmp_path)
    saved = [tmp_path / f"{path.stem}.{target.partition(':')[0]}" for path in paths]
    agree([(one.name, read(one).text, read(path).text) for path, one in zip(paths, saved, strict=True)])
