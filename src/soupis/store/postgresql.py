"""Connections to PostgreSQL from SQLAlchemy's own pool.

PostgreSQL itself ends statements and transactions that take too long, because connection options tell it the
limits. A server that hangs (stopped, out of memory, behind a network that swallows packets) ends nothing. So
the driver waits a little longer than the limit, then it closes the connection.

SQLAlchemy's pool and not psycopg_pool: all other statements use it already, it reports the reason of a failed
connection at once, and it has no threads that a fork would lose.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext

from soupis.store.engine import LONGEST_WAIT_SECONDS, only_reads_now

T = TypeVar("T")

# The driver gives PostgreSQL this much more time than PostgreSQL gives a statement.
_GRACE_SECONDS = 0.5

# Both ends notice within seconds that the other machine is gone. The driver prepares no statements, so that
# pgbouncer may stand between.
_SHORT: Final[Mapping[str, Any]] = {
    "connect_timeout": LONGEST_WAIT_SECONDS,
    "tcp_user_timeout": 5_000,  # milliseconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "prepare_threshold": None,
}

# Loads and migrations wait for an answer as long as it takes, unless the other machine is gone.
_PATIENT: Final[Mapping[str, Any]] = {
    "connect_timeout": 10,
    "tcp_user_timeout": 60_000,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
_PATIENT_SERVER: Final[Mapping[str, int]] = {
    "tcp_user_timeout": 60_000,
    "tcp_keepalives_idle": 30,
    "tcp_keepalives_interval": 10,
    "tcp_keepalives_count": 3,
}


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes longer than `longest_wait` seconds.

    PostgreSQL may have done the statement nevertheless.
    """

    longest_wait: float | None = LONGEST_WAIT_SECONDS

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, self.longest_wait if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.info.transaction_status == TransactionStatus.ACTIVE:  # nothing can follow on it
                self.close()
            raise


def open_short_engine(url: URL, longest_wait: float = LONGEST_WAIT_SECONDS, **pool: Any) -> Engine:
    """Open a database for statements that take at most `longest_wait` seconds each.

    A transaction in which the process pauses for five times as long is ended by PostgreSQL, because others
    wait for its locks. `pool` has options of SQLAlchemy's pool.
    """
    milliseconds = round(1000 * longest_wait)
    limits = {"statement_timeout": milliseconds, "idle_in_transaction_session_timeout": 5 * milliseconds}
    engine = _open(url, _SHORT, limits, pool_timeout=LONGEST_WAIT_SECONDS, **pool)

    def connect(_dialect: Any, _record: Any, arguments: Any, options: dict[str, Any]) -> BoundedConnection:
        connection = connect_in_time(*arguments, **options)
        connection.longest_wait = longest_wait + _GRACE_SECONDS
        return connection

    event.listen(engine, "do_connect", connect)
    return engine


def open_patient_engine(url: URL) -> Engine:
    """Open a database for loads and migrations, whose statements may take an hour."""
    return _open(url, _PATIENT, _PATIENT_SERVER)


def listen(url: URL, channel: str) -> BoundedConnection:
    """Connect, and listen to a channel of announcements (NOTIFY)."""
    _, options = url.get_dialect()().create_connect_args(url)
    connection = connect_in_time(**options, **{**_SHORT, "autocommit": True})
    connection.execute(f"LISTEN {channel}")
    return connection


def connect_in_time(*arguments: Any, **options: Any) -> BoundedConnection:
    """Connect within `connect_timeout` seconds for each machine of the address.

    The driver sets no limit to the look-up of a machine's name, so a thread of its own connects.
    """
    connecting: Future[BoundedConnection] = Future()

    def connect() -> None:
        try:
            connecting.set_result(BoundedConnection.connect(*arguments, **options))
        except BaseException as error:
            connecting.set_exception(error)

    threading.Thread(target=connect, name="connecting", daemon=True).start()
    machines = 1 + str(options.get("host", "")).count(",")
    try:
        return connecting.result(machines * int(options["connect_timeout"]) + _GRACE_SECONDS)
    except TimeoutError as error:
        connecting.add_done_callback(_close)
        raise psycopg.OperationalError("neither PostgreSQL nor the name server answers") from error


def _close(connecting: Future[BoundedConnection]) -> None:
    if connecting.exception() is None:
        connecting.result().close()


def _open(url: URL, usual: Mapping[str, Any], server: Mapping[str, int], **options: Any) -> Engine:
    own = {name: value for name, value in usual.items() if name not in url.query}
    given = url.query.get("options", "")
    settings = [str(given), *(f"-c {name}={value}" for name, value in server.items())]
    engine = create_engine(
        url,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={**own, "options": " ".join(settings).strip()},
        **options,
    )
    event.listen(engine, "handle_error", _discard_if_read_only)
    return engine


def _discard_if_read_only(failure: ExceptionContext) -> None:
    """Have an engine connect again after PostgreSQL refused to write: a connection to a standby stays one."""
    failure.is_disconnect = failure.is_disconnect or only_reads_now(failure.original_exception)
