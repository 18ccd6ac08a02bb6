"""Which one-byte encoding fits, without a label."""

import pytest

from estner_ops.text.guess import guess, utf16_without_bom

ESTONIAN = "Šoti žürii sõitis öösel Põltsamaale; Žanna ja Tšehhov ootasid „Väikese“ šokolaadi juures. "
RUSSIAN = "Вчера в Таллине встретились министр иностранных дел и посол. Ёлка, съезд, подъём, щука. "
LATVIAN = "Rīgā notika sanāksme, kurā piedalījās ministrs Jānis Bērziņš un vēstnieks; ģērbtuve, ķēde, ļaudis. "


def text_of(body: bytes) -> str:
    name = guess(body)
    return body.decode("mac-roman" if name == "macintosh" else name)


@pytest.mark.parametrize("codec", ["windows-1257", "windows-1252", "cp775"])
def test_estonian(codec: str) -> None:
    assert text_of(ESTONIAN.encode(codec)) == ESTONIAN


@pytest.mark.parametrize("codec", ["iso-8859-15", "iso-8859-4", "iso-8859-13"])
def test_estonian_without_typographic_quotes(codec: str) -> None:
    text = ESTONIAN.replace("„", '"').replace("“", '"')
    assert text_of(text.encode(codec)) == text


def test_estonian_of_a_macintosh() -> None:
    text = "Õhtul sõitis väärikas žürii öösel Jõgevale üle Põltsamaa.".replace("ž", "z")
    assert text_of(text.encode("mac-roman")) == text


@pytest.mark.parametrize("codec", ["windows-1251", "koi8-r", "cp866"])
def test_russian(codec: str) -> None:
    assert text_of(RUSSIAN.encode(codec)) == RUSSIAN


def test_latvian() -> None:
    assert text_of(LATVIAN.encode("windows-1257")) == LATVIAN


def test_what_fits_nothing_gets_some_name() -> None:
    assert bytes(range(128, 256)).decode(guess(bytes(range(128, 256))), "replace")
    assert guess(b"") == "windows-1252"


def test_utf16_is_seen_by_its_zeros() -> None:
    assert utf16_without_bom("Tallinn".encode("utf-16-le")) == "utf-16-le"
    assert utf16_without_bom("Tallinn".encode("utf-16-be")) == "utf-16-be"
    assert utf16_without_bom(b"Tallinn") is None
    assert utf16_without_bom(b"\0\0") is None
