"""The timeline of engagements: rows of bars on one axis of years, drawn as SVG by the template.

Lengths are percentages of the width, so that the picture fits any screen while its texts keep their size.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from soupis.queries.relations import Party, Relation

MOST_ROWS = 30
_MOST_TICKS = 6
_SHORTEST = 0.6  # per cent: a bar that can still be seen


class Bar(NamedTuple):
    """One engagement: where it starts and how long it is (per cent), and what it says."""

    left: float
    width: float
    relation: Relation


class Row(NamedTuple):
    """All engagements of one party."""

    party: Party
    bars: list[Bar]

    @property
    def current(self) -> bool:
        """Whether any of them lasts."""
        return any(bar.relation.current for bar in self.bars)


class Timeline(NamedTuple):
    """The picture: ticks of the axis (place in per cent, year), rows, and how many rows do not fit."""

    ticks: list[tuple[float, int]]
    rows: list[Row]
    left_out: int


def build_timeline(relations: Iterable[Relation], today: date, most: int = MOST_ROWS) -> Timeline | None:
    """Return the timeline with at most `most` rows, or None if no relation has a known beginning.

    An office without a known beginning is drawn from the beginning of the membership.
    """
    dated = [
        (relation, start)
        for relation in relations
        if (start := _day(relation.since or relation.member_since)) and start <= today
    ]
    if not dated:
        return None
    first = date(min(start.year for _, start in dated), 1, 1)
    span = max((today - first).days, 365)
    rows: dict[tuple[str, str], Row] = {}
    for relation, start in sorted(dated, key=lambda item: item[1]):
        end = min(_day(relation.until) or (today if relation.current else start), today)
        left = 100 * (start - first).days / span
        width = max(_SHORTEST, 100 * (max(end, start) - start).days / span)
        row = rows.setdefault(relation.party.identity, Row(relation.party, []))
        row.bars.append(Bar(round(min(left, 100 - _SHORTEST), 2), round(min(width, 100 - left), 2), relation))
    ordered = sorted(rows.values(), key=lambda row: (not row.current, row.bars[0].left))
    ticks = [
        (round(100 * (date(year, 1, 1) - first).days / span, 2), year)
        for year in _tick_years(first.year, today.year)
    ]
    return Timeline(ticks, ordered[:most], max(0, len(ordered) - most))


def _tick_years(first: int, last: int) -> range:
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100) if (last - first) / size <= _MOST_TICKS)
    return range(first + (-first) % step, last + 1, step)


def _day(iso: str | None) -> date | None:
    try:
        return date.fromisoformat(iso[:10]) if iso else None
    except ValueError:
        return None
