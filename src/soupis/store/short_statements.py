"""Connections to PostgreSQL whose statements are short, so that none is waited for without end.

A server that hangs (stopped, out of memory, behind a network that swallows what is sent) keeps its
connections open and ends no statement, whatever limits it was told. So the limit is kept on this side.
"""

from __future__ import annotations

import asyncio
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from ipaddress import ip_address
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.pq import DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import TimeoutError

from soupis.store.engine import LONGEST_WAIT_SECONDS, leave_who_takes_nothing, only_reads
from soupis.store.names import addresses_of

T = TypeVar("T")

# A machine that no longer answers counts as gone after seconds; the driver prepares nothing on the server, so
# that a pool of connections may stand between (pgbouncer).
CONNECT_OPTIONS: Final[Mapping[str, Any]] = {
    "connect_timeout": LONGEST_WAIT_SECONDS,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "prepare_threshold": None,
}

# A process that stands still within a transaction, or is gone with its machine, holds locks for so long at
# most: others wait for them in vain, and take the server for away. Each transaction says so, for a pool may
# stand between.
_LONGEST_PAUSE_SECONDS = 10

# What PostgreSQL says of a statement that another connection prepared: that there is none of this name, or
# that there is one already (invalid_sql_statement_name, duplicate_prepared_statement).
_NOT_PREPARED = (b"26000", b"42P05")

# A thread that has just waited in vain on a connection is not made to wait for another in its place too.
_IN_ITS_PLACE_SECONDS = 0.1
_this_thread = threading.local()


class ShortConnection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes longer than `longest_wait` seconds.

    What it was asked may have been done nevertheless, as with one that broke.
    """

    longest_wait: float = LONGEST_WAIT_SECONDS

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> ShortConnection:
        """Connect to the machine that options name, its name being looked up in as long as that may take."""
        return super().connect(conninfo, **_with_addresses(options))

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
    leave_who_takes_nothing(engine)
    event.listen(engine, "begin", _limit_pauses)
    return engine


def _limit_pauses(connection: Connection) -> None:
    if only_reads(connection):
        return  # nobody waits for that, and a node that is filled reads for long
    milliseconds = round(1000 * _LONGEST_PAUSE_SECONDS)
    connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = {milliseconds}")


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
            except (psycopg.OperationalError, psycopg.InterfaceError, ReadOnlySqlTransaction):
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
    """A statement that was asked for in passing."""

    statement: str
    name: bytes  # as PostgreSQL knows it once it is prepared
    values: list[bytes]
    done: Callable[[bytes | None], None]
    limit: float  # it counts as failed then, by the monotonic clock


class _Watch(NamedTuple):
    """An event loop that looks at a socket, of which it has a number of its own."""

    loop: asyncio.AbstractEventLoop
    socket: int

    def end(self) -> None:
        """End it, in the loop."""
        self.loop.remove_reader(self.socket)
        os.close(self.socket)

    def end_soon(self) -> None:
        """End it, in any thread."""
        try:
            self.loop.call_soon_threadsafe(self.end)
        except RuntimeError:  # the loop has ended before
            os.close(self.socket)


class PassingConnection:
    """A connection that is asked in passing, by any thread: none waits for its answers, and none is woken.

    To hand a statement over to another thread and back costs several times what the statement itself does. So
    an answer is taken in by whoever looks next; who has to wait for one has the event loop look (`watch`).
    Those asked follow one another, each a transaction of its own, prepared where nothing stands between that
    has each of them run over another connection. Whatever fails ends the connection; who asks next has a
    thread connect anew.
    """

    def __init__(self, url: URL, failed: Callable[[float], None]) -> None:
        """`failed` is called when the server cannot be reached or fails, with the moment of the question."""
        self._options = _connect_options(url)
        self._names: dict[str, bytes] = {}
        self._prepares = True  # until the server does not know what it was asked to prepare
        self._prepared: set[bytes] = set()  # names of statements, on this connection
        self._preparing = False
        self._failed = failed
        self._lock = threading.Lock()  # held for microseconds
        self._connection: ShortConnection | None = None
        self._connecting = False
        self._watch: _Watch | None = None
        self._asked: deque[_Asked] = deque()
        self._result: PGresult | None = None
        self._closed = False

    def ask(self, statement: str, values: list[bytes], done: Callable[[bytes | None], None]) -> bool:
        """Run a statement with parameters as `$1`; False = it is not connected, and `done` is not called.

        `done` gets the first value of the first row as PostgreSQL writes it, or None when there is none or
        that failed: it may have been done nevertheless. It is called in the thread that looks, and must
        neither wait nor ask.
        """
        with self._lock:
            self._read()  # the server may have ended the connection, or answered who asked before
            if self._connection is None:
                self._connect()
                return False
            name = self._names.get(statement) or self._name(statement)
            self._asked.append(_Asked(statement, name, values, done, time.monotonic() + LONGEST_WAIT_SECONDS))
            if len(self._asked) == 1:
                self._send()
            return True

    def look(self) -> None:
        """Take in what has come by now, and give up what has taken too long."""
        with self._lock:
            self._read()
            if self._asked and time.monotonic() >= self._asked[0].limit:
                self._give_up()

    def wait(self, seconds: float) -> None:
        """Look when something has come, or after so many seconds; in a thread that may wait."""
        if connection := self._connection:
            with suppress(psycopg.Error):  # another thread has closed it
                _has_news(connection, seconds)
        self.look()

    def watch(self) -> None:
        """Have the event loop that runs look as soon as something has come, until nothing is asked."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._connection is None or not self._asked or (self._watch and self._watch.loop is loop):
                return
            if self._watch:
                self._watch.end_soon()
            # A number of its own: the driver closes its socket, in any thread, when the connection breaks.
            self._watch = watch = _Watch(loop, os.dup(self._connection.fileno()))
            loop.add_reader(watch.socket, self._look_in_loop, watch)
            loop.call_at(loop.time() + self._asked[0].limit - time.monotonic(), self.look)

    def close(self) -> None:
        """Wait for the answers that are still to come, and close."""
        self._closed = True
        end = time.monotonic() + LONGEST_WAIT_SECONDS
        while self._asked and (connection := self._connection) and (left := end - time.monotonic()) > 0:
            if _has_news(connection, left):
                self.look()
        with self._lock:
            self._give_up()

    def _look_in_loop(self, watch: _Watch) -> None:
        self.look()
        with self._lock:
            if self._watch is watch and not self._asked:
                self._watch = None
                watch.end()

    def _connect(self) -> None:
        if not self._connecting and not self._closed:
            self._connecting = True
            threading.Thread(target=self._connect_here, name="accounts-connecting", daemon=True).start()

    def _connect_here(self) -> None:
        connection, begun = None, time.monotonic()
        try:
            connection = ShortConnection.connect(**self._options, autocommit=True)
        except psycopg.Error:
            self._failed(begun)
        with self._lock:
            self._connecting = False
            self._prepared.clear()
            if connection and self._closed:
                connection.close()
            else:
                self._connection = connection

    def _send(self) -> None:
        """Send the first of what is asked, or have that prepared first."""
        assert self._connection is not None
        pgconn, asked = self._connection.pgconn, self._asked[0]
        try:
            if asked.name in self._prepared:
                pgconn.send_query_prepared(asked.name, asked.values)
            elif self._prepares:
                self._preparing = True
                pgconn.send_prepare(asked.name, asked.statement.encode())
            else:
                pgconn.send_query_params(asked.statement.encode(), asked.values)
            if pgconn.flush():  # the server does not take in a few hundred bytes
                self._give_up()
        except psycopg.Error:
            self._give_up()

    def _read(self) -> None:
        """Take in what the server has written: answers, or that it ends the connection."""
        if self._connection is None:
            return
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
        preparing, self._preparing = self._preparing, False
        if result is None or result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            if self._prepares and result and result.error_field(DiagnosticField.SQLSTATE) in _NOT_PREPARED:
                self._prepares = False
                self._prepared.clear()
                self._send()
            else:
                self._give_up()
            return
        if preparing:
            self._prepared.add(self._asked[0].name)
            self._send()
            return
        asked = self._asked.popleft()
        if self._asked:
            self._send()
        asked.done(result.get_value(0, 0) if result.ntuples else None)

    def _give_up(self) -> None:
        """Close the connection; what is asked of it fails."""
        connection, self._connection, self._result = self._connection, None, None
        watch, self._watch = self._watch, None
        asked, self._asked = self._asked, deque()
        self._preparing = False
        if watch:
            watch.end_soon()
        if connection:
            connection.close()
        if asked:
            self._failed(asked[0].limit - LONGEST_WAIT_SECONDS)
        for each in asked:
            each.done(None)

    def _name(self, statement: str) -> bytes:
        """Name a statement: whoever prepared one of the same name prepared the same."""
        digest = blake2b(statement.encode(), digest_size=16).hexdigest()
        name = self._names[statement] = b"soupis_" + digest.encode()
        return name


def _connect_options(url: URL) -> dict[str, Any]:
    _, options = url.get_dialect()().create_connect_args(url)
    return {**options, **CONNECT_OPTIONS}


def _with_addresses(options: dict[str, Any]) -> dict[str, Any]:
    """Return options of a connection with the addresses of its machines, so that nobody else looks them up.

    A machine of several addresses becomes several of one name, to be tried one after the other.
    """
    names = str(options.get("host", "")).split(",")
    ports = str(options.get("port", "")).split(",")
    if "hostaddr" in options or not any(map(_is_looked_up, names)) or len(ports) not in (1, len(names)):
        return options
    end = time.monotonic() + float(options.get("connect_timeout", LONGEST_WAIT_SECONDS))
    found: list[tuple[str, str, str]] = []
    reasons = []
    for name, port in zip(names, ports if len(ports) > 1 else ports * len(names), strict=True):
        try:
            looked_up = _is_looked_up(name)
            addresses = addresses_of(name, max(0.0, end - time.monotonic())) if looked_up else [""]
            found += [(name, address, port) for address in addresses]
        except OSError as error:
            reasons.append(f"failed to resolve host {name!r}: {error}")
    if not found:
        raise psycopg.OperationalError("; ".join(reasons))
    host, hostaddr, port = map(",".join, zip(*found, strict=True))
    return {**options, "host": host, "hostaddr": hostaddr, "port": port}


def _is_looked_up(name: str) -> bool:
    """Tell whether a machine is named by a name: not by an address, nor by the directory of a socket."""
    if not name or name.startswith(("/", "@")):
        return False
    try:
        ip_address(name)
    except ValueError:
        return True
    return False


def _has_news(connection: ShortConnection, seconds: float = 0) -> bool:
    """Tell whether a server has written something, unasked as a rule that it ends the connection."""
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return bool(looking.poll(1000 * seconds))
