"""The VAT register: the queue of look-ups, re-verification of the registered, the list of unreliable payers.

A look-up asks ARES first, for the number under which the register knows a subject, then the register. What
was not answered properly is asked again later; nothing is ever concluded from an answer that did not come.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, func, or_, select, tuple_

from soupis.ingest.merge.vat_register import companies_of, merge_rows, moment_of
from soupis.ingest.publish.vat_decision import AresSide, number_to_ask
from soupis.ingest.runs import Progress, Run, file_fingerprint, is_same_file, recorded_run
from soupis.ingest.stored_state import load_state, save_state
from soupis.registers import vat
from soupis.registers.clients import vat as client
from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import Rejected, SourceError
from soupis.registers.vat import VatRow
from soupis.sources import ARES, VAT
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import company, company_claim, lookup, vat_answer
from soupis.times import PRAGUE, prague_day, prague_today, utc_now, utc_text
from soupis.worker import subjects
from soupis.worker.context import Context, LimitReached
from soupis.worker.publisher import publish_and_index

BATCH = vat.MAX_IDS
# An answer of today is as good as a new one: the register's data changes once a day, at midnight.
_FRESH = timedelta(hours=20)
# Parts of the hourly and daily limits that re-verification leaves to those who wait for an answer.
_KEPT_FOR_QUEUE = 0.25
_MAINTENANCE_END = time(0, 10)
_PASS = "vat_pass"  # noqa: S105 (the name of a fact)
_LIST_DAY = "vat_list_day"
_DATA_DAY = "vat_data_day"


class Outcome(NamedTuple):
    """What the look-up of a batch brought: who was answered, why others were not, what was read."""

    answered: set[int]
    failed: dict[int, str]
    run: Run
    waits: float = 0.0  # seconds until the source may be asked again; its limit is no failure


class Drained(NamedTuple):
    """What working through a queue brought; `waits` = seconds until the source may be asked again."""

    runs: list[Run]
    waits: float = 0.0


def maintenance_left(now: datetime) -> float:
    """Return the seconds until the register's nightly maintenance (0:00 to 0:10 in Prague) ends, else 0."""
    local = now.astimezone(PRAGUE)
    end = datetime.combine(local.date(), _MAINTENANCE_END, PRAGUE)
    return max(0.0, (end - local).total_seconds())


def pause(context: Context) -> float:
    """Return the seconds until the register may be asked again, 0 where it may be now."""
    return max(maintenance_left(utc_now()), context.vat_budget.wait())


def next_data(now: datetime) -> datetime:
    """Return a moment soon after the register's next nightly maintenance, not the same for everybody."""
    tomorrow = prague_day(now) + timedelta(days=1)
    end = datetime.combine(tomorrow, _MAINTENANCE_END, PRAGUE)
    return end + timedelta(seconds=random.randint(0, 1200))  # noqa: S311 (a spread, no secret)


# --- the queue ---


def drain_queue(context: Context, progress: Progress, limit: int | None = None) -> Drained:
    """Look up who is due in the queue, until none is; four batches of a hundred side by side.

    Raises SourceUnavailable when nobody of a whole round was answered; the queue waits, each for its time.
    """
    waits = maintenance_left(utc_now())
    if waits or not context.queue.due(1):
        return Drained([], waits)
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
    return Drained([run], waits)


def _settle(context: Context, outcomes: list[Outcome], run: Run) -> set[int]:
    """Take those answered off the queue, put the others off, publish; return those answered."""
    answered: set[int] = set()
    for outcome in outcomes:
        run.add(outcome.run)
        answered |= outcome.answered
        for reason in set(outcome.failed.values()):
            context.queue.failed([ico for ico, said in outcome.failed.items() if said == reason], reason)
    context.queue.done(answered)  # what is not yet published is marked so, and survives a crash
    publish_and_index(context, answered)
    return answered


def look_up(context: Context, icos: Collection[int]) -> Outcome:
    """Ask ARES and the VAT register for at most a hundred companies, as far as it was not done today."""
    run = Run(VAT, "queue")
    try:
        failed = _ask_ares(context, icos, run)
        with reading(context.engine) as connection:
            numbers = _numbers(connection, [ico for ico in icos if ico not in failed])
            fresh = _fresh_numbers(context, connection, set(numbers.values()))
        wanted = sorted({number for number in numbers.values() if number not in fresh})
        answered = ask_register(context, wanted, run) if wanted else set()
    except LimitReached as error:
        return Outcome(set(), {}, run, error.retry_after or 60.0)
    except SourceUnavailable as error:
        return Outcome(set(), dict.fromkeys(icos, f"{type(error).__name__}: {error}"), run)
    except SourceError as error:
        if len(icos) == 1:
            return Outcome(set(), dict.fromkeys(icos, f"{type(error).__name__}: {error}"), run)
        # One that cannot be read must not keep the others waiting: halve until it stands alone.
        halves = list(icos)[::2], list(icos)[1::2]
        first, second = (look_up(context, half) for half in halves)
        first.run.add(second.run)
        failed = {**first.failed, **second.failed}
        return Outcome(first.answered | second.answered, failed, first.run, max(first.waits, second.waits))
    for ico, number in numbers.items():
        if number not in fresh and number not in answered:
            failed[ico] = "The VAT register's answer did not hold this subject."
    return Outcome({ico for ico in icos if ico not in failed}, failed, run)


def _ask_ares(context: Context, icos: Collection[int], run: Run) -> dict[int, str]:
    """Bring what ARES says of companies up to date; return those that it did not answer for."""
    since = utc_text(utc_now() - _FRESH)
    with reading(context.engine) as connection:
        fresh: set[int] = set()
        for table in (company_claim, lookup):
            query = select(table.c.ico).where(table.c.source == ARES, table.c.ico.in_(icos))
            fresh.update(connection.scalars(query.where(table.c.retrieved >= since)))
    old = [ico for ico in icos if ico not in fresh]
    answered = subjects.ask(context, old, run) if old else set()
    return dict.fromkeys(set(old) - answered, "The answer of ARES about this subject could not be read.")


def _numbers(connection: Connection, icos: Iterable[int]) -> dict[int, str]:
    """Return under which number each company is asked for; those that cannot be asked for are left out."""
    numbers: dict[int, str] = {}
    columns = (company.c.ico, company.c.tax_id, company.c.vat_group_id, company.c.vat_registration)
    query = (
        select(*columns, company.c.legal_form, company.c.legal_form_ros, company_claim.c.retrieved)
        .join(company_claim, (company_claim.c.ico == company.c.ico) & (company_claim.c.source == ARES))
        .where(company.c.ico.in_(list(icos)))
    )
    for row in connection.execute(query):
        side = AresSide(row.tax_id, row.vat_group_id, row.vat_registration, row.retrieved)
        if number := number_to_ask(row.ico, side, row.legal_form, row.legal_form_ros):
            numbers[row.ico] = number
    return numbers


def _fresh_numbers(context: Context, connection: Connection, numbers: Collection[str]) -> set[str]:
    query = select(vat_answer.c.dic_digits).where(
        vat_answer.c.dic_digits.in_(numbers), vat_answer.c.answered >= _start_of_data(context)
    )
    return set(connection.scalars(query))


def ask_register(context: Context, numbers: Collection[str], run: Run) -> set[str]:
    """Ask the VAT register for at most a hundred numbers and store its answers; return those answered."""
    _refuse_in_maintenance()
    answer = client.statuses(context.client("vat"), numbers)
    for rejected in answer.rejected:
        run.reject(rejected)
    run.rows_read += len(answer.rows)
    with writing(context.engine) as connection:
        run.rows_changed += merge_rows(connection, answer.rows, utc_now())
    _note_day(context, answer.generated)
    return {row.dic_digits for row in answer.rows}


def _refuse_in_maintenance() -> None:
    if left := maintenance_left(utc_now()):
        raise LimitReached(
            f"VAT register: nightly maintenance for {left:.0f} s; asked nothing.", retry_after=left + 1
        )


class DataDay(Struct):
    """Of which day the register said its data is, and on which day it said so."""

    seen: str
    day: str


def _note_day(context: Context, generated: str | None) -> None:
    today = _today()
    found = DataDay(today, min(generated or today, today))
    if load_state(context.engine, _DATA_DAY, DataDay) != found:
        save_state(context.engine, _DATA_DAY, found)


def _start_of_data(context: Context) -> str:
    """Return the moment from which on answers hold the register's newest data.

    That is today's, unless the register itself said today that its data is older: then asking again for
    what was asked of that data brings nothing new.
    """
    today = _today()
    said = load_state(context.engine, _DATA_DAY, DataDay)
    if said is not None and said.seen == today and said.day < today:
        return moment_of(said.day, utc_now())
    start = datetime.combine(prague_today(), _MAINTENANCE_END, PRAGUE)
    return utc_text(start)


def _today() -> str:
    return prague_today().isoformat()


# --- re-verification ---


class Pass(Struct):
    """How far the day's re-verification got: the age and number of the last one asked."""

    day: str
    answered: str = ""
    number: str = ""


def reverify(context: Context, progress: Progress, limit: int | None = None) -> list[Run]:
    """Ask again for those registered for VAT whose answer is not of today, oldest first, a hundred at a time.

    Then for those never asked whom ARES says to be registered. Ends when all are of today, `limit` were
    asked, somebody waits in the queue, or what is left of the register's limits is kept for the queue.
    """
    if not has_work(context):
        return []
    done = 0
    with recorded_run(context.engine, VAT, "registered") as run:
        for verify in _known_batches(context):
            progress("verifying VAT payers", done, None)
            done += verify(run)
            if not _may_go_on(context) or (limit is not None and done >= limit):
                break
    return [run]


def has_work(context: Context) -> bool:
    """Tell whether there is somebody to re-verify, and the register may be asked."""
    if maintenance_left(utc_now()) or not _may_go_on(context):
        return False
    return next(_known_batches(context), None) is not None


def _may_go_on(context: Context) -> bool:
    """Tell whether nobody waits in the queue and enough of the register's limits is left for it."""
    rates = context.limits["vat"].rates
    used = context.vat_budget.used()
    left = all(spent < count * (1 - _KEPT_FOR_QUEUE) for (count, _), spent in zip(rates, used, strict=True))
    return left and not context.queue.due(1)


def _known_batches(context: Context) -> Iterator[Callable[[Run], int]]:
    """Yield the steps of the day's pass; each asks for a hundred and returns how many it asked for."""
    start = _start_of_data(context)
    place = load_state(context.engine, _PASS, Pass)
    if place is None or place.day != start:
        place = Pass(start)
    while rows := _oldest(context, place, start):
        place = Pass(start, rows[-1].answered, rows[-1].dic_digits)
        yield partial(_verify, context, [row.dic_digits for row in rows], place)
    last = 0
    while icos := _never_verified(context, last):
        last = icos[-1]
        yield partial(_verify_first, context, icos)


def _verify(context: Context, numbers: list[str], place: Pass, run: Run) -> int:
    with reading(context.engine) as connection:
        icos = companies_of(connection, numbers)
    for chunk in bulk.chunks(icos, subjects.MOST_IDS):  # a VAT group has many members
        _ask_ares(context, chunk, run)
    ask_register(context, numbers, run)
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
    key = tuple_(vat_answer.c.answered, vat_answer.c.dic_digits)
    query = (
        select(vat_answer.c.answered, vat_answer.c.dic_digits)
        .where(
            vat_answer.c.subject_kind != "NENALEZEN",
            vat_answer.c.answered < start,
            key > tuple_(place.answered, place.number),
        )
        .order_by(vat_answer.c.answered, vat_answer.c.dic_digits)
        .limit(BATCH)
    )
    with reading(context.engine) as connection:
        return connection.execute(query).all()


def _never_verified(context: Context, after: int) -> list[int]:
    """Return the next companies with a running registration in ARES for which the register was not asked."""
    # The digits are cut out of the tax ID, not the other way round: so the answer is found by its key.
    shown = func.coalesce(company.c.vat_group_id, company.c.tax_id)
    asked = select(vat_answer.c.dic_digits).where(vat_answer.c.dic_digits == func.substr(shown, 3))
    number = or_(company.c.tax_id.is_not(None), company.c.vat_group_id.is_not(None))
    query = select(company.c.ico).where(company.c.ico > after, number, ~asked.exists())
    with reading(context.engine) as connection:
        return list(connection.scalars(query.order_by(company.c.ico).limit(BATCH)))


# --- the list of unreliable payers ---


def sync_list(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Take over the list of unreliable payers, once a day.

    The list only turns the reliability of those whose answer is known. Who is on it and unknown, or was
    unreliable and is no longer on it, is put into the queue.
    """
    today = _today()
    if load_state(context.engine, _LIST_DAY, str) == today and not force:
        return [Run(VAT, "unreliable", unchanged_file=True)]
    _refuse_in_maintenance()
    context.downloads.mkdir(parents=True, exist_ok=True)
    path = context.downloads / "unreliable_payers.xml"
    with recorded_run(context.engine, VAT, "unreliable") as run:
        progress("list of unreliable payers", 0, None)
        listed: set[str] = set()
        received = utc_now()
        rows = client.unreliable_payers(context.client("vat"), path)
        first = next(rows, None)
        run.fingerprint = file_fingerprint(path)
        run.unchanged_file = not force and is_same_file(context.engine, run)
        if not run.unchanged_file and first is not None:
            for chunk in bulk.chunks(chain([first], rows), 5_000):
                progress("list of unreliable payers", len(listed), None)
                accepted = [row for row in chunk if isinstance(row, VatRow)]
                for row in chunk:
                    if isinstance(row, Rejected):
                        run.reject(row)
                listed.update(row.dic_digits for row in accepted)
                with writing(context.engine) as connection:
                    run.rows_changed += merge_rows(connection, accepted, received, from_list=True)
            run.rows_read = len(listed)
            context.queue.ask(_to_look_up(context, listed, complete=not run.rows_rejected))
    path.unlink(missing_ok=True)
    save_state(context.engine, _LIST_DAY, today)
    return [run]


def _to_look_up(context: Context, listed: set[str], *, complete: bool) -> set[int]:
    unreliable = or_(vat_answer.c.unreliable == "ANO", vat_answer.c.subject_kind == "NESPOLEHLIVA_OSOBA")
    with reading(context.engine) as connection:
        known: set[str] = set()
        for chunk in bulk.chunks(listed, 500):
            query = select(vat_answer.c.dic_digits).where(vat_answer.c.dic_digits.in_(chunk))
            known.update(connection.scalars(query))
        wanted = listed - known
        if complete:
            wanted |= set(connection.scalars(select(vat_answer.c.dic_digits).where(unreliable))) - listed
        return set(companies_of(connection, wanted))
