"""One process at a time: `exclusive(name)`, across processes and machines.

Where the system of record is an SQLite file, its processes are on one machine, and a lock is a file that the
system locks (flock). In PostgreSQL it is an advisory lock of a session. Both end with their holder, however
it ends; of a machine that is gone PostgreSQL learns within a minute.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

_POLL_SECONDS = 0.05
# Whoever looks whether a file is locked holds it for an instant, in which another one cannot lock it.
_MIN_PATIENCE_SECONDS = 0.2
_CHECK_SECONDS = 5.0

# Fails where PostgreSQL only reads: a lock of a standby keeps nobody away from the primary.
_WRITES: Final = "SELECT FROM setting WHERE false FOR UPDATE"
_TRY: Final = "SELECT pg_try_advisory_lock(%s)"
_UNLOCK: Final = "SELECT pg_advisory_unlock(%s)"
_IS_HELD: Final = """
SELECT EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND (classid::bigint << 32 | objid::bigint) = %s
)
"""


class LockHeldError(Exception):
    """Another process holds the lock."""


class LockLostError(Exception):
    """PostgreSQL gave the lock up under its holder, who has to stop: another process may hold it."""


class Held(Protocol):
    """A lock that is held."""

    def check(self) -> None:
        """Raise LockLostError when the lock may have been lost; cheap enough for every batch."""


class Locks(Protocol):
    """The locks of an installation; safe to share between threads."""

    def exclusive(self, name: str, *, patience: float = 0.0) -> AbstractContextManager[Held]:
        """Hold a lock for a block; raise LockHeldError when it is not free within `patience` seconds."""

    def is_held(self, name: str) -> bool:
        """Tell whether any process holds a lock."""

    def close(self) -> None:
        """Close the connections."""


def locks_of(engine: Engine) -> Locks:
    """Return the locks of the processes that share a system of record."""
    if engine.dialect.name == "sqlite":
        return FileLocks(Path(engine.url.database or "").parent / "locks")
    return AdvisoryLocks(engine)


@contextmanager
def exclusive_file(path: Path, *, patience: float = 0.0) -> Iterator[None]:
    """Hold the lock of a file, which is made when missing; raise LockHeldError as `Locks.exclusive` does."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait_for(lambda: _lock(file, fcntl.LOCK_EX), path.stem, max(patience, _MIN_PATIENCE_SECONDS))
        try:
            yield
        finally:
            # Closing is not enough: a process that another thread starts just now has the open file as well.
            fcntl.flock(file, fcntl.LOCK_UN)
    finally:
        os.close(file)


class FileLocks:
    """Locks between processes of one machine, as files in a directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @contextmanager
    def exclusive(self, name: str, *, patience: float = 0.0) -> Iterator[Held]:
        with exclusive_file(self._path(name), patience=patience):
            yield self

    def is_held(self, name: str) -> bool:
        try:
            file = os.open(self._path(name), os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            return not _lock(file, fcntl.LOCK_SH)
        finally:
            os.close(file)

    def check(self) -> None:
        """Return, because the system takes no lock of a file away."""

    def close(self) -> None:
        """Return, because nothing is open."""

    def _path(self, name: str) -> Path:
        return self._directory / f"{name}.lock"


class AdvisoryLocks:
    """Locks between processes of many machines; each is held by a connection to PostgreSQL of its own."""

    def __init__(self, engine: Engine) -> None:
        from soupis.store.postgresql import open_short_engine  # loads the driver

        opened = open_short_engine(engine.url)
        self._engine = opened.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def exclusive(self, name: str, *, patience: float = 0.0) -> Iterator[Held]:
        with self._engine.connect() as connection:
            connection.exec_driver_sql(_WRITES)
            _wait_for(lambda: _ask(connection, _TRY, name), name, patience)
            try:
                yield _HeldByConnection(connection, name)
            finally:
                with suppress(SQLAlchemyError):  # a connection that broke holds no lock
                    _ask(connection, _UNLOCK, name)

    def is_held(self, name: str) -> bool:
        with self._engine.connect() as connection:
            return _ask(connection, _IS_HELD, name)

    def close(self) -> None:
        self._engine.dispose()


class _HeldByConnection:
    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._checked = time.monotonic()
        self._is_lost = False
        self._lock = threading.Lock()

    def check(self) -> None:
        with self._lock:
            if not self._is_lost and time.monotonic() - self._checked >= _CHECK_SECONDS:
                try:
                    self._connection.exec_driver_sql("SELECT 1")
                except SQLAlchemyError:
                    self._is_lost = True
                self._checked = time.monotonic()
            if self._is_lost:
                raise LockLostError(f"The lock {self._name} was lost with its connection to PostgreSQL.")


def _wait_for(take: Callable[[], bool], name: str, patience: float) -> None:
    end = time.monotonic() + patience
    while not take():
        if time.monotonic() >= end:
            raise LockHeldError(f"Another process is at it ({name}); wait until it is done.")
        time.sleep(_POLL_SECONDS)


def _lock(file: int, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _ask(connection: Connection, statement: str, name: str) -> bool:
    key = int.from_bytes(blake2b(f"soupis {name}".encode(), digest_size=8).digest(), signed=True)
    answer: Any = connection.exec_driver_sql(statement, (key,)).scalar()
    return bool(answer)
