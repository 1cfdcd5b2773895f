"""Periods in which something was entered, and from which day on they are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from soupis.wire.company import Clen, OdstepnyZavod, OstatniSkutecnost, ZatizeniPodilu

COMPLETE: Final = "uplna"
UNKNOWN: Final = "neznama"


class Period(NamedTuple):
    """Something that was entered and perhaps deleted; None = the day is not known, or has not come."""

    since: str | None
    until: str | None
    what: Any

    def holds(self, day: str) -> bool:
        """Tell whether it held on a day; what has no beginning is not known to have held on any."""
        return self.since is not None and self.since <= day and (self.until is None or day < self.until)

    @property
    def known_from(self) -> str | None:
        """The day from which on it is known whether it holds: "" = always, None = never."""
        if self.since and (self.until is None or self.since <= self.until):
            return ""
        # Without a beginning, or with an end before it, only what comes after both days is certain.
        return max(self.since or "", self.until) if self.until else None


class Dated(Protocol):
    """What tells its first and last day."""

    od: str | None
    do: str | None


def periods(entries: Iterable[Dated]) -> list[Period]:
    """Return the periods of things by their first and last days."""
    return [Period(item.od, item.do, item) for item in entries]


def entries_of(
    entries: Iterable[Clen | OstatniSkutecnost | OdstepnyZavod | ZatizeniPodilu] | None,
) -> list[Period]:
    """Return the periods of things by the days of their entry and deletion."""
    return [Period(item.zapsano, item.vymazano, item) for item in entries or ()]


def completeness(known: str | None) -> str:
    """Return in the words of the wire since when something is known: "" = always, None = never."""
    return UNKNOWN if known is None else f"od {known}" if known else COMPLETE


def known_from(periods: Iterable[Period]) -> str | None:
    """Return the day from which on it is known which of some entries hold: "" = always, None = never."""
    latest = ""
    for period in periods:
        known = period.known_from
        if known is None:
            return None
        latest = max(latest, known)
    return latest


def held_on(entered: Sequence[Period] | None, day: str) -> tuple[list[Any] | None, str]:
    """Return which of the entries of a list held on a day, None where that is not known."""
    known = known_from(entered) if entered is not None else None
    if entered is None or known is None:
        return None, UNKNOWN
    told = completeness(known)
    return ([item.what for item in entered if item.holds(day)] if known <= day else None), told


def until(end: str | None, day: str) -> str | None:
    """Return an end that had come by a day, None where it had not."""
    return end if end and end <= day else None
