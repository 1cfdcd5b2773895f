"""The SQLite file that requests read what is published from: the record's own, or a node's current copy."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

from soupis.changes import Changes
from soupis.store.generations import last_alive, note_damage
from soupis.store.replica import current_file, is_damage

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
        self._token = self.token()
        self._path = copied_documents(self._directory) if self._directory else path
        self._connection = open_published(self._path)
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
        if self._directory is not None and (token := self.token()) != self._token:
            path = copied_documents(self._directory)
            if path != self._path:
                # The connection before ends with the last query that another thread is at.
                self._connection, self._path = open_published(path), path
            self._token = token  # of before, so that a change meanwhile is not missed
        return self._path

    def connection(self) -> sqlite3.Connection:
        """Return a connection to the file that is to be read now."""
        self.path()
        return self._connection

    def rows(self, query: str, *parameters: int | str) -> list[Any]:
        """Return all rows of a query."""
        try:
            # One at a time: what begins in the middle of another one would be as old as that.
            with self._turn:
                return self.connection().execute(query, parameters).fetchall()
        except sqlite3.DatabaseError as error:  # a damaged file too
            if self._directory is not None and is_damage(error):
                note_damage(self._path.parent)  # for the follower, who copies it anew
            raise sqlite3.OperationalError(*error.args) from error

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
