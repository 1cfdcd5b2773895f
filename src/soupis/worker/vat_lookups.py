"""The queue of VAT look-ups: ARES is asked first, for the number of a subject, then the VAT register.

What was not answered properly is asked again later; nothing is concluded from an answer that did not come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, select

from soupis.ingest.privacy import redact
from soupis.ingest.runs import Run, recorded_run
from soupis.ingest.vat_decision import NOT_FOUND, AresSide, number_to_ask
from soupis.progress import Progress
from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import SourceError
from soupis.sources import ARES, VAT
from soupis.store import bulk
from soupis.store.engine import reading
from soupis.store.tables import company, company_claim, vat_answer
from soupis.times import utc_now
from soupis.worker import subjects, vat_source
from soupis.worker.context import Context, LimitReached
from soupis.worker.publisher import publish_and_index
from soupis.worker.vat_source import BATCH

_CONTRADICTION = "ARES and the VAT register contradict each other; both are asked again."


class LookUpOutcome(NamedTuple):
    """What the look-up of a batch brought: who was answered, why others were not, what was read.

    `unsettled` = those answered about whom the two sources contradict each other.
    """

    answered: set[int]
    failed: dict[int, str]
    run: Run
    waits: float = 0.0  # seconds until the source may be asked again; its limit is no failure
    unsettled: frozenset[int] = frozenset()


class QueueOutcome(NamedTuple):
    """What working through the queue brought; `waits` = seconds until the source may be asked again."""

    runs: list[Run]
    waits: float = 0.0


def drain_queue(context: Context, progress: Progress, limit: int | None = None) -> QueueOutcome:
    """Look up who is due in the queue, until none is; four batches of a hundred side by side.

    Raises SourceUnavailable when nobody of a whole round was answered; the queue waits, each for its time.
    """
    waits = vat_source.maintenance_left(utc_now())
    if waits or not context.queue.due(1):
        return QueueOutcome([], waits)
    done = 0
    with recorded_run(context.engine, VAT, "queue") as run, ThreadPoolExecutor(4) as pool:
        while not waits and (limit is None or done < limit):
            progress("looking up VAT", done, None)
            due = context.queue.due(4 * BATCH if limit is None else min(4 * BATCH, limit - done))
            if not due:
                break
            outcomes = list(pool.map(partial(look_up, context), bulk.chunks(due, BATCH)))
            done += len(due)
            waits = max(outcome.waits for outcome in outcomes)
            if not _settle(context, outcomes, run) and not waits:
                reason = next(iter(outcomes[0].failed.values()), "VAT register: no answer.")
                raise SourceUnavailable(f"{reason} The queue waits.")
    return QueueOutcome([run], waits)


def _settle(context: Context, outcomes: list[LookUpOutcome], run: Run) -> set[int]:
    """Take those answered off the queue, put the others off, publish; return those answered.

    A contradiction stays in the queue. Taken off, it would be queued and looked up again with every request.
    """
    answered: set[int] = set()
    for outcome in outcomes:
        run.add(outcome.run)
        answered |= outcome.answered
        for reason in set(outcome.failed.values()):
            context.queue.failed(
                [ico for ico, said in outcome.failed.items() if said == reason], redact(reason)
            )
    unsettled = set[int]().union(*(outcome.unsettled for outcome in outcomes))
    context.queue.put_off(unsettled, _CONTRADICTION)
    context.queue.done(answered - unsettled)  # what is not yet published is marked so, and survives a crash
    publish_and_index(context, answered)
    return answered


def look_up(context: Context, icos: Collection[int]) -> LookUpOutcome:
    """Ask ARES and the VAT register for at most a hundred companies, as far as it was not done today."""
    run = Run(VAT, "queue")
    try:
        failed = subjects.ask_old(context, icos, run)
        with reading(context.engine) as connection:
            sides = _sides(connection, [ico for ico in icos if ico not in failed])
            numbers = {ico: number for ico, (number, _) in sides.items()}
            answered_today = _answered_today(context, connection, set(numbers.values()))
        to_ask = sorted({number for number in numbers.values() if number not in answered_today})
        answered = vat_source.ask_register(context, to_ask, run) if to_ask else set()
    except LimitReached as error:
        return LookUpOutcome(set(), {}, run, error.retry_after or 60.0)
    except SourceUnavailable as error:
        return LookUpOutcome(set(), dict.fromkeys(icos, f"{type(error).__name__}: {error}"), run)
    except SourceError as error:
        if len(icos) == 1:
            return LookUpOutcome(set(), dict.fromkeys(icos, f"{type(error).__name__}: {error}"), run)
        # One that cannot be read must not keep the others waiting: halve until it stands alone.
        halves = list(icos)[::2], list(icos)[1::2]
        first, second = (look_up(context, half) for half in halves)
        first.run.add(second.run)
        failed = {**first.failed, **second.failed}
        return LookUpOutcome(
            first.answered | second.answered,
            failed,
            first.run,
            max(first.waits, second.waits),
            first.unsettled | second.unsettled,
        )
    for ico, number in numbers.items():
        if number not in answered_today and number not in answered:
            failed[ico] = "The VAT register's answer did not hold this subject."
    answered_for = {ico for ico in icos if ico not in failed}
    return LookUpOutcome(answered_for, failed, run, unsettled=_contradicted(context, sides) & answered_for)


def _sides(connection: Connection, icos: Iterable[int]) -> dict[int, tuple[str, AresSide]]:
    """Return under which number each company is asked for, and what ARES says of it.

    Those that cannot be asked for are left out.
    """
    sides: dict[int, tuple[str, AresSide]] = {}
    columns = (company.c.ico, company.c.tax_id, company.c.vat_group_id, company.c.vat_registration)
    query = (
        select(*columns, company.c.legal_form, company.c.legal_form_ros, company_claim.c.retrieved)
        .join(company_claim, (company_claim.c.ico == company.c.ico) & (company_claim.c.source == ARES))
        .where(company.c.ico.in_(list(icos)))
    )
    for row in connection.execute(query):
        side = AresSide(row.tax_id, row.vat_group_id, row.vat_registration, row.retrieved)
        if number := number_to_ask(row.ico, side, row.legal_form, row.legal_form_ros):
            sides[row.ico] = number, side
    return sides


def _contradicted(context: Context, sides: Mapping[int, tuple[str, AresSide]]) -> frozenset[int]:
    """Return the companies that ARES shows registered under a number that the VAT register does not know."""
    registered = {ico: number for ico, (number, side) in sides.items() if side.shows_registration}
    query = select(vat_answer.c.dic_digits).where(
        vat_answer.c.dic_digits.in_(registered.values()), vat_answer.c.subject_kind == NOT_FOUND
    )
    with reading(context.engine) as connection:
        not_found = set(connection.scalars(query))
    return frozenset(ico for ico, number in registered.items() if number in not_found)


def _answered_today(context: Context, connection: Connection, numbers: Collection[str]) -> set[str]:
    query = select(vat_answer.c.dic_digits).where(
        vat_answer.c.dic_digits.in_(numbers),
        vat_answer.c.answered >= vat_source.start_of_data(context),
    )
    return set(connection.scalars(query))
