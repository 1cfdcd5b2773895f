"""Turns at expensive work: one caller at a time in a process, and bounds on the callers that wait."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from soupis.accounts.errors import AccountError

_MAX_WAITING = 16
# One client cannot take all places: the others still find some.
_MAX_OF_CLIENT = 4
_RETRY_SECONDS = 2


class BusyError(AccountError):
    """Too many callers wait for their turn; `retry_after` is the number of seconds to wait."""

    retry_after = _RETRY_SECONDS

    def __init__(self) -> None:
        super().__init__(
            "Služba je právě přetížená. Zkuste to prosím za chvíli znovu.",
            "The service is overloaded just now. Please try again in a moment.",
        )


class BoundedTurns:
    """Turns of the callers in one process; for threads."""

    def __init__(self, max_waiting: int = _MAX_WAITING, max_of_client: int = _MAX_OF_CLIENT) -> None:
        self._places = max_waiting + 1
        self._max_of_client = max_of_client
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    @contextmanager
    def turn(self, client: str) -> Iterator[None]:
        """Wait until it is the caller's turn. Raises `BusyError` at once if too many wait."""
        with self._lock:
            if self._taken.total() >= self._places or self._taken[client] >= self._max_of_client:
                raise BusyError
            self._taken[client] += 1
        try:
            with self._turn:
                yield
        finally:
            with self._lock:
                self._taken[client] -= 1
                self._taken += Counter()  # drop clients without a place
