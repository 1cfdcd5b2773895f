"""The page of a company as of a day, with the axis of the days on which something changed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from datetime import date
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from soupis.messages import Message
from soupis.queries import companies
from soupis.queries.as_of import company_as_of, days_of_change, past_day
from soupis.queries.errors import QueryError
from soupis.queries.relations import party_of_company
from soupis.times import prague_today
from soupis.web.render import render


class Axis(NamedTuple):
    """Days of changes, oldest first, their places and the shown day's (per cent), and its neighbours."""

    days: list[str]
    places: list[float]
    place: float
    before: str | None
    after: str | None


def build_axis(days: list[str], day: str, today: str) -> Axis:
    """Return the axis from the first change until today."""
    listed = sorted(set(days))
    first = date.fromisoformat(min([*listed, day]))
    span = max((date.fromisoformat(today) - first).days, 1)

    def place(moment: str) -> float:
        return round(1 + 98 * (date.fromisoformat(moment) - first).days / span, 2)

    at, behind = bisect_left(listed, day), bisect_right(listed, day)
    return Axis(
        listed,
        [place(item) for item in listed],
        place(day),
        listed[at - 1] if at else None,
        listed[behind] if behind < len(listed) else None,
    )


def past_page(request: Request, document: bytes, text: str) -> Response:
    """Show a company as of the day of the parameter, or what is wrong with that."""
    detail = companies.decode_detail(document)
    today, wrong = prague_today().isoformat(), None
    try:
        day = past_day(text)
    except QueryError as error:
        day, wrong = today, Message(error.message.cs, error.message.en)
    return render(
        request,
        "past_company.html",
        status=400 if wrong else 200,
        now=detail,
        firm=company_as_of(detail, day),
        party=party_of_company(detail),
        day=day,
        latest=today,
        wrong=wrong,
        axis=build_axis(days_of_change(detail), day, today),
    )
