"""Re-verification of those registered for VAT: once for each day's data, as far as the queue leaves room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import func, or_, select, tuple_

from soupis.ingest.merge.vat_register import companies_of
from soupis.ingest.runs import Run, recorded_run
from soupis.ingest.stored_state import load_state, save_state
from soupis.ingest.vat_decision import ARES_RUNNING, NOT_FOUND
from soupis.progress import Progress
from soupis.registers.errors import SourceUnavailable
from soupis.sources import VAT
from soupis.store import bulk
from soupis.store.engine import reading
from soupis.store.tables import company, vat_answer
from soupis.times import utc_now
from soupis.worker import subjects, vat_source
from soupis.worker.context import Context
from soupis.worker.vat_lookups import look_up
from soupis.worker.vat_source import BATCH

# Parts of the hourly and daily limits that re-verification leaves to those who wait for an answer.
_KEPT_FOR_QUEUE = 0.25
_PASS = "vat_pass"  # noqa: S105 (the name of a setting)


class Pass(Struct):
    """How far the day's re-verification got: the age and number of the last one asked."""

    day: str
    answered: str = ""
    number: str = ""


def reverify(context: Context, progress: Progress, limit: int | None = None) -> list[Run]:
    """Ask again for those registered for VAT whose answer is not of today, oldest first, a hundred at a time.

    Those whose answer bears a moment that lies ahead come last, registered or not: they may be of any day.
    Then for those whom ARES says to be registered and the register was never asked for, or does not know.
    Ends when all are of today, `limit` were asked, somebody waits in the queue, or what is left of the
    register's limits is kept for the queue.
    """
    if not has_work(context):
        return []
    done = 0
    with recorded_run(context.engine, VAT, "registered") as run:
        for verify in _batches(context):
            progress("verifying VAT payers", done, None)
            done += verify(run)
            if not _may_go_on(context) or (limit is not None and done >= limit):
                break
    return [run]


def has_work(context: Context) -> bool:
    """Tell whether there is somebody to re-verify, and the register may be asked."""
    if vat_source.maintenance_left(utc_now()) or not _may_go_on(context):
        return False
    return next(_batches(context), None) is not None


def _may_go_on(context: Context) -> bool:
    """Tell whether nobody waits in the queue and enough of the register's limits is left for it."""
    rates = context.limits["vat"].rates
    used = context.vat_budget.used()
    left = all(spent < count * (1 - _KEPT_FOR_QUEUE) for (count, _), spent in zip(rates, used, strict=True))
    return left and not context.queue.due(1)


def _batches(context: Context) -> Iterator[Callable[[Run], int]]:
    """Yield the steps of the day's pass; each asks for a hundred and returns how many it asked for."""
    start = vat_source.start_of_data(context)
    place = load_state(context.engine, _PASS, Pass)
    if place is None or place.day != start:
        place = Pass(start)
    while rows := _oldest(context, place, start):
        place = Pass(start, rows[-1].answered, rows[-1].dic_digits)
        yield partial(_verify, context, [row.dic_digits for row in rows], place)
    last = 0
    while icos := _unsettled(context, last, start):
        last = icos[-1]
        yield partial(_verify_first, context, icos)


def _verify(context: Context, numbers: list[str], place: Pass, run: Run) -> int:
    with reading(context.engine) as connection:
        icos = companies_of(connection, numbers)
    for chunk in bulk.chunks(icos, subjects.MOST_IDS):  # a VAT group has many members
        subjects.ask_old(context, chunk, run)
    vat_source.ask_register(context, numbers, run)
    save_state(context.engine, _PASS, place)
    return len(numbers)


def _verify_first(context: Context, icos: list[int], run: Run) -> int:
    outcome = look_up(context, icos)
    run.add(outcome.run)
    if not outcome.answered and not outcome.waits:
        raise SourceUnavailable(next(iter(outcome.failed.values())))
    return len(icos)


def _oldest(context: Context, place: Pass, start: str) -> Sequence[Any]:
    """Return age and number of the next ones of the pass."""
    answered = vat_answer.c.answered
    key = tuple_(answered, vat_answer.c.dic_digits)
    query = (
        select(answered, vat_answer.c.dic_digits)
        .where(
            vat_answer.c.subject_kind != NOT_FOUND,
            answered < start,
            key > tuple_(place.answered, place.number),
        )
        .order_by(answered, vat_answer.c.dic_digits)
        .limit(BATCH)
    )
    with reading(context.engine) as connection:
        return connection.execute(query).all()


def _unsettled(context: Context, after: int, start: str) -> list[int]:
    """Return the next companies that ARES has a number of and the register was not asked for.

    Those too whom ARES shows registered and the register did not know, unless its answer is of today: the two
    contradict each other until one of them changes.
    """
    # The digits are cut out of the tax ID, not the other way round: so the answer is found by its key.
    tax_id = func.coalesce(company.c.vat_group_id, company.c.tax_id)
    registration = func.coalesce(company.c.vat_registration, "")
    is_registered = or_(company.c.vat_group_id.is_not(None), registration.in_(ARES_RUNNING))
    answers = select(vat_answer.c.dic_digits).where(
        vat_answer.c.dic_digits == func.substr(tax_id, 3),
        or_(vat_answer.c.subject_kind != NOT_FOUND, vat_answer.c.answered >= start, ~is_registered),
    )
    has_number = or_(company.c.tax_id.is_not(None), company.c.vat_group_id.is_not(None))
    query = select(company.c.ico).where(company.c.ico > after, has_number, ~answers.exists())
    with reading(context.engine) as connection:
        return list(connection.scalars(query.order_by(company.c.ico).limit(BATCH)))
