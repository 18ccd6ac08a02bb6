"""Migrations: from nothing and from each earlier file, to the same tables, on both databases."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import inspect

from estner_ops.catalogue import browse, migrate, sync_run
from estner_ops.catalogue.database import CatalogueError, open_engine, reading
from estner_ops.catalogue.migrations import FOLDER, statements
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import DAY, Page, make_run

NAMES = [path.stem for path in sorted(FOLDER.glob("*.sql"))]


def tables(settings: Settings) -> dict[str, object]:
    found = inspect(open_engine(settings.catalogue))
    found.clear_cache()
    return {name: (sorted((column["name"], str(column["type"]), column["nullable"])
                          for column in found.get_columns(name)),
                   sorted(index["name"] or "" for index in found.get_indexes(name)))
            for name in sorted(found.get_table_names())}


@pytest.mark.parametrize("first", NAMES)
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
def test_from_each_earlier_file(settings: Settings, storage: Storage, first: str) -> None:
    assert migrate(settings.catalogue, last=first) == NAMES[:NAMES.index(first) + 1]
    assert migrate(settings.catalogue) == NAMES[NAMES.index(first) + 1:]
    assert migrate(settings.catalogue) == []
    found = tables(settings)
    assert {"documents", "versions", "events", "runs", "tallies"} <= found.keys()
    make_run(storage, "r1", [Page("http://a.ee/")])
    sync_run(storage, settings, "r1")
    assert browse(settings.catalogue).facets.total == 1


def test_rows_survive(settings: Settings) -> None:
    migrate(settings.catalogue, last=NAMES[0])
    with open_engine(settings.catalogue).begin() as connection:
        connection.exec_driver_sql("INSERT INTO runs (id, run) VALUES (1, 'early')")
        connection.exec_driver_sql("INSERT INTO hosts (id, host) VALUES (1, 'a.ee')")
    migrate(settings.catalogue)
    with reading(settings.catalogue) as connection:
        assert connection.exec_driver_sql("SELECT run, kind, triples FROM runs").one() == ("early", "initial", 0)
        assert connection.exec_driver_sql("SELECT uncounted FROM hosts").one() == (1,)


def test_a_filled_catalogue_survives(settings: Settings, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the last file before tables were copied."""
    def rows() -> dict[str, list[str]]:
        with reading(settings.catalogue) as connection:
            return {name: sorted(repr(sorted(row.items())) for row in
                                 connection.exec_driver_sql(f"SELECT * FROM {name}").mappings())
                    for name in ("documents", "versions", "events")}

    migrate(settings.catalogue, last="2026-11-18-5-host-tallies")
    monkeypatch.setattr("estner_ops.catalogue.sync.migrate", lambda url: [])
    make_run(storage, "r1", [Page("http://a.ee/", etag='"e"'), Page("http://b.ee/", b"", "gone", status=404)])
    sync_run(storage, settings, "r1")
    before = rows()
    assert [len(found) for found in before.values()] == [2, 1, 2]
    assert migrate(settings.catalogue)
    assert rows() == before
    make_run(storage, "r2", [Page("http://a.ee/", b"2", time=DAY + timedelta(days=1))])
    sync_run(storage, settings, "r2")
    assert [len(found) for found in rows().values()] == [2, 2, 3]


def test_a_failed_migration_leaves_nothing(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "2026-01-01-a.sql").write_text("CREATE TABLE a (x INTEGER);\nINSERT INTO a VALUES (1);\n")
    (folder / "2026-01-02-b.sql").write_text("CREATE TABLE b (x INTEGER);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(Exception, match="nowhere"):
        migrate(settings.catalogue, folder=folder)
    assert set(tables(settings)) == {"a", "migrations"}
    (folder / "2026-01-02-b.sql").write_text("CREATE TABLE b (x INTEGER);\n")
    assert migrate(settings.catalogue, folder=folder) == ["2026-01-02-b"]


def test_history_is_not_rewritten(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "2026-01-02-a.sql").write_text("CREATE TABLE a (x INTEGER);\n")
    migrate(settings.catalogue, folder=tmp_path)
    (tmp_path / "2026-01-02-a.sql").write_text("CREATE TABLE a (y INTEGER);\n")
    with pytest.raises(CatalogueError, match="other content"):
        migrate(settings.catalogue, folder=tmp_path)
    (tmp_path / "2026-01-02-a.sql").write_text("CREATE TABLE a (x INTEGER);\n")
    (tmp_path / "2026-01-01-b.sql").write_text("CREATE TABLE b (x INTEGER);\n")
    with pytest.raises(CatalogueError, match="older than the last"):
        migrate(settings.catalogue, folder=tmp_path)


def test_statements_of_a_file() -> None:
    assert statements("-- why\nCREATE TABLE a (\n  x INTEGER -- no; really\n);\n\nSELECT 1;\n-- end\n") == [
        "CREATE TABLE a (\n  x INTEGER\n)", "SELECT 1"]
