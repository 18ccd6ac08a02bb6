"""Migrations: from nothing and from each earlier file, to the same tables, on both databases."""

from pathlib import Path

import pytest
from sqlalchemy import inspect

from estner_ops.catalogue import browse, migrate, sync_run
from estner_ops.catalogue.database import CatalogueError, open_engine, reading
from estner_ops.catalogue.migrations import FOLDER, statements
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests.shardmaker import Page, make_run

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
