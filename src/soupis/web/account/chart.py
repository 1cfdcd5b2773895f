"""The chart of an account's use: a column for each of the last days, made of the kinds of queries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from soupis.accounts.directory import DailyUnits

DAYS = 30
HEIGHT = 160
# Bottom to top; names as they are stored.
KINDS = ("search", "detail", "vat", "person", "export", "changes", "mcp")
_GAP = 0.25


class Piece(NamedTuple):
    """A part of a column; horizontal measures are percents of the width, vertical ones pixels."""

    kind: str
    x: float
    y: float
    width: float
    height: float


class Day(NamedTuple):
    """A Prague day with its units by kind, in the order of `KINDS`."""

    day: str
    units: tuple[int, ...]
    pieces: tuple[Piece, ...]
    x: float  # of the column's left edge, in percents
    width: float

    @property
    def total(self) -> int:
        """All units of the day."""
        return sum(self.units)


class Chart(NamedTuple):
    """What the template draws."""

    days: tuple[Day, ...]
    top: int  # units at the upper edge, a round number
    total: int
    height: int = HEIGHT

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that were used at all."""
        sums = zip(KINDS, zip(*(day.units for day in self.days), strict=True), strict=True)
        return tuple(kind for kind, units in sums if any(units))


def first_day(today: date) -> date:
    """Return the first day of the chart."""
    return today - timedelta(days=DAYS - 1)


def draw_chart(use: Sequence[DailyUnits], today: date) -> Chart:
    """Lay out the chart of the days up to today."""
    units = {(row.day, row.kind): row.units for row in use}
    days = [(first_day(today) + timedelta(days=number)).isoformat() for number in range(DAYS)]
    by_day = [tuple(max(0, units.get((day, kind), 0)) for kind in KINDS) for day in days]
    top = round_up(max(sum(column) for column in by_day))
    laid = tuple(_column(number, day, by_day[number], top) for number, day in enumerate(days))
    return Chart(laid, top, sum(day.total for day in laid))


def round_up(number: int) -> int:
    """Return the next round number: 1, 2, 4, 5 or 10 times a power of ten; at least 10."""
    scale = 1
    while True:
        for step in (1, 2, 4, 5):
            if step * scale >= max(number, 10):
                return step * scale
        scale *= 10


def _column(number: int, day: str, units: tuple[int, ...], top: int) -> Day:
    share = 100 / DAYS
    x, width = round(number * share + share * _GAP / 2, 3), round(share * (1 - _GAP), 3)
    pieces, below = [], 0
    for kind, amount in zip(KINDS, units, strict=True):
        if amount:
            upper = HEIGHT - (below + amount) * HEIGHT / top
            height = amount * HEIGHT / top
            pieces.append(Piece(kind, x, round(upper, 2), width, round(max(height, 0.5), 2)))
            below += amount
    return Day(day, units, tuple(pieces), x, width)
