"""Connections to PostgreSQL whose statements are short, so that none is waited for without end.

A server that hangs (stopped, out of memory, behind a network that swallows what is sent) keeps its
connections open and ends no statement, whatever limits it was told. So the limit is kept on this side.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Engine, create_engine, event, text
from sqlalchemy.exc import TimeoutError

from soupis.store.engine import LONGEST_WAIT_SECONDS

T = TypeVar("T")

# A machine that no longer answers counts as gone after seconds; nothing is prepared on the server, so that a
# pool of connections may stand between (pgbouncer).
CONNECT_OPTIONS: Final[Mapping[str, Any]] = {
    "connect_timeout": LONGEST_WAIT_SECONDS,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "prepare_threshold": None,
}

# A thread that has just waited in vain on a connection is not made to wait for another in its place too.
_IN_ITS_PLACE_SECONDS = 0.1
_this_thread = threading.local()


class ShortConnection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes longer than `longest_wait` seconds.

    What it was asked may have been done nevertheless, as with one that broke.
    """

    longest_wait: float = LONGEST_WAIT_SECONDS

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, self.longest_wait if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.info.transaction_status == TransactionStatus.ACTIVE:  # nothing can follow on it
                self.close()
                _this_thread.waited_in_vain = time.monotonic()
            raise


def open_short_engine(url: URL, longest_wait: float = LONGEST_WAIT_SECONDS, **options: Any) -> Engine:
    """Open a PostgreSQL database for statements none of which takes longer than `longest_wait` seconds.

    `options` are those of SQLAlchemy's pool.
    """
    engine = create_engine(
        url,
        pool_pre_ping=True,
        pool_timeout=LONGEST_WAIT_SECONDS,
        hide_parameters=True,
        connect_args=dict(CONNECT_OPTIONS),
        **options,
    )

    def connect(_dialect: Any, _record: Any, arguments: Any, options: dict[str, Any]) -> ShortConnection:
        if time.monotonic() - getattr(_this_thread, "waited_in_vain", 0.0) < _IN_ITS_PLACE_SECONDS:
            raise psycopg.OperationalError("the server hangs")
        connection = ShortConnection.connect(*arguments, **options)
        connection.longest_wait = longest_wait
        return connection

    event.listen(engine, "do_connect", connect)
    return engine


class SingleStatements:
    """Runs statements each of which is a transaction of its own; safe to share between threads.

    That is the least that PostgreSQL and this side can do for one: a single message there and back, and a
    fifth of the processor time that a transaction of SQLAlchemy takes.
    """

    def __init__(self, url: URL, most: int) -> None:
        dialect = url.get_dialect()()
        _, options = dialect.create_connect_args(url)
        self._options = {**options, **CONNECT_OPTIONS}
        self._dialect = dialect
        self._room = threading.BoundedSemaphore(most)
        self._free: list[ShortConnection] = []  # the last one given back is taken first
        self._compiled: dict[str, str] = {}

    def run(self, statement: str, parameters: Mapping[str, Any]) -> list[Any]:
        """Run a statement with parameters as `:name` and return its rows.

        Raises psycopg's errors, and SQLAlchemy's `TimeoutError` where all connections stay busy.
        """
        if not self._room.acquire(timeout=LONGEST_WAIT_SECONDS):
            raise TimeoutError("all connections are busy")
        try:
            connection = self._take() or ShortConnection.connect(**self._options, autocommit=True)
            try:
                cursor = connection.execute(self._driver_text(statement), parameters)
                return cursor.fetchall() if cursor.description else []
            except (psycopg.OperationalError, psycopg.InterfaceError):
                connection.close()
                self.close()  # the others lead to the same server
                raise
            finally:
                if not connection.closed:
                    self._free.append(connection)
        finally:
            self._room.release()

    def close(self) -> None:
        """Close the connections that nobody is using."""
        with suppress(IndexError):
            while True:
                self._free.pop().close()

    def _take(self) -> ShortConnection | None:
        """Return a free connection that still leads to the server."""
        with suppress(IndexError):
            while True:
                connection = self._free.pop()
                if not _has_news(connection):
                    return connection
                connection.close()
        return None

    def _driver_text(self, statement: str) -> str:
        compiled = self._compiled.get(statement)
        if compiled is None:
            compiled = self._compiled[statement] = str(text(statement).compile(dialect=self._dialect))
        return compiled


def _has_news(connection: ShortConnection) -> bool:
    """Tell whether a server has written what nobody asked for: as a rule, that it ends the connection."""
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return bool(looking.poll(0))
