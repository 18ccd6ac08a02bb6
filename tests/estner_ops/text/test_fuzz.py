"""Damaged documents of every format, and no documents at all: text, or a named outcome, never anything else.

FUZZ_EXAMPLES=2000 tries so many of each kind instead of forty, and other ones each time.
"""

import io
import os
import unicodedata
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from estner_ops.outcomes import OUTCOMES
from estner_ops.records import Extracted
from estner_ops.settings import Settings
from estner_ops.text import extract
from tests.estner_ops.text import documents

SEEDS = {
    "html": documents.html().encode(), "xhtml": f'<?xml version="1.0"?>{documents.html()}'.encode(),
    "txt": documents.TEXT.encode("windows-1257"),
    "xml": b'<?xml version="1.0" encoding="utf-8"?><a><b c="d">Jaan</b> &amp; </a>',
    "json": b'{"nimi": "J\\u00f5geva <p>x</p>", "a": [1, "Tartu", {"b": null}]}',
    "csv": b'nimi;koht\n"Jaan ""x""";Tartu\n1;2\n',
    "pdf": documents.pdf(), "xlsx": documents.xlsx(), "xlsm": documents.xlsm(), "xlsb": documents.xlsb(),
    "xls": documents.xls(),
    "ods": documents.ods(), "odt": documents.odt(), "docx": documents.docx(), "doc": documents.doc(),
    "rtf": documents.rtf(),
}
MARKS = (b"\0", b"<", b">", b"&", b'"', b"'", b"{", b"}", b"[", b"\\", b"\xff", b"\xfe", b"/", b"\n", b"PK", b"<!--",
         b"<![CDATA[", b"]]>", b"\\u0000", b"\\'", b"\xc3", b"obj", b"endobj", b"stream", b"\x7f\xff\xff\xff",
         b"\xff\xff\xff\xff")
# None: as many bytes go as come, so that what lies behind stays where binary formats look for it.
EDITS = st.lists(st.tuples(st.floats(0, 1), st.sampled_from(MARKS) | st.binary(max_size=8),
                           st.none() | st.integers(0, 40)), min_size=1, max_size=8)
Edits = list[tuple[float, bytes, int | None]]
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "40"))
BOUNDED = settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES == 40, database=None,
                   suppress_health_check=list(HealthCheck))
LIMITS = Settings(max_text=20_000)


def damaged(body: bytes, edits: Edits) -> bytes:
    for place, bytes_in, bytes_out in edits:
        start = int(place * len(body))
        body = body[:start] + bytes_in + body[start + (len(bytes_in) if bytes_out is None else bytes_out) :]
    return body


def is_sound(found: Extracted) -> None:
    assert found.outcome is None or found.outcome in OUTCOMES
    assert (found.outcome is None) == bool(found.text)
    assert len(found.text) <= LIMITS.max_text
    assert unicodedata.is_normalized("NFC", found.text)
    assert not any(one < " " and one != "\n" for one in found.text + found.title)
    found.text.encode("utf-8")
    places = [place for block in found.blocks for place in (block.start, block.end)]
    assert places == sorted(places)
    assert not places or 0 <= places[0] <= places[-1] <= len(found.text)


@pytest.mark.parametrize("ending", SEEDS)
@BOUNDED
@given(edits=EDITS)
def test_damaged_documents(ending: str, edits: Edits) -> None:
    body = damaged(SEEDS[ending], edits)
    is_sound(extract(body, declared="", url=f"http://kuri.ee/fail.{ending}", settings=LIMITS))


@pytest.mark.parametrize("ending", ["xlsx", "xlsm", "xlsb", "ods", "odt", "docx"])
@BOUNDED
@given(edits=EDITS, choice=st.floats(0, 0.999))
def test_documents_with_a_damaged_part(ending: str, edits: Edits, choice: float) -> None:
    with zipfile.ZipFile(io.BytesIO(SEEDS[ending])) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    name = sorted(parts)[int(choice * len(parts))]
    body = documents.archive({**parts, name: damaged(parts[name], edits)})
    is_sound(extract(body, declared="", url=f"http://kuri.ee/fail.{ending}", settings=LIMITS))


@BOUNDED
@given(st.binary(max_size=2000), st.text(max_size=20),
       st.sampled_from(["", "text/html; charset=", "application/json", "text/csv", "text/xml"]))
def test_no_documents_at_all(body: bytes, word: str, declared: str) -> None:
    is_sound(extract(body, declared=declared + word, url=f"http://kuri.ee/{word}", settings=LIMITS))


@BOUNDED
@given(st.sampled_from(sorted(SEEDS)), st.integers(0, 4000))
def test_beginnings_of_documents(ending: str, size: int) -> None:
    is_sound(extract(SEEDS[ending][:size], declared="", url=f"http://kuri.ee/fail.{ending}", settings=LIMITS))


@BOUNDED
@given(st.text(max_size=300), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_any_characters(text: str, codec: str) -> None:
    is_sound(extract(text.encode(codec, "replace"), declared="text/plain", url="", settings=LIMITS))
