"""Empty systems of record, SQLite and PostgreSQL, made once and then only emptied or copied."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from soupis.ingest import codelists
from soupis.store.engine import open_engine, writing
from soupis.store.migrate import migrate
from soupis.store.tables import code, fact, metadata
from tests.support.registry import Registry


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with tables and code lists, to be copied."""
    path = tmp_path_factory.mktemp("registry") / "registry.sqlite"
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    codelists.load_packaged(engine)
    engine.dispose()
    return path


@pytest.fixture(scope="session")
def registry_database(postgresql_server: str) -> str:
    """Address of a PostgreSQL database with tables and code lists, to be emptied by each test."""
    return new_database(postgresql_server, "soupis_registry", ready=True)


def new_database(server: str, name: str, *, ready: bool = False) -> str:
    """Make a database on a PostgreSQL server and return its address; `ready` = with tables and code lists."""
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name}"))
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"))
    admin.dispose()
    url = make_url(server).set(database=name).render_as_string(hide_password=False)
    if ready:
        engine = open_engine(url)
        migrate(engine)
        codelists.load_packaged(engine)
        engine.dispose()
    return url


@pytest.fixture
def sqlite_registry(empty_file: Path, tmp_path: Path) -> Iterator[Registry]:
    """An empty system of record in an SQLite file."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "registry.sqlite"
    shutil.copyfile(empty_file, path)
    registry = Registry(open_engine(f"sqlite:///{path}"), tmp_path)
    yield registry
    registry.engine.dispose()


@pytest.fixture
def postgresql_registry(registry_database: str, tmp_path: Path) -> Iterator[Registry]:
    """An empty system of record in PostgreSQL."""
    registry = Registry(open_engine(registry_database), tmp_path)
    tables = [table.name for table in metadata.sorted_tables if table not in (code, fact)]
    with writing(registry.engine) as connection:
        connection.execute(text(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY"))
        connection.execute(fact.delete().where(fact.c.name != "packaged_codelists"))
    yield registry
    registry.engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def registry(request: pytest.FixtureRequest) -> Registry:
    """An empty system of record of either kind."""
    found: Registry = request.getfixturevalue(f"{request.param}_registry")
    return found
