"""Dates as day numbers: day 0 is 1900-01-01; texts come from a table, as writers need millions."""

from __future__ import annotations

from datetime import date, timedelta

_FIRST = date(1900, 1, 1)


def day(year: int, month: int = 1, day_of_month: int = 1) -> int:
    """Return the day number of a date."""
    return (date(year, month, day_of_month) - _FIRST).days


# The day on which every made-up source was published.
SNAPSHOT_DAY = day(2026, 10, 31)
ISO: tuple[str, ...] = tuple((_FIRST + timedelta(number)).isoformat() for number in range(day(2040)))
SNAPSHOT = ISO[SNAPSHOT_DAY]


def czech(number: int, separator: str = ".") -> str:
    """Return a day as the free texts of the public register write it: `1.3.2004` or `1-3-2004`."""
    year, month, day_of_month = ISO[number].split("-")
    return f"{int(day_of_month)}{separator}{int(month)}{separator}{year}"
