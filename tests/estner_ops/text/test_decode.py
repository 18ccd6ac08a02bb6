"""Bytes to characters: who is believed, and when not."""

import pytest

from estner_ops.text.decode import decode

WORDS = "Jõgeva žürii sõitis Põltsamaale, kus Šoti ööbik laulis väärikalt."
PLAIN = "Jõgeva öö ja Põltsamaa väärikas üritus."  # the same bytes in every western and Baltic encoding


@pytest.mark.parametrize(("mark", "codec"), [
    (b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe\0\0", "utf-32-le"),
])
def test_a_bom_wins_over_any_label(mark: bytes, codec: str) -> None:
    assert decode(mark + WORDS.encode(codec), "text/html; charset=windows-1257") == (WORDS, codec)


@pytest.mark.parametrize(("label", "codec", "name"), [
    ("windows-1257", "windows-1257", "windows-1257"), ("ISO-8859-13", "iso-8859-13", "iso-8859-13"),
    ("latin9", "iso-8859-15", "iso-8859-15"), ("iso-8859-4", "iso-8859-4", "iso-8859-4"),
    ("iso-8859-1", "windows-1252", "windows-1252"), ("us-ascii", "windows-1252", "windows-1252"),
    ("UTF8", "utf-8", "utf-8"),
])
def test_the_declared_charset_is_believed_by_the_whatwg_table(label: str, codec: str, name: str) -> None:
    assert decode(WORDS.encode(codec), f'text/html; charset="{label}"') == (WORDS, name)


def test_labels_inside_markup_count_after_the_header() -> None:
    page = f'<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15"><p>{WORDS}</p>'
    assert decode(page.encode("iso-8859-15"), "text/html", markup=True) == (page, "iso-8859-15")
    xml = f'<?xml version="1.0" encoding="windows-1257"?><p>{WORDS}</p>'
    assert decode(xml.encode("windows-1257"), "", markup=True) == (xml, "windows-1257")
    assert decode(page.encode("windows-1257"), "text/html; charset=windows-1257", markup=True)[1] == "windows-1257"


def test_utf8_is_recognised_although_another_charset_was_declared() -> None:
    assert decode(WORDS.encode(), "text/html; charset=iso-8859-1") == (WORDS, "utf-8")


def test_a_wrong_claim_of_utf8_is_not_believed() -> None:
    assert decode(WORDS.encode("windows-1257"), "text/html; charset=utf-8") == (WORDS, "windows-1257")


def test_utf8_with_one_broken_byte_is_still_utf8() -> None:
    text, name = decode((WORDS * 20).encode() + b"\xe4" + WORDS.encode(), "text/plain; charset=utf-8")
    assert name == "utf-8"
    assert text.replace("\ufffd", "") == WORDS * 21


def test_a_document_cut_inside_a_letter_is_still_utf8() -> None:
    assert decode("Jõgeva ja Põltsamaa mõ".encode()[:-1], "") == ("Jõgeva ja Põltsamaa m", "utf-8")


def test_baltic_letters_under_a_western_label_are_recognised() -> None:
    assert decode("Šoti žürii sõitis öösel".encode("windows-1257"), "text/html; charset=iso-8859-1") == (
        "Šoti žürii sõitis öösel", "windows-1257")


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1252", "iso-8859-15"])
def test_a_mac_wrote_what_calls_itself_latin(label: str) -> None:
    text = "Jõhvi, Väike-Maarja, Türi, Lääne-Nigula, Õhtu ja Ööbik"
    assert decode(text.encode("mac-roman"), f"text/xml; charset={label}") == (text, "macintosh")


def test_quotes_of_windows_are_not_of_a_mac() -> None:
    text = "Šveits… “don’t” – Žürii 5€ ‹Ÿ› L’Haÿ Jõgeva"
    assert decode(text.encode("windows-1252"), "text/html; charset=iso-8859-1") == (text, "windows-1252")
    text = "Ísland, L’Haÿ, PLŸS ja š"
    assert decode(text.encode("windows-1252"), "text/html; charset=iso-8859-1") == (text, "windows-1252")


def test_icelandic_stays_icelandic() -> None:
    text = "Það er í lagi, góðan dag. Ögmundur býr á Íslandi."
    assert decode(text.encode("windows-1252"), "text/html; charset=iso-8859-1") == (text, "windows-1252")


@pytest.mark.parametrize("label", ["x-unknown", "utf-7", "replacement", "utf-16"])
def test_a_label_that_cannot_be_right_is_passed_over(label: str) -> None:
    assert decode(WORDS.encode(), f"text/plain; charset={label}") == (WORDS, "utf-8")


def test_utf16_without_a_bom() -> None:
    assert decode(WORDS.encode("utf-16-le"), "text/plain; charset=utf-16") == (WORDS, "utf-16-le")
    assert decode(WORDS.encode("utf-16-be"), "") == (WORDS, "utf-16-be")
