"""Values of the system of record that pages show without asking it each time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import structlog

from soupis.queries.errors import UNREACHABLE

T = TypeVar("T")

_log = structlog.stdlib.get_logger(__name__)
_RETRY_SECONDS = 10.0


class Remembered(Generic[T]):
    """A value that is read anew when it is older than `seconds`.

    It is read in a thread, once for all who wait for it, so that others are answered meanwhile. While it
    cannot be read, the old value stands, or `default` before the first reading; where there is neither, the
    error is raised (one of `UNREACHABLE`). `name` is for the log.
    """

    def __init__(self, name: str, seconds: float, read: Callable[[], T], default: T | None = None) -> None:
        self._name = name
        self._seconds = seconds
        self._read = read
        self._value = default
        self._until: float | None = None
        self._reading = asyncio.Lock()

    async def __call__(self) -> T:
        """Return the value."""
        if self._is_old():
            async with self._reading:
                if self._is_old():  # still, after somebody else may have read it
                    await self._renew()
        assert self._value is not None
        return self._value

    def _is_old(self) -> bool:
        return self._until is None or time.monotonic() >= self._until

    async def _renew(self) -> None:
        try:
            self._value = await asyncio.to_thread(self._read)
            self._until = time.monotonic() + self._seconds
        except UNREACHABLE as error:
            if self._value is None:
                raise
            _log.warning("not_read_anew", what=self._name, error=type(error).__name__)
            self._until = time.monotonic() + _RETRY_SECONDS
