"""Connections to PostgreSQL whose statements are short, so that none is waited for without end.

A server that hangs (stopped, out of memory, behind a network that swallows what is sent) keeps its
connections open and ends no statement, whatever limits it was told. So the limit is kept on this side.
"""

from __future__ import annotations

import asyncio
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
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
    give_up_after(engine, longest_wait)
    return engine


def give_up_after(engine: Engine, longest_wait: float, idle: float | None = None) -> None:
    """Have an engine's connections be closed when an answer takes longer than `longest_wait` seconds.

    `idle` = how long outside of transactions, where a connection of the pool is asked whether it still leads
    anywhere; the same without it.
    """

    def connect(_dialect: Any, _record: Any, arguments: Any, options: dict[str, Any]) -> ShortConnection:
        if time.monotonic() - getattr(_this_thread, "waited_in_vain", 0.0) < _IN_ITS_PLACE_SECONDS:
            raise psycopg.OperationalError("the server hangs")
        connection = ShortConnection.connect(*arguments, **options)
        connection.longest_wait = idle or longest_wait
        return connection

    def begin(connection: Connection) -> None:
        raw: Any = connection.connection.driver_connection
        raw.longest_wait = longest_wait

    def check_in(raw: Any, _record: Any) -> None:
        if raw is not None:  # else it broke
            raw.longest_wait = idle

    event.listen(engine, "do_connect", connect)
    if idle is not None:
        event.listen(engine, "begin", begin)
        event.listen(engine, "checkin", check_in)


class SingleStatements:
    """Runs statements each of which is a transaction of its own; safe to share between threads.

    That is the least that PostgreSQL and this side can do for one: a single message there and back, and a
    fifth of the processor time that a transaction of SQLAlchemy takes.
    """

    def __init__(self, url: URL, most: int) -> None:
        self._dialect = url.get_dialect()()
        self._options = _connect_options(url)
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


class _Asked(NamedTuple):
    """A statement that a connection in an event loop was asked for."""

    statement: bytes
    parameters: list[bytes]
    done: Callable[[Sequence[Sequence[Any]] | None], None]
    limit: asyncio.TimerHandle


class LoopConnection:
    """A connection that is asked in an event loop, where nobody waits for its answers and no thread is woken.

    To hand a statement over to a thread and back costs several times what the statement itself does. Those
    asked here follow one another, each a transaction of its own. Whatever fails ends the connection; who asks
    next has a thread connect anew. To be used in the loop alone, and closed there or when that has ended.
    """

    def __init__(self, url: URL, failed: Callable[[], None]) -> None:
        """`failed` is called when the server cannot be reached or fails."""
        self._options = _connect_options(url)
        dialect: Any = url.get_dialect()
        self._dialect = dialect(paramstyle="numeric_dollar")
        self._compiled: dict[str, tuple[bytes, Sequence[str]]] = {}
        self._failed = failed
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connecting: asyncio.Future[ShortConnection] | None = None
        self._connection: ShortConnection | None = None
        self._socket = -1  # kept, because the driver forgets the one of a connection that broke
        self._asked: deque[_Asked] = deque()
        self._result: PGresult | None = None
        self._closed = False

    def enter(self) -> asyncio.AbstractEventLoop:
        """Be of the loop that runs; answers to what one before it, which has ended, had asked come first."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._finish()
            self._loop, self._connecting = loop, None
        return loop

    def ask(
        self,
        statement: str,
        parameters: Mapping[str, Any],
        done: Callable[[Sequence[Sequence[Any]] | None], None],
    ) -> bool:
        """Run a statement with parameters as `:name`; False = it is not connected, and `done` is not called.

        `done` gets the rows, their values as PostgreSQL writes them (bytes), or None when that failed: it may
        have been done nevertheless.
        """
        loop = self.enter()
        if self._connection is None:
            self._connect(loop)
            return False
        query, names = self._driver_text(statement)
        values = [str(parameters[name]).encode() for name in names]
        limit = loop.call_later(LONGEST_WAIT_SECONDS, self._give_up)
        self._asked.append(_Asked(query, values, done, limit))
        if len(self._asked) == 1:
            self._send()
        return True

    def look(self) -> None:
        """Take in what has come by now; a busy loop would get to it only after all that is ready to run."""
        if self._asked:
            self._read()

    def close(self) -> None:
        """Wait for the answers that are still to come, and close."""
        self._closed = True
        self._finish()

    def _connect(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._connecting is None and not self._closed:
            connect = partial(ShortConnection.connect, **self._options, autocommit=True)
            self._connecting = loop.run_in_executor(None, connect)
            self._connecting.add_done_callback(self._connected)

    def _connected(self, connecting: asyncio.Future[ShortConnection]) -> None:
        if connecting.exception():
            self._failed()
        elif self._closed or connecting is not self._connecting:
            connecting.result().close()
        else:
            self._connection = connecting.result()
            self._socket = self._connection.fileno()
            connecting.get_loop().add_reader(self._socket, self._read)
        if connecting is self._connecting:
            self._connecting = None

    def _send(self) -> None:
        """Send the first of what is asked."""
        assert self._connection is not None
        pgconn, asked = self._connection.pgconn, self._asked[0]
        try:
            pgconn.send_query_params(asked.statement, asked.parameters)
            if pgconn.flush():  # the server does not take in a few hundred bytes
                self._give_up()
        except psycopg.Error:
            self._give_up()

    def _read(self) -> None:
        """Take in what the server has written: answers, or that it ends the connection."""
        assert self._connection is not None
        pgconn = self._connection.pgconn
        try:
            pgconn.consume_input()
            while self._asked and not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    self._answer()
                else:
                    self._result = result
        except psycopg.Error:
            self._give_up()

    def _answer(self) -> None:
        """Hand over the result of the first of what is asked, and send the next."""
        result, self._result = self._result, None
        if result is None or result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            self._give_up()
            return
        asked = self._asked.popleft()
        asked.limit.cancel()
        if self._asked:
            self._send()
        columns = range(result.nfields)
        asked.done([[result.get_value(row, column) for column in columns] for row in range(result.ntuples)])

    def _finish(self) -> None:
        end = time.monotonic() + LONGEST_WAIT_SECONDS
        while self._asked and self._connection and (left := end - time.monotonic()) > 0:
            if _has_news(self._connection, left):
                self._read()
        self._give_up()

    def _give_up(self) -> None:
        """Close the connection; what is asked of it fails."""
        connection, self._connection, self._result = self._connection, None, None
        asked, self._asked = self._asked, deque()
        if connection:
            if self._loop and not self._loop.is_closed():
                self._loop.remove_reader(self._socket)
            connection.close()
        if asked:
            self._failed()
        for each in asked:
            each.limit.cancel()
            each.done(None)

    def _driver_text(self, statement: str) -> tuple[bytes, Sequence[str]]:
        known = self._compiled.get(statement)
        if known is None:
            compiled: Any = text(statement).compile(dialect=self._dialect)
            known = self._compiled[statement] = (str(compiled).encode(), compiled.positiontup)
        return known


def _connect_options(url: URL) -> dict[str, Any]:
    _, options = url.get_dialect()().create_connect_args(url)
    return {**options, **CONNECT_OPTIONS}


def _has_news(connection: ShortConnection, seconds: float = 0) -> bool:
    """Tell whether a server has written something, unasked as a rule that it ends the connection."""
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return bool(looking.poll(1000 * seconds))
