"""Reading single rows of a SQLite file without giving the interpreter lock away.

Measured in docs/decisions/0010-details-are-read-without-giving-the-lock-away.md.

Python's sqlite3 module lets other threads run at each of the four or so calls that a look-up by key makes.
That is right for queries that take long. A look-up takes 3 µs, and the thread that serves the connections
waits for exactly such a moment: taking the lock back costs several times more than the look-up itself.
The functions here are SQLite's own, called through `ctypes.PyDLL`, which keeps the lock.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import sqlite3
import threading
from ctypes import byref, c_char_p, c_int, c_int64, c_ssize_t, c_void_p, py_object
from pathlib import Path
from typing import Any

# The very library that the sqlite3 module uses: two copies in a process would break each other's file locks.
_sqlite = ctypes.PyDLL(getattr(_sqlite3, "__file__", None))
_READ_ONLY, _ROW, _DONE = 1, 100, 101
_TRANSIENT = c_void_p(-1)
_BUSY_MILLISECONDS = 1_000


def _function(name: str, result: Any, *arguments: Any) -> Any:
    function = _sqlite[name]
    function.restype, function.argtypes = result, arguments
    return function


_open = _function("sqlite3_open_v2", c_int, c_char_p, c_void_p, c_int, c_char_p)
_close = _function("sqlite3_close_v2", c_int, c_void_p)
_wait_when_busy = _function("sqlite3_busy_timeout", c_int, c_void_p, c_int)
_message = _function("sqlite3_errmsg", c_char_p, c_void_p)
_prepare = _function("sqlite3_prepare_v2", c_int, c_void_p, c_char_p, c_int, c_void_p, c_void_p)
_finalize = _function("sqlite3_finalize", c_int, c_void_p)
_bind_int = _function("sqlite3_bind_int64", c_int, c_void_p, c_int, c_int64)
_bind_text = _function("sqlite3_bind_text", c_int, c_void_p, c_int, c_char_p, c_int, c_void_p)
_step = _function("sqlite3_step", c_int, c_void_p)
_reset = _function("sqlite3_reset", c_int, c_void_p)
_int = _function("sqlite3_column_int64", c_int64, c_void_p, c_int)
_blob = _function("sqlite3_column_blob", c_void_p, c_void_p, c_int)
_length = _function("sqlite3_column_bytes", c_int, c_void_p, c_int)
_bytes = ctypes.pythonapi.PyBytes_FromStringAndSize
_bytes.restype, _bytes.argtypes = py_object, (c_void_p, c_ssize_t)


class LookUp:
    """A prepared query of a version and a column of bytes by one key; safe to share between threads."""

    def __init__(self, connection: c_void_p, query: str) -> None:
        self._connection = connection
        self._lock = threading.Lock()  # between the calls of one look-up other threads do get their turn
        self._statement = c_void_p()
        if _prepare(connection, query.encode(), -1, byref(self._statement), None):
            raise failed(connection)

    def __call__(self, key: int | str) -> tuple[int, bytes | None] | None:
        """Return version and bytes, None when there is no such key; raises `sqlite3.OperationalError`."""
        statement = self._statement
        with self._lock:
            if isinstance(key, int):
                _bind_int(statement, 1, key)
            else:
                text = key.encode()
                _bind_text(statement, 1, text, len(text), _TRANSIENT)
            try:
                code = _step(statement)
                if code == _DONE:
                    return None
                if code != _ROW:
                    raise failed(self._connection)
                blob = _blob(statement, 1)
                return _int(statement, 0), None if blob is None else _bytes(blob, _length(statement, 1))
            finally:
                _reset(statement)

    def close(self) -> None:
        """Free the query; later look-ups raise an error."""
        with self._lock:
            _finalize(self._statement)
            self._statement = c_void_p()


class Reader:
    """A read-only connection for look-ups by key; raises `sqlite3.OperationalError`."""

    def __init__(self, path: Path) -> None:
        self._connection = c_void_p()
        self._look_ups: list[LookUp] = []
        if _open(str(path).encode(), byref(self._connection), _READ_ONLY, None):
            error = failed(self._connection)
            self.close()
            raise error
        _wait_when_busy(self._connection, _BUSY_MILLISECONDS)

    def look_up(self, query: str) -> LookUp:
        """Prepare a query of a version and a column of bytes."""
        self._look_ups.append(LookUp(self._connection, query))
        return self._look_ups[-1]

    def close(self) -> None:
        """Close the file and free its queries."""
        while self._look_ups:
            self._look_ups.pop().close()
        _close(self._connection)
        self._connection = c_void_p()


def failed(connection: c_void_p) -> sqlite3.OperationalError:
    """Return the error that the last call on a connection ended with."""
    return sqlite3.OperationalError(_message(connection).decode())
