"""Moments in UTC and days in Prague: how they are read off the clock and how they are written.

A moment is stored and served as ISO text in UTC with whole seconds ("2026-11-20T09:30:00Z"), so that such
texts sort as moments do. Quotas, announced changes and announcements to people follow the calendar of Prague.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

PRAGUE = ZoneInfo("Europe/Prague")

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_HOURS = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)


class Hours(NamedTuple):
    """A part of each day in Prague: from one full hour to another one, which may be of the next day."""

    start: int
    end: int

    def hold(self, moment: datetime) -> bool:
        """Tell whether a moment lies in them."""
        hour = moment.astimezone(PRAGUE).hour
        return (hour - self.start) % 24 < ((self.end - self.start) % 24 or 24)


def utc_now() -> datetime:
    """Return this moment, in UTC."""
    return datetime.now(UTC)


def utc_text(moment: datetime | float) -> str:
    """Return a moment (with its zone, or in seconds since the epoch) as it is stored."""
    if not isinstance(moment, datetime):
        moment = datetime.fromtimestamp(moment, UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def now_text() -> str:
    """Return this moment as it is stored."""
    return utc_text(utc_now())


def prague_day(moment: datetime) -> date:
    """Return the day that a moment falls on in Prague."""
    return moment.astimezone(PRAGUE).date()


def prague_today() -> date:
    """Return today's date in Prague."""
    return prague_day(utc_now())


def calendar_day(text: str) -> date | None:
    """Return the day of a text, None unless it is one of the calendar, written YYYY-MM-DD."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def parse_hours(text: str) -> Hours | None:
    """Read "1-5", None for "off"; raises ValueError with a sentence that says what would be right."""
    if text.strip() == "off":
        return None
    match = _HOURS.fullmatch(text.strip())
    if match is None or max(int(match[1]), int(match[2])) > 24:
        raise ValueError(f"{text} are no hours; write them like 1-5 or 22-4, or off")
    return Hours(int(match[1]) % 24, int(match[2]) % 24)


def told_period(
    started: str | None, entered: str | None, ended: str | None, deleted: str | None
) -> tuple[str | None, str | None]:
    """Return the first and last day of what a register entered, each null where it cannot be told.

    The day of entry and of deletion stand in for a beginning and an end that the register does not state. It
    enters things late: where such a day contradicts a stated one, it is no answer.
    """
    since, until = started or entered, ended or deleted
    if since and until and until < since:
        return (since, None) if started and not ended else (None, until)
    return since, until
