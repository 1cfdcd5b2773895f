"""Quota windows: calendar days and months of Prague, see "Rules" in docs/quotas.md."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from soupis.accounts.quota.tariffs import Period
from soupis.times import PRAGUE


class Window(NamedTuple):
    """One calendar period; `begins` and `ends` are seconds since the epoch, the end is not part of it."""

    name: str  # "2026-11-20" or "2026-11"
    begins: float
    ends: float


def window_at(period: Period, at: float) -> Window:
    """Return the window of the given kind that holds a moment (seconds since the epoch)."""
    today = datetime.fromtimestamp(at, PRAGUE).date()
    if period == "day":
        return Window(today.isoformat(), _midnight(today), _midnight(today + timedelta(days=1)))
    first = today.replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    return Window(first.isoformat()[:7], _midnight(first), _midnight(following))


def _midnight(day: date) -> float:
    return datetime.combine(day, time(), PRAGUE).timestamp()


class Calendar:
    """Remembers the current windows, because working them out costs more than spending a unit."""

    def __init__(self) -> None:
        self._current: dict[Period, Window] = {}

    def window(self, period: Period, at: float) -> Window:
        """Return the same as `window_at`."""
        window = self._current.get(period)
        if window is None or not window.begins <= at < window.ends:
            window = self._current[period] = window_at(period, at)
        return window
