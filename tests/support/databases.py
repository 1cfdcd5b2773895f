"""Empty systems of record, SQLite and PostgreSQL, made once and then only emptied or copied."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, NullPool, Table, create_engine, text
from sqlalchemy.engine import make_url

from soupis.accounts.database import Database
from soupis.ingest.merge import codelists
from soupis.oauth.tables import metadata as accounts
from soupis.store.engine import open_engine, writing
from soupis.store.migrate import migrate
from soupis.store.tables import code, metadata, setting
from tests.support.registry import Registry

FillOnce = Callable[[Registry, Callable[[Registry], None]], Registry]


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with tables and code lists, to be copied."""
    directory = tmp_path_factory.mktemp("registry")
    engine = open_engine(f"sqlite:///{directory / 'made.sqlite'}")
    migrate(engine)
    codelists.load_packaged(engine)
    engine.dispose()
    _copy_whole(directory / "made.sqlite", directory / "registry.sqlite")
    return directory / "registry.sqlite"


@pytest.fixture(scope="session")
def registry_database(postgresql_server: str) -> str:
    """Address of a PostgreSQL database with tables and code lists, to be emptied by each test."""
    return new_database(postgresql_server, "soupis_registry", ready=True)


@pytest.fixture(scope="session")
def empty_accounts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the tables of accounts, to be copied with its permissions."""
    file = tmp_path_factory.mktemp("accounts") / "accounts.sqlite"
    _make_accounts(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def accounts_database(postgresql_server: str) -> str:
    """Address of a PostgreSQL database with the tables of accounts, to be emptied by each test."""
    url = new_database(postgresql_server, "soupis_accounts")
    _make_accounts(url)
    return url


def _make_accounts(url: str) -> None:
    database = Database(url)
    accounts.create_all(database.engine)
    database.close()


def never_wait_for_the_disk(server: str) -> None:
    """Set a PostgreSQL server so that commits do not wait; a test does not outlive a failure of power."""
    admin = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with admin.connect() as connection:
        for name in ("fsync", "full_page_writes"):
            connection.execute(text(f"ALTER SYSTEM SET {name} = off"))
        connection.execute(text("SELECT pg_reload_conf()"))


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


def empty_tables(connection: Connection, tables: Sequence[Table]) -> None:
    """Delete the rows of some tables of a PostgreSQL database, and have all numbering begin at 1 again.

    For a few rows that costs a hundredth of making the tables anew, and a tenth of TRUNCATE.
    """
    connection.execute(text("; ".join(f"DELETE FROM {table.name}" for table in reversed(tables))))
    used = "FROM pg_sequences WHERE last_value IS NOT NULL"
    connection.execute(text(f"SELECT setval(format('%I', sequencename), 1, false) {used}"))


@pytest.fixture(scope="session")
def sqlite_engine(empty_file: Path) -> Iterator[Engine]:
    """One engine for all tests: it keeps the statements that it has compiled."""
    engine = open_engine(f"sqlite:///{empty_file.parent / 'data' / 'registry.sqlite'}")
    yield engine
    engine.dispose()


@pytest.fixture
def sqlite_registry(sqlite_engine: Engine, empty_file: Path, tmp_path: Path) -> Iterator[Registry]:
    """An empty system of record in an SQLite file."""
    directory = empty_file.parent / "data"
    sqlite_engine.dispose()  # a test that asks for the engine alone leaves a connection to the former file
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    shutil.copyfile(empty_file, directory / "registry.sqlite")
    yield Registry(sqlite_engine, tmp_path)
    sqlite_engine.dispose()


@pytest.fixture(scope="session")
def postgresql_engine(registry_database: str) -> Iterator[Engine]:
    """One engine for all tests: it keeps the statements that it has compiled."""
    engine = open_engine(registry_database)
    yield engine
    engine.dispose()


@pytest.fixture
def postgresql_registry(postgresql_engine: Engine, tmp_path: Path) -> Registry:
    """An empty system of record in PostgreSQL."""
    with writing(postgresql_engine) as connection:
        empty_tables(connection, [table for table in metadata.sorted_tables if table not in (code, setting)])
        connection.execute(setting.delete().where(setting.c.name != "packaged_codelists"))
    return Registry(postgresql_engine, tmp_path)


@pytest.fixture(scope="session")
def _filled_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("filled")


@pytest.fixture
def fill_once(_filled_files: Path) -> FillOnce:
    """Fill an empty system of record; on SQLite the file is kept, and the next test gets a copy of it.

    What is read from files comes without them: `directory` is empty for all tests but the first.
    """

    def fill_once(registry: Registry, fill: Callable[[Registry], None]) -> Registry:
        if registry.engine.dialect.name != "sqlite":
            fill(registry)
            return registry
        kept = _filled_files / f"{fill.__module__}.{fill.__qualname__}.sqlite"
        file = Path(str(registry.engine.url.database))
        if kept.exists():
            registry.engine.dispose()
            for left in file.parent.glob(f"{file.name}*"):
                left.unlink()
            shutil.copyfile(kept, file)
        else:
            fill(registry)
            _copy_whole(file, kept)
        return registry

    return fill_once


def _copy_whole(source: Path, target: Path) -> None:
    """Copy an SQLite database into one file, with what is in its write-ahead log, whoever has it open."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)


@pytest.fixture(params=["sqlite", "postgresql"])
def registry(request: pytest.FixtureRequest) -> Registry:
    """An empty system of record of either kind."""
    found: Registry = request.getfixturevalue(f"{request.param}_registry")
    return found
