"""How often each source is synchronised: usual intervals, and an operator's own."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from soupis.ingest.source_states import INTERRUPTED
from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, VAT
from soupis.store.source_states import SourceState
from soupis.worker.vat_source import maintenance_left

# The statistical register is published twice a month and says when it last changed, so looking costs little;
# the public register's files and the VAT register's data change daily.
USUAL: dict[str, timedelta] = {
    RES: timedelta(hours=12),
    PUBLIC_REGISTER: timedelta(days=1),
    ARES: timedelta(days=1),
    VAT: timedelta(days=1),
    ISIR: timedelta(minutes=5),
    DOCUMENTS: timedelta(seconds=10),  # visited companies, when there are any
    CODELISTS: timedelta(days=30),
}
RETRY = timedelta(minutes=15)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_INTERVAL = re.compile(r"([0-9]{1,6})([smhd])")

Schedule = dict[str, timedelta]  # sources that are off are not in it


def parse_schedule(text: str) -> Schedule:
    """Read "res=12h,isir=5m,documents=off" over the usual intervals; "off" alone turns all off.

    Raises ValueError with a sentence that says what is wrong and what would be right.
    """
    if text.strip() == "off":
        return {}
    schedule = dict(USUAL)
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (part.strip() for part in item.partition("="))
        source = name.replace("-", "_")
        if source not in USUAL:
            names = ", ".join(key.replace("_", "-") for key in USUAL)
            raise ValueError(f"{name} is no source; sources are {names}")
        if value == "off":
            schedule.pop(source, None)
            continue
        match = _INTERVAL.fullmatch(value)
        if match is None or int(match[1]) == 0:
            raise ValueError(f"{item}: say how often, like {name}=12h (s, m, h or d), or {name}=off")
        schedule[source] = timedelta(**{_UNITS[match[2]]: int(match[1])})
    return schedule


def next_run(state: SourceState, interval: timedelta, now: datetime) -> datetime:
    """Return when a source is to be synchronised next; a moment that has passed means at once."""
    if state.last_attempt is None:
        due = now
    elif state.last_error not in (None, INTERRUPTED):
        due = _moment(state.last_attempt) + min(interval, RETRY)
    elif state.last_success is None or state.last_success < state.last_attempt:
        due = now  # cut off
    else:
        due = _moment(state.last_attempt) + interval
    if state.source == VAT:  # nothing is to be had during the nightly maintenance
        due += timedelta(seconds=maintenance_left(max(due, now)))
    return due


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
