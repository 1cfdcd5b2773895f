"""ARES: subjects by the hundred for the VAT look-up and the refresh, one by one by refresh hints."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, Select, func, select

from soupis.ingest.merge.ares import Answers, merge
from soupis.ingest.runs import Run, recorded_run
from soupis.progress import Progress
from soupis.registers.clients import ares as client
from soupis.registers.records import UNKNOWN_TO_ARES, Rejected, SourceError, Subject
from soupis.sources import ARES, PUBLIC_REGISTER, RES
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import company, company_claim, lookup
from soupis.times import now_text, utc_now, utc_text
from soupis.worker.context import Context

MOST_IDS = client.MAX_IDS
# A subject is asked for again after so long: of the pass over all, and by a refresh hint.
STALE = timedelta(days=30)
# For a VAT look-up an answer of today is as good as a new one: that data changes once a day, at midnight.
_FRESH = timedelta(hours=20)
_FIELDS = structs.fields(Subject)


def refresh(context: Context, progress: Progress, limit: int | None) -> list[Run]:
    """Ask ARES for known subjects not asked for a month, oldest first, then for living ones never asked.

    A hundred at a time; at most `limit` of them, where it is given.
    """
    with recorded_run(context.engine, ARES, "subjects") as run:
        before = utc_now() - STALE
        total = _count(context, before)
        total = total if limit is None else min(limit, total)
        done = 0
        for batch in bulk.chunks(islice(_candidates(context, before), total), MOST_IDS):
            progress("asking ARES", done, total)
            if not ask(context, batch, run):
                raise SourceError("ARES: none of a hundred subjects could be read; the rest waits.")
            done += len(batch)
        progress("asking ARES", done, total)
    return [run]


def ask(context: Context, icos: Collection[int], run: Run) -> set[int]:
    """Ask for at most a hundred subjects and store what ARES says; return those that it answered for.

    That ARES knows no such subject is an answer too. Raises SourceError when nothing could be read.
    """
    answer = client.subjects(context.client("ares"), icos)
    answers = Answers()
    for ico, body in answer.found.items():
        _add(answers, body, ico, run)
    answered = set(answers.subjects[ARES]) & set(icos)
    with writing(context.engine) as connection:
        add_missing(connection, answers, answer.missing)
        run.rows_changed += merge(connection, answers, now_text(), context.identifier)
    return answered | set(answer.missing)


def ask_old(context: Context, icos: Collection[int], run: Run) -> dict[int, str]:
    """Bring what ARES says of at most a hundred subjects up to date; return why others were not answered."""
    since = utc_text(utc_now() - _FRESH)
    with reading(context.engine) as connection:
        fresh: set[int] = set()
        for table in (company_claim, lookup):
            query = select(table.c.ico).where(table.c.source == ARES, table.c.ico.in_(icos))
            fresh.update(connection.scalars(query.where(table.c.retrieved >= since)))
    old = [ico for ico in icos if ico not in fresh]
    answered = ask(context, old, run) if old else set()
    return dict.fromkeys(set(old) - answered, "The answer of ARES about this subject could not be read.")


def ask_one(context: Context, ico: int, run: Run) -> None:
    """Ask for all that ARES has of one subject and the files have not: its extract, its statistics."""
    ares = context.client("ares")
    with reading(context.engine) as connection:
        query = select(company_claim.c.source).where(company_claim.c.ico == ico)
        sources = set(connection.scalars(query))
    questions = [client.subject]
    if PUBLIC_REGISTER not in sources:
        questions.append(client.register_extract)
    if RES not in sources:
        questions.append(client.statistical_record)
    bodies = [question(ares, ico) for question in questions]
    answers = Answers()
    for body in filter(None, bodies):
        answers.add(body, run)
    with writing(context.engine) as connection:
        if bodies[0] is None:
            add_missing(connection, answers, [ico])
        run.rows_changed += merge(connection, answers, now_text(), context.identifier)


def add_missing(connection: Connection, answers: Answers, missing: Iterable[int]) -> None:
    """Add subjects that ARES knows no (longer); what it once told of them stays, but for the tax IDs.

    Of an ID that no source knows only the question is noted: it makes no company.
    """
    for chunk in bulk.chunks(missing, 500):
        companies = set(connection.scalars(select(company.c.ico).where(company.c.ico.in_(chunk))))
        query = select(company_claim).where(company_claim.c.source == ARES, company_claim.c.ico.in_(chunk))
        told = {row.ico: row._mapping for row in connection.execute(query).all()}
        for ico in companies:
            answers.subjects[ARES][ico] = _unknown(ico, told.get(ico))
        now = now_text()
        rows = [{"source": ARES, "ico": ico, "retrieved": now} for ico in chunk if ico not in companies]
        bulk.upsert_rows(connection, lookup, rows)


def _unknown(ico: int, told: Any) -> Subject:
    subject = Subject(**{field.name: told[field.name] for field in _FIELDS}) if told else Subject(ico)
    subject.tax_id = subject.vat_group_id = None
    subject.vat_registration = UNKNOWN_TO_ARES
    return subject


def _add(answers: Answers, body: bytes, ico: int, run: Run) -> None:
    try:
        answers.add(body, run)
    except SourceError as error:
        run.reject(Rejected(f"IČO {ico:08d}", str(error)))


def _stale(before: datetime) -> Select[Any]:
    claim = company_claim
    text = utc_text(before)
    return select(claim.c.ico).where(claim.c.source == ARES, claim.c.retrieved < text)


def _never_asked() -> Select[Any]:
    answers = select(company_claim.c.ico).where(company_claim.c.source == ARES)
    answers = answers.where(company_claim.c.ico == company.c.ico)
    living = company.c.ended.is_(False) & company.c.ceased.is_(None)
    return select(company.c.ico).where(living, ~answers.exists())


def _candidates(context: Context, before: datetime) -> Iterator[int]:
    """Yield whom to ask for; each once, so one that cannot be read does not hold up the others."""
    with reading(context.engine) as connection:
        oldest = _stale(before).order_by(company_claim.c.retrieved, company_claim.c.ico)
        yield from list(connection.scalars(oldest))
    last = 0
    while True:
        query = _never_asked().where(company.c.ico > last).order_by(company.c.ico).limit(10 * MOST_IDS)
        with reading(context.engine) as connection:
            icos = list(connection.scalars(query))
        if not icos:
            return
        yield from icos
        last = icos[-1]


def _count(context: Context, before: datetime) -> int:
    with reading(context.engine) as connection:
        return sum(
            connection.scalar(select(func.count()).select_from(query.subquery())) or 0
            for query in (_stale(before), _never_asked())
        )
