"""Empty systems of record, SQLite and PostgreSQL, made once and then only emptied or copied."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, NullPool, Table, create_engine, text
from sqlalchemy.engine import make_url

from soupis.accounts.database import Database
from soupis.ingest.merge import codelists
from soupis.oauth.tables import metadata as accounts
from soupis.progress import no_progress
from soupis.store.engine import open_engine, writing
from soupis.store.migrate import migrate
from soupis.store.published_file import changes_of
from soupis.store.replica import Replica
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


@contextmanager
def copy_of_database(template: str, name: str) -> Iterator[str]:
    """Copy a PostgreSQL database that nobody is connected to and give its address; drop it in the end."""
    admin = create_engine(
        make_url(template).set(database="postgres"), isolation_level="AUTOCOMMIT", poolclass=NullPool
    )
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {make_url(template).database}"))
        yield make_url(template).set(database=name).render_as_string(hide_password=False)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def stored_accounts(url: str) -> bytes:
    """Return all that an accounts database holds: the bytes of its files, or the values of all its rows."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        file = Path(str(address.database))
        return b"".join(path.read_bytes() for path in file.parent.glob(f"{file.stem}*"))
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        rows = [row for table in accounts.sorted_tables for row in connection.execute(table.select())]
    values = [value for row in rows for value in row]
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in values)


def empty_tables(connection: Connection, tables: Sequence[Table]) -> None:
    """Delete the rows of some tables of a PostgreSQL database, and have all numbering begin at 1 again.

    For a few rows that costs a hundredth of making the tables anew, and a tenth of TRUNCATE.
    """
    connection.execute(text("; ".join(f"DELETE FROM {table.name}" for table in reversed(tables))))
    used = "FROM pg_sequences WHERE last_value IS NOT NULL"
    connection.execute(text(f"SELECT setval(format('%I', sequencename), 1, false) {used}"))


def empty_record(connection: Connection) -> None:
    """Empty a system of record in PostgreSQL, but for the code lists."""
    empty_tables(connection, [table for table in metadata.sorted_tables if table not in (code, setting)])
    connection.execute(setting.delete().where(setting.c.name != "packaged_codelists"))


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
        empty_record(connection)
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
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of all databases of a test, which so runs on both."""
    return str(request.param)


@pytest.fixture
def registry(database_kind: str, request: pytest.FixtureRequest) -> Registry:
    """An empty system of record of either kind."""
    found: Registry = request.getfixturevalue(f"{database_kind}_registry")
    return found


@pytest.fixture
def queue_url(database_kind: str, registry: Registry, tmp_path: Path) -> str:
    """Address of the queues of `registry`: a file of their own, or tables beside the record."""
    if database_kind == "sqlite":
        return f"sqlite:///{tmp_path / 'queue.sqlite'}"
    return registry.engine.url.render_as_string(hide_password=False)


class ReadModel:
    """Where requests read what a record publishes: its own file, or a copy that is brought up to it."""

    def __init__(self, record: Engine, directory: Path) -> None:
        self._record = record
        self.is_copy = record.dialect.name != "sqlite"
        self.path = directory if self.is_copy else Path(str(record.url.database))
        self.follow()

    def follow(self) -> None:
        """Have readers find what was published until now."""
        if not self.is_copy:
            return
        with closing(Replica(self._record, self.path)) as replica:
            copy = replica.usable()
            if copy is None or not replica.can_continue(copy):
                replica.publish(replica.fill(no_progress))
            else:
                replica.apply(copy, no_progress)
        changes_of(self.path).announce()


@pytest.fixture
def read_model(registry: Registry, tmp_path: Path) -> ReadModel:
    """What readers of `registry` read."""
    directory = tmp_path / "documents"
    directory.mkdir()
    return ReadModel(registry.engine, directory)
