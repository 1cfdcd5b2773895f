"""Moving the write-ahead log of an SQLite file home beside whoever writes one transaction after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine

from soupis.store.engine import is_sqlite, start_log_over, waiting_for_readers

# A log that was found longer than this starts over. It is longer by two transactions then: the one that was
# written while it was moved, and the one that has just ended.
_LONG_LOG_BYTES = 96 * 1024 * 1024
# Who writes would move the log as well, and cut the file where it starts over.
_LEFT_TO_THE_MOVER = {"wal_autocheckpoint": 0, "journal_size_limit": -1}


@contextmanager
def moving_log(connection: Connection) -> Iterator[Callable[[], None]]:
    """Give what to call after each of many transactions, of which each writes many megabytes.

    What one has written is moved and synced by another thread while the next one is being made. The file is
    cut at the end only: to write into room that it has already takes half the time.
    """
    if not is_sqlite(connection) or not connection.engine.url.database:
        yield lambda: None
        return
    raw: Any = connection.connection.driver_connection
    usual = {name: raw.execute(f"PRAGMA {name}").fetchone()[0] for name in _LEFT_TO_THE_MOVER}
    _set(raw, _LEFT_TO_THE_MOVER)
    try:
        with ThreadPoolExecutor(1, "log") as thread:
            yield _LogMover(connection, thread).committed
    finally:
        _set(raw, usual)
    start_log_over(connection)


def _set(raw: Any, pragmas: dict[str, int]) -> None:
    for name, value in pragmas.items():
        raw.execute(f"PRAGMA {name} = {value}")


class _LogMover:
    def __init__(self, connection: Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self._moving: Future[int] | None = None

    def committed(self) -> None:
        """Have what was committed moved, or have the log start over where it is long."""
        length = self._moving.result() if self._moving else 0
        if length < _LONG_LOG_BYTES:
            self._moving = self._thread.submit(_move, self._connection.engine)
            return
        self._moving = None
        with waiting_for_readers(self._connection) as raw:
            raw.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()


def _move(engine: Engine) -> int:
    """Move home what stands in the log and nobody reads there; return the bytes of the log."""
    connection = engine.raw_connection()
    try:
        raw: Any = connection.driver_connection
        _busy, pages, _moved = raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
        return int(pages * size)
    finally:
        connection.close()
