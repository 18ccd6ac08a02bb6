"""The cells of a table: texts are lines of their own, numbers share one."""

from datetime import date, datetime, time, timedelta

import pytest

from estner_ops.text import cells
from estner_ops.text.cells import Cells, show


@pytest.mark.parametrize(("row", "text"), [
    ([], ""),
    (["", None, " "], ""),
    (["Jaan", "1", 2.0, "", "Mari", "3"], "Jaan\n\n1 2\n\nMari\n\n3"),
    ([4, "Tartu", "Tallinn", 5], "4\n\nTartu\n\nTallinn\n\n5"),
    (["1a", "2", "+372", 1e20], "1a\n\n2 +372 1e+20"),
    ([" Jaan\n\n Tamm\n", "\x1f", "a\x1fb", "1\x1f\x1f2", "\n\n"], "Jaan\n\n Tamm\n\na b\n\n1  2"),
])
def test_rows(row: list[object], text: str) -> None:
    assert Cells().join(row) == text


def test_what_is_remembered_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "_MOST", 3)
    table = Cells()
    rows = [[f"Jaan {number}", number, "Tartu"] for number in range(10)]
    assert [table.join(row) for row in rows * 2] == [Cells().join(row) for row in rows * 2]
    assert len(table) == 3


@pytest.mark.parametrize(("value", "text"), [
    ("Jaan", "Jaan"), (None, ""), (True, "TRUE"), (False, "FALSE"), (12.0, "12"), (0.1 + 0.2, "0.3"), (-0.0, "0"),
    (7, "7"), (date(2015, 2, 24), "2015-02-24"), (datetime(2015, 2, 24), "2015-02-24"),  # noqa: DTZ001
    (datetime(2015, 2, 24, 12, 30), "2015-02-24 12:30:00"), (time(12, 30), "12:30:00"),  # noqa: DTZ001
    (timedelta(hours=30), "1 day, 6:00:00"),
])
def test_values_as_a_reader_sees_them(value: object, text: str) -> None:
    assert show(value) == text
