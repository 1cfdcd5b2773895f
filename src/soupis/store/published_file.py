"""The SQLite file that requests read what is published from: the record's own, or a node's current copy."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from soupis.changes import Changes
from soupis.store.engine import is_damage
from soupis.store.generations import last_alive, note_damage
from soupis.store.replica import current_file

_BUSY_SECONDS = 1.0
# What leads to the rows of a whole country fits, which the usual 2 MB do not hold.
_CACHE_KILOBYTES = 16_000


def changes_of(path: Path) -> Changes:
    """Return what tells that documents in a file changed; whoever stores documents there announces it."""
    return Changes(path.with_suffix(".changes"))


def copied_documents(directory: Path) -> Path:
    """Return the current copy of a node; raises sqlite3.OperationalError where there is none yet."""
    path = current_file(directory)
    if path is None:
        raise sqlite3.OperationalError("this node holds no documents yet")
    return path


class PublishedFile:
    """Read-only access to what is published; one object per process.

    `path` is the file of the system of record, or the directory of a node's copies, of which the current one
    is read: another one as soon as it is announced.

    Raises `sqlite3.OperationalError` where the file is locked, damaged, closed or not there yet.
    """

    def __init__(self, path: Path) -> None:
        # What is another one after everything that is published here; asked for by every detail.
        self.token = changes_of(path).token
        self._directory = path if path.is_dir() else None
        token = self.token()
        # As one value, because threads find it side by side.
        self._found = token, copied_documents(path) if self._directory else path
        self._opened = self._found[1]
        self._connection = open_published(self._opened)
        self._turn = threading.Lock()

    @property
    def is_copy(self) -> bool:
        """Whether it is a copy, which other nodes may be ahead of."""
        return self._directory is not None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def path(self) -> Path:
        """Return the file that is to be read now."""
        if self._directory is not None and (token := self.token()) != self._found[0]:
            # With the token of before, so that a change meanwhile is not missed.
            self._found = token, copied_documents(self._directory)
        return self._found[1]

    def rows(self, query: str, *parameters: int | str) -> list[Any]:
        """Return all rows of a query."""
        try:
            # One at a time: what begins in the middle of another one would be as old as that.
            with self._turn:
                return self._connected().execute(query, parameters).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._told(error) from error

    @contextmanager
    def one_state(self) -> Iterator[sqlite3.Connection]:
        """Give a connection on which all queries are answered from one state."""
        try:
            with self._turn:
                connection = self._connected()
                connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise self._told(error) from error

    def _connected(self) -> sqlite3.Connection:
        if (path := self.path()) != self._opened:
            connection = open_published(path)
            self._connection.close()  # left alone it would keep what was deleted until garbage is looked for
            self._connection, self._opened = connection, path
        return self._connection

    def _told(self, error: sqlite3.DatabaseError) -> sqlite3.OperationalError:
        """Return as what an error is told, that of a damaged file too."""
        if self._directory is not None and is_damage(error):
            note_damage(self._opened.parent)  # for the follower, who copies it anew
        return sqlite3.OperationalError(*error.args)

    def last_followed(self) -> float | None:
        """Return when somebody last followed here (seconds since 1970); None where nothing is copied."""
        return last_alive(self._directory) if self._directory else None


def open_published(path: Path) -> sqlite3.Connection:
    """Open a file for reading what is published; for more than one thread."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA query_only = on")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
    return connection
