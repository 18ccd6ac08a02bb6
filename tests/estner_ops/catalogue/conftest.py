"""Every test of the catalogue runs on SQLite and, unless slow tests are left out, on PostgreSQL."""

import secrets
from collections.abc import Iterator
from dataclasses import replace

import psycopg
import pytest

from estner_ops.catalogue.database import open_engine
from estner_ops.settings import Settings
from tests import postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres.running() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def settings(settings: Settings, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Settings with a catalogue of its own, empty, in one database and then in the other."""
    if request.param == "sqlite":
        yield settings
        return
    server = request.getfixturevalue("postgres_server")
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = server.replace("/postgres?", f"/{name}?")
    yield replace(settings, catalogue=url)
    open_engine(url).dispose()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
