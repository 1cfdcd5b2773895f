"""The SQLite file that requests read what is published from: the record's own, or a node's current copy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

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


class _Reader(NamedTuple):
    """A connection for reading, and the file that it leads to."""

    path: Path
    connection: sqlite3.Connection


class PublishedFile:
    """Read-only access to what is published; one object per process, shared by its threads.

    Each thread that reads has a connection to itself meanwhile, in autocommit: a query is a read of its own.

    `path` is the file of the system of record, or the directory of a node's copies, of which the current one
    is read: another one as soon as it is announced.

    Raises `sqlite3.OperationalError` where the file is locked, damaged, closed or not there yet.
    """

    def __init__(self, path: Path) -> None:
        # It is another one after each publication here.
        self.token = changes_of(path).token
        self._directory = path if path.is_dir() else None
        token = self.token()
        # One value, because several threads set it.
        self._found = token, copied_documents(path) if self._directory else path
        self._free: list[_Reader] = []  # the last one used is used next
        self._is_closed = False
        self._give_back(self._take())

    @property
    def is_copy(self) -> bool:
        """Whether it is a copy, which other nodes may be ahead of."""
        return self._directory is not None

    def close(self) -> None:
        """Close the file."""
        self._is_closed = True
        self._close_free()

    def path(self) -> Path:
        """Return the file that is to be read now."""
        if self._directory is not None and (token := self.token()) != self._found[0]:
            # With the token of before, so that a change meanwhile is not missed.
            self._found = token, copied_documents(self._directory)
        return self._found[1]

    def rows(self, query: str, *parameters: int | str) -> list[Any]:
        """Return all rows of a query, as they are now."""
        try:
            reader = self._take()
            try:
                return reader.connection.execute(query, parameters).fetchall()
            finally:
                self._give_back(reader)
        except sqlite3.DatabaseError as error:
            raise self._reported(error) from error

    @contextmanager
    def one_state(self) -> Iterator[sqlite3.Connection]:
        """Give a connection on which all queries are answered from one state; for a short time."""
        try:
            reader = self._take()
            try:
                reader.connection.execute("BEGIN")
                yield reader.connection
            finally:
                if reader.connection.in_transaction:
                    reader.connection.execute("COMMIT")
                self._give_back(reader)
        except sqlite3.DatabaseError as error:
            raise self._reported(error) from error

    def _take(self) -> _Reader:
        """Return a connection that no other thread uses: a statement in between would lengthen its read."""
        if self._is_closed:
            raise sqlite3.ProgrammingError("the file was closed")
        path = self.path()
        with suppress(IndexError):
            reader = self._free.pop()
            if reader.path == path:
                return reader
            reader.connection.close()
            self._close_free()  # left open, they would keep the copy that was deleted on the disk
        try:
            return _Reader(path, open_published(path))
        except sqlite3.OperationalError:
            if self._directory is None or (path := copied_documents(self._directory)) == self._found[1]:
                raise
            self._found = self._found[0], path  # a new copy is there and will be announced at once
            return _Reader(path, open_published(path))

    def _give_back(self, reader: _Reader) -> None:
        self._free.append(reader)
        if self._is_closed:
            self._close_free()

    def _close_free(self) -> None:
        with suppress(IndexError):
            while True:
                self._free.pop().connection.close()

    def _reported(self, error: sqlite3.DatabaseError) -> sqlite3.OperationalError:
        """Note damage of a copy for the follower, who copies it again; return the error to raise."""
        if self._directory is not None and is_damage(error):
            note_damage(self._found[1].parent)
        return sqlite3.OperationalError(*error.args)

    def last_followed(self) -> float | None:
        """Return when somebody last followed here (seconds since 1970); None where nothing is copied."""
        return last_alive(self._directory) if self._directory else None


def open_published(path: Path) -> sqlite3.Connection:
    """Open a file for reading what is published; threads may use the connection in turns."""
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
