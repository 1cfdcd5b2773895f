"""How each source as a whole stands: last attempt, last success, records held, next run, last error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, select, update

from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, SYNCHRONISED, VAT
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.source_states import REFUSED, SourceState
from soupis.store.tables import code, company_claim, extract, filing, proceeding, source_run, source_state
from soupis.store.tables import vat_answer as answer
from soupis.times import now_text, utc_now, utc_text

# What is said of a run whose process was killed, and the class of error of that attempt.
CUT_OFF = "cut off"
INTERRUPTED = "Interrupted"

# Runs of small look-ups are kept for a month; those of whole files tell which file was read last.
_KEPT = timedelta(days=30)


_COUNTS: dict[str, Select[Any]] = {
    RES: select(func.count()).select_from(company_claim).where(company_claim.c.source == RES),
    PUBLIC_REGISTER: select(func.count()).select_from(extract).where(extract.c.source == PUBLIC_REGISTER),
    ARES: select(func.count()).select_from(company_claim).where(company_claim.c.source == ARES),
    VAT: select(func.count()).select_from(answer),
    ISIR: select(func.count()).select_from(proceeding),
    DOCUMENTS: select(func.count()).select_from(filing),
    CODELISTS: select(func.count()).select_from(code),
}


def read_states(connection: Connection) -> dict[str, SourceState]:
    """Return the state of every source, of those never tried too."""
    states = {source: SourceState(source) for source in SYNCHRONISED}
    for row in connection.execute(select(source_state)):
        states[row.source] = SourceState(**row._mapping)
    return states


@contextmanager
def attempt(engine: Engine, source: str, *, from_files: bool = False) -> Iterator[None]:
    """Record that a source is being synchronised, and how that ended.

    Whoever enters holds the source's lease, so a run still noted as running was cut off with its process.
    Where files that the operator named fail (`from_files`), the source stays as it stood: it was not asked.
    """
    started = now_text()
    with reading(engine) as connection:
        before = read_states(connection)[source]
        last_run = connection.scalar(select(func.max(source_run.c.id))) or 0
    with writing(engine) as connection:
        left = connection.execute(
            update(source_run)
            .where(source_run.c.source == source, source_run.c.state == "running")
            .values(state="failed", finished=started, error=CUT_OFF)
        ).rowcount
        # A process that was killed could not say so itself; the next success clears it.
        _store(connection, source, last_attempt=started, **({"last_error": INTERRUPTED} if left else {}))
        oldest = utc_text(utc_now() - _KEPT)
        connection.execute(
            delete(source_run).where(
                source_run.c.source == source,
                source_run.c.fingerprint.is_(None),
                source_run.c.finished < oldest,
            )
        )
    try:
        yield
    except BaseException as error:
        if from_files:
            with writing(engine) as connection:
                _store(connection, source, last_attempt=before.last_attempt, last_error=before.last_error)
                connection.execute(
                    update(source_run)
                    .where(source_run.c.source == source, source_run.c.id > last_run)
                    .where(source_run.c.state == "failed")
                    .values(state=REFUSED)
                )
        elif isinstance(error, Exception):  # an interruption is no fault of the source
            note_end(engine, source, error)
        raise
    note_end(engine, source, None)


def note_end(engine: Engine, source: str, error: Exception | None) -> None:
    """Record how an attempt ended."""
    if error is not None:
        with writing(engine) as connection:
            _store(connection, source, last_error=type(error).__name__[:40])
        return
    with reading(engine) as connection:
        rows = connection.scalar(_COUNTS[source])
    with writing(engine) as connection:
        _store(connection, source, last_success=now_text(), rows=rows, last_error=None)


def plan(engine: Engine, source: str, moment: datetime | None) -> None:
    """Note when a source will be synchronised next; None = not by itself."""
    text = utc_text(moment) if moment else None
    with reading(engine) as connection:
        if read_states(connection)[source].next_run == text:
            return
    with writing(engine) as connection:
        _store(connection, source, next_run=text)


def _store(connection: Connection, source: str, **values: Any) -> None:
    bulk.upsert_rows(connection, source_state, [{"source": source, **values}])
