"""Quota windows: calendar days and months of Prague, see "Rules" in docs/quotas.md."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from soupis.accounts.quota.tariffs import Period
from soupis.times import PRAGUE


class Window(NamedTuple):
    """One calendar period; `begins` and `ends` are seconds since the epoch, the end is not part of it."""

    name: str  # "2026-11-20" or "2026-11"
    begins: float
    ends: float


Windows = Mapping[Period, Window]


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
        self._current = _windows_at(0.0)

    def windows(self, at: float) -> Windows:
        """Return the windows that hold a moment, as `window_at` does."""
        current = self._current
        day = current["day"]
        if not day.begins <= at < day.ends:
            current = self._current = _windows_at(at)
        return current


def _windows_at(at: float) -> Windows:
    return {"day": window_at("day", at), "month": window_at("month", at)}
