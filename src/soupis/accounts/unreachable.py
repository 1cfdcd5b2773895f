"""Log lines about answers that failed because a database or an index could not be reached.

While one is away each answer fails by it: the first is an error in the log, then one a minute of each kind
with the number of those in between. Those are lines of the level INFO: the request ID that an answer shows
is always found.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import structlog

from soupis.accounts.errors import UnavailableError

_log = structlog.stdlib.get_logger(__name__)

_EVERY_SECONDS = 60.0
_EVENT = "store_unreachable"


class UnreachableLog:
    """The lines of one process; safe to share between threads. `clock` gives seconds that never go back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._told: dict[str, tuple[float, int]] = {}  # by kind of error: when, and how many untold since

    def report(self, error: Exception, **where: Any) -> None:
        """Report that an answer failed; `where` = what was asked for."""
        kind, now = type(error).__name__, self._clock()
        with self._lock:
            told_at, untold = self._told.get(kind, (-_EVERY_SECONDS, 0))
            is_due = now - told_at >= _EVERY_SECONDS
            self._told[kind] = (now, 0) if is_due else (told_at, untold + 1)
        if not is_due:
            _log.info(_EVENT, error=kind, **where)
        elif untold:
            _log.error(_EVENT, error=kind, **reason_of(error), **where, untold=untold)
        else:
            _log.error(_EVENT, error=kind, **reason_of(error), **where)


def reason_of(error: Exception) -> dict[str, str]:
    """Return what a line about an error says of the reason: nothing where that might quote what was asked."""
    return {"reason": " ".join(str(error).split())} if isinstance(error, UnavailableError) else {}


report_unreachable = UnreachableLog().report
