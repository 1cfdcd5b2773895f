"""Values of the system of record that pages show without asking it each time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

import structlog
from sqlalchemy.exc import OperationalError

T = TypeVar("T")

_log = structlog.stdlib.get_logger(__name__)
_RETRY_SECONDS = 10.0


class Remembered(Generic[T]):
    """A value that is read anew when it is older than `seconds`.

    While it cannot be read, the old value stands, or `default` before the first reading; where there is
    neither, the `OperationalError` is raised. `name` is for the log.
    """

    def __init__(self, name: str, seconds: float, read: Callable[[], T], default: T | None = None) -> None:
        self._name = name
        self._seconds = seconds
        self._read = read
        self._value = default
        self._until: float | None = None

    def __call__(self) -> T:
        """Return the value."""
        if self._until is None or time.monotonic() >= self._until:
            try:
                self._value = self._read()
                self._until = time.monotonic() + self._seconds
            except OperationalError:
                if self._value is None:
                    raise
                _log.warning("system_of_record_unreachable", what=self._name)
                self._until = time.monotonic() + _RETRY_SECONDS
        assert self._value is not None
        return self._value
