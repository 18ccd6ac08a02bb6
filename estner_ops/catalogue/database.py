"""The catalogue's database: SQLite or PostgreSQL by SQLAlchemy URL. Statements lie in sql/, one in a file."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, CursorResult, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError

from estner_ops.errors import EstnerError
from estner_ops.settings import ROOT

SQL = ROOT / "sql"


class CatalogueError(EstnerError):
    """The catalogue cannot be used as it is."""


class UnavailableError(CatalogueError):
    """The database does not answer, or nothing was ever loaded into it."""


@lru_cache(maxsize=8)
def open_engine(url: str) -> Engine:
    """One pool of connections for each database and process."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, connect_args={"timeout": 60})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if parsed.get_backend_name() == "postgresql":
        # A plan for all parameters would be one for none of the filters; no disk is as slow at jumping as the default
        # assumes, which would read all documents to find some thousand; and what takes milliseconds is over before
        # helpers have started or code is compiled.
        options = "plan_cache_mode=force_custom_plan random_page_cost=1.1 max_parallel_workers_per_gather=0 jit=off"
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True,
                             connect_args={"options": " ".join(f"-c {option}" for option in options.split())})
    raise CatalogueError(f"ESTNER_CATALOGUE: {parsed.get_backend_name()} is not SQLite or PostgreSQL")


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    try:
        with open_engine(url).begin() as connection:
            yield connection
    except DBAPIError as error:
        name = make_url(url).render_as_string(hide_password=True)
        raise UnavailableError(f"the catalogue {name} cannot be asked (it is filled by a run's last task): "
                               f"{str(error.orig).splitlines()[0]}") from error


@contextmanager
def writing(url: str) -> Iterator[Connection]:
    """A transaction that nobody else can write in the meantime; all of it is kept or nothing."""
    with open_engine(url).connect() as connection:
        connection.info["write"] = True
        try:
            with connection.begin():
                if has_statement(connection, "catalogue/lock"):
                    execute(connection, "catalogue/lock")
                yield connection
        finally:
            connection.info.pop("write", None)


def execute(connection: Connection, name: str,
            values: Mapping[str, Any] | None = None) -> CursorResult[*tuple[Any, ...]]:
    """Runs the statement of sql/queries/<name>.sql with bound parameters."""
    return connection.execute(text(statement(name, connection.dialect.name)), dict(values or {}))


def execute_many(connection: Connection, name: str, values: Sequence[Mapping[str, Any]]) -> None:
    """Runs a statement once for each set of parameters."""
    connection.execute(text(statement(name, connection.dialect.name)), [dict(one) for one in values])


def has_statement(connection: Connection, name: str) -> bool:
    return any(path.exists() for path in _files(name, connection.dialect.name))


@lru_cache(maxsize=256)
def statement(name: str, dialect: str) -> str:
    """The text of a statement; a file for this database goes before the one for both."""
    for path in _files(name, dialect):
        if path.exists():
            return path.read_text(encoding="utf-8")
    raise CatalogueError(f"there is no sql/queries/{name}.sql")


def _files(name: str, dialect: str) -> tuple[Path, Path]:
    return SQL / "queries" / f"{name}.{dialect}.sql", SQL / "queries" / f"{name}.sql"


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would leave schema changes outside
    cursor = connection.cursor()
    for pragma in (SQL / "queries" / "catalogue" / "pragmas.sqlite.sql").read_text(encoding="utf-8").split(";"):
        cursor.execute(pragma)
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once: two that upgrade a read lock later would wait for each other.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.info.get("write") else "BEGIN")
