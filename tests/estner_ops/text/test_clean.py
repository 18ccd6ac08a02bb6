"""Characters as they should be, whatever they were."""

import unicodedata
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.settings import ROOT
from estner_ops.text.clean import clean, repair

SENTENCE = "Jõgeva žürii sõitis Põltsamaale, „šokolaad“ – ÕÄÖÜ ŠŽ."


@pytest.mark.parametrize("encoding", ["latin-1", "windows-1252", "windows-1257"])
@pytest.mark.parametrize("word", ["Jõgeva", "Äriregister", "Kärdla linn", "Öö ja päev", "Võru"])
def test_utf8_read_as_something_else_is_repaired(word: str, encoding: str) -> None:
    try:
        broken = word.encode().decode(encoding)
    except UnicodeDecodeError:
        pytest.skip("this encoding has no such byte")
    assert repair(broken) == word


def test_twice_encoded_text_is_repaired() -> None:
    once = "Põltsamaa ja Jõgeva".encode().decode("windows-1252")
    assert repair(once.encode().decode("windows-1252")) == "Põltsamaa ja Jõgeva"


def test_only_the_broken_line_is_touched() -> None:
    assert repair("Jõgeva\nPÃµltsamaa\nVÄÄR") == "Jõgeva\nPõltsamaa\nVÄÄR"


@pytest.mark.parametrize("text", [
    SENTENCE, SENTENCE.upper(), "TÖÖ“ ÄÄR” ÕÕ–", "SÄÄSTÖ…", "Ä–Ö ja Õ—Ü", "Éire, Ångström, Łódź", "Привет, Таллинн",
    "«RÖÖV» ›ÜÜR‹", "Šveits™ KÄÄR® 20 °C ÖÖ°", "PÄÄSÜ¸ ÕÄ¨", "A‚B",
])
def test_right_text_is_left_alone(text: str) -> None:
    assert repair(text) == text


def test_the_real_documents_are_not_damaged() -> None:
    folder = ROOT.parent / "shared" / "documents" / "txt"
    if not folder.is_dir():
        pytest.skip("there is no ../shared/documents")
    for path in folder.rglob("*"):
        if path.is_file():
            try:
                text = path.read_text("utf-8")
            except UnicodeDecodeError:
                continue
            for variant in (text, text.upper()):
                assert repair(variant) == variant, path


def test_invisible_characters_go_and_words_stay_whole() -> None:
    assert clean("Toomas\u00a0Hendrik Il\u00adves\u200b \ufeffTal\u200dlinn\x00") == "Toomas Hendrik Ilves Tallinn"


def test_separators_that_are_not_line_feeds_separate() -> None:
    assert clean("a\rb\r\nc\x0bd\u2028e\x85f") == "a\nb\nc\nd\ne\nf"
    assert clean("Tallinn\x1fTartu") == "Tallinn Tartu"


def test_letters_and_marks_become_one() -> None:
    assert clean("Jo\u0303geva s\u030cveits") == "Jõgeva šveits"
    assert clean("o\u200d\u0303") == "õ"


def test_many_marks_on_a_letter_are_cut() -> None:
    assert len(clean("a" + "\u0301\u0323" * 100_000)) < 20


@given(st.text())
def test_anything_becomes_valid_xml_in_nfc(text: str) -> None:
    cleaned = clean(text)
    assert unicodedata.is_normalized("NFC", cleaned)
    assert "\n\n\n" not in cleaned
    assert "  " not in cleaned
    cleaned.encode("utf-8")
    element = ElementTree.Element("a")
    element.text = cleaned
    assert (ElementTree.fromstring(ElementTree.tostring(element, "unicode")).text or "") == cleaned
