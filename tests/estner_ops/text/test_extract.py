"""One document from bytes to text: the whole way, one format after the other."""

import pytest

from estner_ops.outcomes import OUTCOMES
from estner_ops.records import Extracted
from estner_ops.settings import Settings
from estner_ops.text import extract

SETTINGS = Settings()
PROSE = ("Eile kohtusid Tallinnas Toomas Hendrik Ilves ja Jüri Ratas. Õhtul sõitsid nad Jõgevale, kus ootas Šveitsi "
         "saadik Žanna Ööbik. Väärikas üritus lõppes südaöösel Põltsamaa lossis.")


def read(body: bytes, declared: str = "", settings: Settings = SETTINGS) -> Extracted:
    return extract(body, declared=declared, url="http://asutus.ee/fail", settings=settings)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1257", "iso-8859-13", "iso-8859-15",
                                      "iso-8859-4", "windows-1252"])
def test_prose_in_any_encoding_is_recovered_exactly(encoding: str) -> None:
    found = read(PROSE.encode(encoding))
    assert (found.outcome, found.text, found.language) == (None, PROSE, "et")
    assert found.media_type == "text/plain"


@pytest.mark.parametrize(("body", "kind"), [
    (b"\x89PNG\r\n\x1a\n" + bytes(100), "image/png"), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
    (b"wOF2" + bytes(100), "font/woff2"), (b"ID3\x04" + bytes(100), "audio/mpeg"),
    (b"\0\0\0\x20ftypisom" + bytes(100), "video/mp4"), (b"PK\x05\x06" + bytes(18), "application/zip"),
    (b"\x1f\x8b\x08" + bytes(100), "application/gzip"), (b"Rar!\x1a\x07" + bytes(100), "application/vnd.rar"),
])
def test_what_is_no_document_is_refused_by_type(body: bytes, kind: str) -> None:
    found = read(body, "text/html")
    assert (found.outcome, found.detail, found.text) == ("unsupported-type", kind, "")


def test_scripts_are_refused_by_type() -> None:
    for kind in ("text/javascript", "text/css"):
        found = read(b"a { b: c }", kind)
        assert (found.outcome, found.detail) == ("unsupported-type", kind)


def test_mojibake_is_repaired_also_if_it_was_made_twice() -> None:
    once = PROSE.encode().decode("latin-1")
    for broken in (once, once.encode().decode("latin-1")):
        assert read(broken.encode()).text == PROSE


def test_an_empty_body_has_no_text() -> None:
    assert read(b"").outcome == "no-text"
    assert read(b" \r\n\x00").outcome == "no-text"


def test_a_text_in_another_language_keeps_its_language() -> None:
    russian = "Вчера в Таллине встретились министр иностранных дел и посол Швейцарии, чтобы обсудить новый договор."
    found = read(russian.encode())
    assert (found.outcome, found.language, found.text) == ("foreign-language", "ru", "")
    assert found.language_confidence > 0.9


def test_the_languages_to_keep_are_a_setting() -> None:
    english = "Yesterday the Minister of Foreign Affairs met the envoy of Switzerland in Tallinn to discuss a treaty."
    assert read(english.encode(), settings=Settings(languages=("et", "en"))).text == english


def test_a_long_text_is_cut_at_a_word() -> None:
    found = read((PROSE + "\n\n").encode() * 10, settings=Settings(max_text=1000))
    assert found.outcome is None
    assert len(found.text) <= 1000
    assert found.text.split()[-1] in PROSE.split()
    assert "1000 characters" in found.detail


def test_outcomes_are_known() -> None:
    for body in (b"", b"GIF89a" + bytes(20), b"PK\x03\x04" + bytes(50), b"%PDF-1.4 broken",
                 b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        assert read(body).outcome in OUTCOMES
