"""CSV: a cell is a line."""

import pytest

from estner_ops.text.csv import delimiter, read
from estner_ops.text.transcript import Transcript


def lines(body: bytes, declared: str = "text/csv") -> list[str]:
    out = Transcript(100_000)
    read(body, declared, out)
    return out.text().split("\n\n")


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_any_usual_delimiter(mark: str) -> None:
    rows = [["Nimi", "Koht"], ["Mari Mägi", "Tartu"], ["Jaan Põld", "Elva"]]
    assert lines("\r\n".join(mark.join(row) for row in rows).encode()) == [cell for row in rows for cell in row]


def test_quoted_cells_may_hold_anything() -> None:
    body = 'Nimi;Kirjeldus\n"Tamm; Jaan";"Ütles ""tere"",\nja läks"\n'.encode()
    assert lines(body) == ["Nimi", "Kirjeldus", "Tamm; Jaan", 'Ütles "tere",\nja läks']


def test_numbers_share_a_line() -> None:
    assert lines(b"Jaan;1;2,5;3%\nMari;4;;5\n") == ["Jaan", "1 2,5 3%", "Mari", "4 5"]


def test_encodings() -> None:
    assert lines("Žürii;Jõgeva\n".encode("windows-1257")) == ["Žürii", "Jõgeva"]
    assert lines("Žürii;Jõgeva\nÕ;Ö".encode("utf-16")) == ["Žürii", "Jõgeva", "Õ", "Ö"]
    assert lines(b"\xef\xbb\xbfNimi;Koht\n") == ["Nimi", "Koht"]


def test_zero_bytes_and_open_quotes_do_no_harm() -> None:
    assert lines(b'Jaan;Tar\0tu\n"Mari;Elva\n') == ["Jaan", "Tartu", "Mari;Elva"]


def test_what_is_a_table() -> None:
    assert delimiter(b"a;b;c\n1;2;3\n4;5;6\n", hinted=False) == ";"
    assert delimiter(b"Tere, Jaan.\nTere, Mari.\nTere, Juku.\n", hinted=False) is None
    assert delimiter(b"a,b\n1,2\n", hinted=True) == ","
    assert delimiter(b"", hinted=True) is None
