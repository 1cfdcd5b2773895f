"""Opening the databases: SQLite files with the right pragmas, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import NoneType
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, InternalError, OperationalError

from soupis.processes import release_memory

# Writers take turns: a merge commits in batches of well under a second, so half a minute means trouble.
_BUSY_MILLISECONDS = 30_000

# How long the write-ahead log of an SQLite file may grow before its pages move home. Loads write gigabytes:
# moving every 64 MB instead of 8 saves syncing most pages twice. A log of small writes would only grow far
# beyond its file.
_PAGE_BYTES = 4_096
_PAGES_KILOBYTES = 16_384
_MANY_PAGES_KILOBYTES = 163_840
_LOG_BYTES = 64 * 1024 * 1024
_SMALL_LOG_BYTES = 4 * 1024 * 1024
# The log cannot start over while anybody reads from it. Who writes for long among readers that take turns
# without a pause waits for that moment, and no longer than this.
_LONG_LOG_BYTES = _LOG_BYTES // 2
_WAIT_FOR_READERS_MILLISECONDS = 5_000

# A short statement waits this long for PostgreSQL: for a connection, for a free place in the pool, for an
# answer. It is the least that the driver accepts for the first.
LONGEST_WAIT_SECONDS = 2

# How PostgreSQL shows all queries of a transaction one state.
_ONE_STATE = "REPEATABLE READ"

# What PostgreSQL says where it only reads (read_only_sql_transaction).
_READ_ONLY = "25006"

# Number of the advisory lock by which writers of PostgreSQL take turns, as SQLite makes them by itself.
_WRITE_LOCK = 7_610_921

# The sqlite3 module looks in three places for what adapts a value that is neither a number nor a text. To
# find nothing took half of the time of a row that lacks much; what adapts these gives them as they are.
_AS_THEY_ARE: dict[type, Callable[[Any], Any]] = {NoneType: {}.get, bool: int, bytes: bytes}
for _kind, _same in _AS_THEY_ARE.items():
    sqlite3.register_adapter(_kind, _same)


def open_engine(
    url: str,
    *,
    one_writer: bool = True,
    busy_milliseconds: int = _BUSY_MILLISECONDS,
    longest_wait: float = LONGEST_WAIT_SECONDS,
) -> Engine:
    """Open a database by its SQLAlchemy address; the directory of an SQLite file is made when missing.

    `one_writer`: on PostgreSQL too, write transactions take turns, so that a merge may read, decide and
    write without anybody in between. Not for single statements that must not wait for an import: a file of
    such statements has a short write-ahead log, and a PostgreSQL that hangs is given up after `longest_wait`
    seconds.
    `busy_milliseconds`: how long a statement waits for others who write to an SQLite file.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        from soupis.store import postgresql  # loads the driver

        if not one_writer:
            return postgresql.open_short_engine(parsed, longest_wait)
        engine = postgresql.open_patient_engine(parsed)
        event.listen(engine, "begin", _begin_postgresql)
        return engine
    if parsed.database:
        _create_private(Path(parsed.database))
    engine = create_engine(parsed, hide_parameters=True)
    log_bytes = _LOG_BYTES if one_writer else _SMALL_LOG_BYTES
    event.listen(
        engine, "connect", lambda connection, _: _prepare_sqlite(connection, busy_milliseconds, log_bytes)
    )
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "handle_error", _operational_if_damaged)
    return engine


def _create_private(path: Path) -> None:
    """Make an empty database file that only its owner reads: it holds full birth dates."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def _prepare_sqlite(connection: Any, busy_milliseconds: int, log_bytes: int) -> None:
    # The driver's own transaction handling commits before DDL; ours is explicit (see _begin_sqlite).
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {busy_milliseconds}",
        # Of new files. Packed documents leave less room unused in 8 kB, but persons come in no order, and
        # each of them writes whole pages.
        f"page_size = {_PAGE_BYTES}",
        "journal_mode = WAL",
        "synchronous = NORMAL",
        # The system caches the file. Measured: a larger cache of each connection's own, or the file mapped
        # into memory, makes nothing faster and a server's memory grow with the database
        # (docs/decisions/0011-the-database-file-is-not-mapped.md).
        f"cache_size = -{_PAGES_KILOBYTES}",
        "temp.cache_size = -65536",
        f"wal_autocheckpoint = {log_bytes // _PAGE_BYTES}",
        f"journal_size_limit = {log_bytes}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that will write takes the lock at once; upgrading later could fail without waiting.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _will_write(connection) else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    if _will_write(connection):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITE_LOCK})")


def _will_write(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("soupis_write", False))


def is_damage(error: BaseException) -> bool:
    """Tell whether an error says that an SQLite file is damaged."""
    found = error.orig if isinstance(error, DatabaseError) else error
    number = getattr(found, "sqlite_errorcode", 0) & 0xFF
    return number in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _operational_if_damaged(context: ExceptionContext) -> OperationalError | None:
    """Return the error that replaces one about a damaged file, which SQLAlchemy takes for a wrong statement.

    Callers handle OperationalError as they handle a database that cannot be reached.
    """
    if is_damage(context.original_exception):
        return OperationalError(context.statement, None, context.original_exception, hide_parameters=True)
    return None


@contextmanager
def reading_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection to an SQLite file in a read transaction: one state of it until the end of the block.

    Without one SQLite begins a copy anew whenever another process commits in the middle of it.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # only now does it begin
        yield connection
    finally:
        connection.close()


@contextmanager
def reading_connection(engine: Engine) -> Iterator[Connection]:
    """Give a connection each of whose transactions (`with connection.begin()`) sees one state throughout."""
    with engine.connect() as connection:
        # SQLite does so by itself; PostgreSQL would show each query what was committed meanwhile.
        yield (
            connection if is_sqlite(connection) else connection.execution_options(isolation_level=_ONE_STATE)
        )


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection in a read transaction: one consistent state for all its queries.

    Not for minutes: what others write meanwhile stays in the write-ahead log until the end of the block.
    """
    with reading_connection(engine) as connection, connection.begin():
        yield connection


@contextmanager
def writing_connection(engine: Engine) -> Iterator[Connection]:
    """Give a connection whose transactions (`with connection.begin()`) take the write lock at once."""
    with engine.connect() as connection:
        yield connection.execution_options(soupis_write=True)


@contextmanager
def staging(connection: Connection) -> Iterator[None]:
    """Run a transaction of a writing connection that fills working tables only: nobody waits for it.

    Reading a large file takes minutes, in which the write lock would keep everybody else out.
    """
    connection.execution_options(soupis_write=False)
    try:
        with connection.begin():
            yield
    finally:
        connection.execution_options(soupis_write=True)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection in one write transaction, committed at the end, rolled back on an error."""
    with writing_connection(engine) as connection, connection.begin():
        yield connection


def keep_writers_out(connection: Connection, table: Table) -> None:
    """Have what follows in a write transaction be decided without others writing to a table in between.

    For engines of which several write at once on PostgreSQL; SQLite does so by itself.
    """
    if not is_sqlite(connection):
        connection.exec_driver_sql(f'LOCK TABLE "{table.name}" IN SHARE ROW EXCLUSIVE MODE')


@contextmanager
def keeping_pages(connection: Connection) -> Iterator[None]:
    """Have a connection to an SQLite file keep ten times as many of its pages, between two transactions.

    For writing in no order among millions of rows: a page that is written again and again is read once. The
    memory goes back to the system afterwards.
    """
    if not is_sqlite(connection):
        yield
        return
    raw: Any = connection.connection.driver_connection
    raw.execute(f"PRAGMA cache_size = -{_MANY_PAGES_KILOBYTES}")
    try:
        yield
    finally:
        raw.execute(f"PRAGMA cache_size = -{_PAGES_KILOBYTES}")
        raw.execute("PRAGMA shrink_memory")
        release_memory()


def start_log_over(connection: Connection) -> None:
    """Move a long write-ahead log of an SQLite file home and start it over; between two transactions.

    Waits until those who read what stands in the log are done, for seconds at most: a backup may read for
    long, and the log is moved at a later call then.
    """
    file = connection.engine.url.database
    if not is_sqlite(connection) or not file:
        return
    log = Path(f"{file}-wal")
    if not log.exists() or log.stat().st_size < _LONG_LOG_BYTES:
        return
    raw: Any = connection.connection.driver_connection
    (usual,) = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute(f"PRAGMA busy_timeout = {_WAIT_FOR_READERS_MILLISECONDS}")
    try:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        raw.execute(f"PRAGMA busy_timeout = {usual}")


@contextmanager
def driver_cursor(connection: Connection, **options: Any) -> Iterator[Any]:
    """Give a cursor of the driver itself, for what SQLAlchemy has no way of; errors are SQLAlchemy's too.

    So whoever tells a database that is away from a fault need not know which statement met it.
    """
    driver: Any = connection.connection.driver_connection
    cursor = driver.cursor(**options)
    try:
        yield cursor
    except connection.dialect.loaded_dbapi.Error as error:
        failure = DBAPIError.instance(
            None, None, error, connection.dialect.loaded_dbapi.Error, dialect=connection.dialect
        )
        raise failure from error
    finally:
        cursor.close()


def is_away(error: BaseException) -> bool:
    """Tell whether an error says that PostgreSQL cannot be reached, or cannot do its work for now."""
    if isinstance(error, InternalError):
        return only_reads_now(error.orig)
    # Of SQLite they would say another thing, of a file.
    return isinstance(error, (OperationalError, InterfaceError)) and not isinstance(error.orig, sqlite3.Error)


def only_reads_now(error: BaseException | None) -> bool:
    """Tell whether an error of the driver says that PostgreSQL takes nothing: a standby, or one told so."""
    return getattr(error, "sqlstate", None) == _READ_ONLY


def is_sqlite(connection: Connection) -> bool:
    """Tell whether a connection leads to SQLite (else to PostgreSQL)."""
    return connection.dialect.name == "sqlite"
