"""One read transaction for look-ups that follow each other, which SQLite begins and ends for each otherwise.

To begin and to end one takes three system calls, as long as the look-up of a document itself
(docs/decisions/0022-look-ups-share-a-read.md).
"""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import suppress
from typing import Any

from soupis.store.published_file import PublishedFile, open_published

# How long one is shared. While it lasts the write-ahead log cannot start over, and what was committed but not
# announced is not seen.
_SHARED_SECONDS = 0.02


class SharedRead:
    """Look-ups in a file by a connection of its own; one object per process.

    A read is shared until anything is announced, for 20 ms at most, whether anybody asks again or not.
    """

    def __init__(self, file: PublishedFile) -> None:
        self._file = file
        self._path = file.path()
        self._connection = open_published(self._path)
        self._token = b""
        self._until = 0.0  # 0 = none has begun
        self._turn = threading.Lock()
        self._begun = threading.Event()
        self._is_closed = False
        self._ender: threading.Thread | None = None

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            self._is_closed = True
            self._connection.close()
        self._begun.set()

    def rows(self, token: bytes, now: float, query: str, *parameters: int | str) -> list[Any]:
        """Return all rows of a query, as they were when the file had a token, or since.

        `token` and `now` (`time.monotonic`) are of a look before. Raises `sqlite3.OperationalError` as
        `PublishedFile` does.
        """
        # One at a time: a read could not begin anew while another thread is in the middle of the one before.
        with self._turn:
            try:
                if token != self._token or now >= self._until:
                    self._begin(token, now)
                return self._connection.execute(query, parameters).fetchall()
            except sqlite3.DatabaseError:
                self._until = 0.0
                return self._file.rows(query, *parameters)  # which tells what is wrong

    def _begin(self, token: bytes, now: float) -> None:
        self._end()
        if (path := self._file.path()) != self._path:
            connection = open_published(path)
            self._connection.close()
            self._connection, self._path = connection, path
        self._connection.execute("BEGIN")
        self._token, self._until = token, now + _SHARED_SECONDS
        if self._ender is None:
            ender = threading.Thread(target=self._end_in_time, name="shared-read", daemon=True)
            ender.start()  # tried again by the next read where no thread can be started
            self._ender = ender
        self._begun.set()

    def _end(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")
        self._until = 0.0

    def _end_in_time(self) -> None:
        """End what nobody goes on with: a server without requests keeps nobody from anything."""
        while self._begun.wait() and not self._is_closed:
            time.sleep(_SHARED_SECONDS)
            with self._turn:
                if self._is_closed:
                    return
                if time.monotonic() >= self._until:
                    self._begun.clear()
                    with suppress(sqlite3.Error):  # told to who asks next
                        self._end()
