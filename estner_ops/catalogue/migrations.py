"""Brings the catalogue's tables up to date: plain dated SQL files, each applied once, in the order of their names."""

import hashlib
import time
from pathlib import Path

from sqlalchemy import Connection, text

from estner_ops.catalogue.database import SQL, CatalogueError, execute, writing

FOLDER = SQL / "migrations"


def migrate(url: str, last: str | None = None, folder: Path = FOLDER) -> list[str]:
    """Applies what is missing, up to and including the file named `last`; returns the names of the applied files.

    Each file is one transaction together with the note that it was applied: a killed migration is as if never begun.
    """
    applied: list[str] = []
    for path in sorted(folder.glob("*.sql")):
        with writing(url) as connection:
            if _apply(connection, path):
                applied.append(path.stem)
        if path.stem == last:
            break
    return applied


def _apply(connection: Connection, path: Path) -> bool:
    execute(connection, "catalogue/migrations_table")
    content = path.read_text(encoding="utf-8")
    digest = hashlib.sha224(content.encode()).hexdigest()
    known = {row.name: row.sha224 for row in execute(connection, "catalogue/applied_migrations")}
    if path.stem in known:
        if known[path.stem] != digest:
            raise CatalogueError(f"{path.name} was applied with other content: write a new migration instead")
        return False
    if known and max(known) > path.stem:
        raise CatalogueError(f"{path.name} is older than the last applied migration, {max(known)}")
    for statement in statements(content):
        connection.execute(text(statement))
    execute(connection, "catalogue/add_migration",
            {"name": path.stem, "sha224": digest, "applied_at": time.time_ns() // 1000})
    return True


def statements(content: str) -> list[str]:
    """The statements of a file: each ends in a semicolon at the end of a line; comments are dropped."""
    lines = [line.split("--", 1)[0].rstrip() for line in content.splitlines()]
    return [one.strip() for one in "\n".join(lines).split(";\n") if one.strip(" \n;")]
