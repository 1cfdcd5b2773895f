"""Leaving a source alone after failures: each time for longer, and as long as it asked for."""

from __future__ import annotations

import time

from soupis.registers.errors import SourceUnavailable

_FIRST = 30.0
_LONGEST = 900.0


class Backoff:
    """Which sources are left alone now; safe to use from the threads of different sources."""

    def __init__(self) -> None:
        self._pauses: dict[str, tuple[float, float]] = {}  # source → until when, and for how long

    def is_resting(self, source: str) -> bool:
        """Tell whether a source is to be left alone."""
        return time.monotonic() < self._pauses.get(source, (0.0, 0.0))[0]

    def failed(self, source: str, error: Exception) -> float:
        """Leave a source alone after a failure; return for how many seconds."""
        _, before = self._pauses.get(source, (0.0, 0.0))
        length = min(_LONGEST, max(_FIRST, 2 * before))
        requested = error.retry_after if isinstance(error, SourceUnavailable) else None
        seconds = max(length, requested or 0.0)
        self._pauses[source] = time.monotonic() + seconds, length
        return seconds

    def succeeded(self, source: str) -> None:
        """Forget a source's failures."""
        self._pauses.pop(source, None)
