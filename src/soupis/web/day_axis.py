"""The day as of which a page shows something, and the axis of the days on which something changed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from datetime import date
from typing import NamedTuple

from starlette.requests import Request

from soupis.messages import Message
from soupis.queries.as_of import past_day
from soupis.queries.errors import QueryError
from soupis.queries.parameters import only_one
from soupis.times import prague_today

# A company with thousands of members changes on thousands of days; those around the shown one are listed.
MAX_DAYS = 120


class AskedDay(NamedTuple):
    """The day that a page shows, today where it was asked for wrongly; `wrong` says so."""

    day: str
    today: str
    wrong: Message | None


class Axis(NamedTuple):
    """Days of changes, oldest first, their places and the shown day's (per cent), and its neighbours.

    `at` is which of them began what held on the shown day, -1 before the first.
    """

    days: list[str]
    places: list[float]
    place: float
    before: str | None
    after: str | None
    at: int


def day_texts(request: Request) -> list[str]:
    """Return what a page is asked for as its day; nothing where the parameter is left empty."""
    given = request.query_params.getlist("kDatu")
    return [] if given == [""] else given


def asked_day(texts: list[str]) -> AskedDay:
    """Return the day that the values of the parameter ask for, or what is wrong with them."""
    today = prague_today().isoformat()
    try:
        return AskedDay(past_day(only_one("kDatu", texts)), today, None)
    except QueryError as error:
        return AskedDay(today, today, error.message)


def build_axis(days: list[str], day: str, today: str) -> Axis:
    """Return the axis from the first change until today."""
    listed = sorted(set(days))
    first = date.fromisoformat(min([*listed, day]))
    span = max((date.fromisoformat(today) - first).days, 1)

    def place(moment: str) -> float:
        return round(1 + 98 * (date.fromisoformat(moment) - first).days / span, 2)

    at, behind = bisect_left(listed, day), bisect_right(listed, day)
    start = max(0, min(behind - MAX_DAYS // 2, len(listed) - MAX_DAYS))
    shown = listed[start : start + MAX_DAYS]
    return Axis(
        shown,
        [place(item) for item in shown],
        place(day),
        listed[at - 1] if at else None,
        listed[behind] if behind < len(listed) else None,
        behind - 1 - start,
    )
