"""The accounts database: an SQLAlchemy engine for rare work, short raw statements for every request.

On SQLite a request goes straight to the sqlite3 module (about 20 µs a step, SQLAlchemy would take ten
times as long). Both databases run the same statements, written with `:name` parameters.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection as SqlConnection
from sqlalchemy import Engine, TextClause, create_engine, event, make_url, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from soupis.accounts.errors import LockedError, UnavailableError
from soupis.accounts.tables import metadata
from soupis.changes import Changes
from soupis.store.engine import LONGEST_WAIT_SECONDS, is_damage

Parameters = Mapping[str, Any]
Rows = Sequence[Sequence[Any]]
Run = Callable[[str, Parameters], Rows]

# SQLite's own busy handler sleeps up to 100 ms at a time; a write here takes 20 µs.
_PAUSES = (0.00005, 0.0001, 0.0002, 0.0004, 0.0007, 0.001)
# So long a statement waits for other processes. It does so in the event loop, where nobody is answered
# meanwhile; after a wait in vain the following ones hardly wait, until a second has passed without a failure.
_BUSY_SECONDS = 0.2
_THREAD_BUSY_SECONDS = 2.0
_HASTY_BUSY_SECONDS = 0.002
_HASTY_SECONDS = 1.0
_HOT_CHECKPOINT_PAGES = 50_000
# From so many pages of the write-ahead log on (16 MB) writers are kept out for an instant, see `checkpoint`.
_LONG_LOG_PAGES = 4_096
_CHECKPOINT_MILLISECONDS = 100
_LOCKED = "The accounts database is locked by another process."

# How long a look whether the database can be written waits for others, and how many bytes have to be free.
_PROBE_SECONDS = 0.1
_LEAST_ROOM = 8 * 1024 * 1024

_POOL_SIZE = 8

# Nobody asks a database across the network for this time after it failed.
_AWAY_SECONDS = 0.5
# Then one statement tries whether it is back: it may wait for a connection that hangs, for a new one, for an
# answer.
_TRIAL_SECONDS = 3 * LONGEST_WAIT_SECONDS


class Connection(Protocol):
    """Short statements of one process; safe to share between threads. All raise `UnavailableError`."""

    def run(self, statement: str, parameters: Parameters) -> Rows:
        """Run one statement in a transaction of its own and return its rows."""

    def transaction(self) -> AbstractContextManager[Run]:
        """Run several statements that count all or none."""

    def checkpoint(self) -> None:
        """Move what was written into the main file, where the database needs to be told."""

    def close(self) -> None:
        """Close the connection."""


class Database:
    """The accounts database at an SQLAlchemy URL: `sqlite:///…` or `postgresql+psycopg://…`."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.local = self.url.get_backend_name() == "sqlite"  # steps take microseconds, no network
        # What stays the same as long as no account and no key changes; empty across the network.
        self.change_token: Callable[[], bytes] = bytes
        if self.local:
            _create_private_file(self._path)
            changes = Changes(self._path.with_suffix(".changes"))
            self.change_token = changes.token
            self.engine = create_engine(self.url, hide_parameters=True)
            event.listen(self.engine, "connect", _configure_sqlite)
            # Accounts and keys are changed through the engine only; it gives a connection back after the
            # commit, before whoever made the change goes on.
            event.listen(self.engine, "checkin", lambda *_: changes.announce())
            event.listen(self.engine, "handle_error", _unavailable_if_damaged)
        else:
            from soupis.store.postgresql import open_short_engine  # loads the driver

            self.engine = open_short_engine(self.url, pool_size=_POOL_SIZE, max_overflow=3 * _POOL_SIZE)
        self.away = Away()

    def connect(self, *, in_threads: bool = False) -> Connection:
        """Open a connection for short statements; callers `in_threads` wait longer for the write lock."""
        if not self.local:
            return PostgresConnection(self.engine, self.away)
        return SqliteConnection(self._path, _THREAD_BUSY_SECONDS if in_threads else _BUSY_SECONDS)

    def check_writable(self) -> None:
        """Raise UnavailableError if nothing can be written now: locked, read-only, full, damaged, or away."""
        if not self.local:
            if self.connect().run("SELECT pg_is_in_recovery()", {})[0][0]:
                raise UnavailableError("The accounts database is a replica.")
            return
        room = os.statvfs(self._path.parent)
        if room.f_bavail * room.f_frsize < _LEAST_ROOM:
            raise UnavailableError("The disk of the accounts database is full.")
        try:
            # mode=rw: a file that was removed is not made again.
            uri = f"{self._path.absolute().as_uri()}?mode=rw"
            probe = sqlite3.connect(uri, uri=True, timeout=_PROBE_SECONDS, isolation_level=None)
            try:
                probe.execute("BEGIN IMMEDIATE")
                for table in metadata.tables:
                    probe.execute(f'SELECT 1 FROM "{table}" LIMIT 1')  # noqa: S608 (tables of ours)
                probe.execute("ROLLBACK")
            finally:
                probe.close()
        except sqlite3.Error as error:
            raise UnavailableError(f"The accounts database failed: {error}.") from error

    def close(self) -> None:
        """Close the engine's connections; those of `connect` are closed by their owners."""
        self.engine.dispose()

    @property
    def _path(self) -> Path:
        return Path(self.url.database or "")


class SqliteConnection:
    """One sqlite3 connection behind a lock, with short waits when another process is writing."""

    def __init__(self, path: Path, busy_seconds: float = _BUSY_SECONDS) -> None:
        self._lock = threading.RLock()
        self._busy_seconds = busy_seconds
        self._deadline = time.monotonic() + busy_seconds
        self._hasty_until = 0.0
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        # Not synced at each commit: a power cut may forget the last queries, never damage the file.
        self._attempt("PRAGMA synchronous = NORMAL", {})
        # A checkpoint syncs to disk; a background thread makes it each second, so that no request waits for
        # the disk. This bound (200 MB) is for the case that there is no such thread.
        self._attempt(f"PRAGMA wal_autocheckpoint = {_HOT_CHECKPOINT_PAGES}", {})

    def run(self, statement: str, parameters: Parameters) -> Rows:
        self._acquire()
        try:
            return self._attempt(statement, parameters)
        finally:
            self._lock.release()

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        self._acquire()
        try:
            # The write lock is taken at once: nothing later in the transaction can find the database busy.
            self._attempt("BEGIN IMMEDIATE", {})
            try:
                yield self._attempt
                self._attempt("COMMIT", {})
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        finally:
            self._lock.release()

    def checkpoint(self) -> None:
        """Move what was written into the main file, and keep the write-ahead log short.

        The log starts over when all of it has been moved at a moment without a writer. While many write there
        is no such moment: they wait for one, which is short, since nearly all has been moved before.
        """
        _busy, pages, _moved = self.run("PRAGMA wal_checkpoint(PASSIVE)", {})[0]
        if pages > _LONG_LOG_PAGES:
            self.run(f"PRAGMA busy_timeout = {_CHECKPOINT_MILLISECONDS}", {})
            try:
                self.run("PRAGMA wal_checkpoint(TRUNCATE)", {})
            finally:
                self.run("PRAGMA busy_timeout = 0", {})

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _acquire(self) -> None:
        """Have the connection to oneself; what another thread takes counts as waiting for the database."""
        now = time.monotonic()
        if not self._lock.acquire(timeout=self._busy_seconds):
            raise LockedError(_LOCKED)
        self._deadline = now + (_HASTY_BUSY_SECONDS if now < self._hasty_until else self._busy_seconds)

    def _attempt(self, statement: str, parameters: Parameters) -> Rows:
        attempt = 0
        while True:
            try:
                return self._connection.execute(statement, parameters).fetchall()
            except sqlite3.DatabaseError as error:
                if not (isinstance(error, sqlite3.OperationalError) or is_damage(error)):
                    raise
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise UnavailableError(f"The accounts database failed: {error}.") from error
                now = time.monotonic()
                if now >= self._deadline:
                    self._hasty_until = now + _HASTY_SECONDS
                    raise LockedError(_LOCKED) from error
            time.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
            attempt += 1


class Away:
    """Whether the database across the network is away, shared by all connections of a process.

    Only one statement in a while tries whether it is back: else every request would wait for it.
    """

    def __init__(self) -> None:
        self._until = 0.0  # by the monotonic clock; 0 = it is there
        self._answered = 0.0

    def check(self) -> float:
        """Return the time, by the monotonic clock; raise UnavailableError when it was away just before."""
        now = time.monotonic()
        if now < self._until:
            raise UnavailableError("The accounts database is away.")
        if self._until:
            self._until = now + _TRIAL_SECONDS
        return now

    def note_answer(self) -> None:
        """Note that the database answered."""
        self._answered = time.monotonic()
        self._until = 0.0

    def note_failure(self, asked: float) -> None:
        """Note that a statement failed that was sent at a time.

        A failure says nothing of now if others were answered since, unless it was a whole wait in vain:
        others would wait as long.
        """
        now = time.monotonic()
        if asked > self._answered or now - asked >= LONGEST_WAIT_SECONDS:
            self._until = now + _AWAY_SECONDS


class PostgresConnection:
    """Short statements over the pool of connections that all threads of a process share."""

    def __init__(self, engine: Engine, away: Away) -> None:
        self._engine = engine
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")  # one message each way
        self._away = away

    def run(self, statement: str, parameters: Parameters) -> Rows:
        with self._watched(), self._single.connect() as connection:
            return _run_on(connection, statement, parameters)

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        with self._watched(), self._engine.begin() as connection:
            yield partial(_run_on, connection)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Learn whether the database is away, and ask nothing while it is."""
        asked = self._away.check()
        try:
            yield
        except PoolTimeoutError as error:
            raise UnavailableError("All connections to the accounts database are busy.") from error
        except (OperationalError, InterfaceError, InternalError) as error:  # the last: a standby only reads
            self._away.note_failure(asked)
            # Not the whole error: it would quote the statement with its parameters.
            raise UnavailableError(f"The accounts database failed: {error.orig}.") from error
        except Exception:  # a fault of the statement or of the caller: the database is there
            self._away.note_answer()
            raise
        self._away.note_answer()

    def checkpoint(self) -> None:
        """PostgreSQL makes its own checkpoints."""

    def close(self) -> None:
        """The connections belong to the database."""


def _run_on(connection: SqlConnection, statement: str, parameters: Parameters) -> Rows:
    result = connection.execute(_compiled(statement), dict(parameters))
    return result.fetchall() if result.returns_rows else ()


@lru_cache(maxsize=64)
def _compiled(statement: str) -> TextClause:
    return text(statement)


def _create_private_file(path: Path) -> None:
    """Make the file readable by its owner only before anything is in it; its journals inherit that.

    One that is there is not opened: to close a file takes away all locks that this process has on it, those
    of SQLite included (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _unavailable_if_damaged(context: ExceptionContext) -> UnavailableError | None:
    """Return the error that replaces one about a damaged file; SQLAlchemy raises what this returns."""
    if is_damage(context.original_exception):
        return UnavailableError(f"The accounts database failed: {context.original_exception}.")
    return None


def _configure_sqlite(connection: Any, _record: Any) -> None:
    # Accounts, keys and revocations are synced to disk at each commit (SQLite's default, FULL).
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
