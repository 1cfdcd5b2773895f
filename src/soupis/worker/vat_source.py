"""What the look-ups of the VAT register share: when it may be asked, asking it, and how new its data is."""

from __future__ import annotations

import random
from collections.abc import Collection
from datetime import datetime, time, timedelta

from msgspec import Struct

from soupis.ingest.merge.vat_register import merge_rows, moment_of
from soupis.ingest.runs import Run
from soupis.ingest.stored_state import load_state, save_state
from soupis.registers import vat
from soupis.registers.clients import vat as client
from soupis.store.engine import writing
from soupis.times import PRAGUE, prague_day, prague_today, utc_now, utc_text
from soupis.worker.context import Context, LimitReached

BATCH = vat.MAX_IDS
_MAINTENANCE_END = time(0, 10)
_DATA_DAY = "vat_data_day"


def maintenance_left(now: datetime) -> float:
    """Return the seconds until the register's nightly maintenance (0:00 to 0:10 in Prague) ends, else 0."""
    local = now.astimezone(PRAGUE)
    end = datetime.combine(local.date(), _MAINTENANCE_END, PRAGUE)
    return max(0.0, (end - local).total_seconds())


def refuse_in_maintenance() -> None:
    """Raise LimitReached during the nightly maintenance."""
    if left := maintenance_left(utc_now()):
        raise LimitReached(
            f"VAT register: nightly maintenance for {left:.0f} s; asked nothing.", retry_after=left + 1
        )


def pause(context: Context) -> float:
    """Return the seconds until the register may be asked again, 0 where it may be now."""
    return max(maintenance_left(utc_now()), context.vat_budget.wait())


def next_data(now: datetime) -> datetime:
    """Return a moment soon after the register's next nightly maintenance, not the same for everybody."""
    tomorrow = prague_day(now) + timedelta(days=1)
    end = datetime.combine(tomorrow, _MAINTENANCE_END, PRAGUE)
    return end + timedelta(seconds=random.randint(0, 1200))  # noqa: S311 (a spread, no secret)


def ask_register(context: Context, numbers: Collection[str], run: Run) -> set[str]:
    """Ask the VAT register for at most a hundred numbers and store its answers; return those answered."""
    refuse_in_maintenance()
    answer = client.statuses(context.client("vat"), numbers)
    for rejected in answer.rejected:
        run.reject(rejected)
    run.rows_read += len(answer.rows)
    with writing(context.engine) as connection:
        run.rows_changed += merge_rows(connection, answer.rows, utc_now())
    _note_day(context, answer.generated)
    return {row.dic_digits for row in answer.rows}


class DataDay(Struct):
    """Of which day the register said its data is, and on which day it said so."""

    seen: str
    day: str


def _note_day(context: Context, generated: str | None) -> None:
    today = prague_today().isoformat()
    data_day = DataDay(today, min(generated or today, today))
    if load_state(context.engine, _DATA_DAY, DataDay) != data_day:
        save_state(context.engine, _DATA_DAY, data_day)


def start_of_data(context: Context) -> str:
    """Return the moment from which on answers hold the register's newest data.

    That is today's, unless the register itself said today that its data is older: then asking again for
    what was asked of that data brings nothing new.
    """
    today = prague_today().isoformat()
    data_day = load_state(context.engine, _DATA_DAY, DataDay)
    if data_day is not None and data_day.seen == today and data_day.day < today:
        return moment_of(data_day.day, utc_now())
    start = datetime.combine(prague_today(), _MAINTENANCE_END, PRAGUE)
    return utc_text(start)
