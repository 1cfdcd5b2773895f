"""Companies that somebody looked at or watches: documents, insolvency and ARES are asked where they are old.

A refresh hint is all that a visit leaves, and asking one by one is slow: a source that is down is left alone
for a while, and never holds up the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, time

from sqlalchemy import Connection, select

from soupis.ingest.privacy import redact
from soupis.ingest.runs import Run
from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import SourceError
from soupis.sources import ARES, DOCUMENTS, ISIR
from soupis.store.engine import reading
from soupis.store.tables import company, company_claim, lookup
from soupis.times import PRAGUE, prague_day, utc_now, utc_text
from soupis.worker import filings, insolvency, subjects
from soupis.worker.backoff import Backoff
from soupis.worker.context import Context

# How old what is known of one company may be when its page is opened, or when it is watched. The insolvency
# register allows two questions a second, so it is asked of a company once a day.
STALE = {ARES: subjects.STALE, DOCUMENTS: filings.STALE}

Ask = Callable[[Context, int, Run], None]

REFRESHED_SOURCES = (ARES, ISIR, DOCUMENTS)


class HintRefresher:
    """Works through the queue of refresh hints, one company after the other."""

    def __init__(self, context: Context, sources: Collection[str]) -> None:
        self._context = context
        self._sources = [source for source in REFRESHED_SOURCES if source in sources]
        self._rests = Backoff()
        self._asks: dict[str, Ask] = {
            ARES: subjects.ask_one,
            ISIR: insolvency.look_up,
            DOCUMENTS: filings.ask_filings,
        }
        self._ends: dict[str, SourceError | None] = {}

    def drain(self, limit: int | None = None) -> list[Run]:
        """Refresh who is due; return one run per source that was asked."""
        context, done = self._context, 0
        runs = {source: Run(source, "visited") for source in self._sources}
        refreshed: set[int] = set()
        while limit is None or done < limit:
            due = [ico for ico in context.refresh_queue.due(20) if ico not in refreshed]
            if not due:
                break
            for ico in due[: None if limit is None else limit - done]:
                context.check()
                self._refresh(ico, runs)
                refreshed.add(ico)
                done += 1
        return [run for run in runs.values() if run.rows_read or run.rows_changed]

    def filings_failure(self) -> SourceError | None:
        """Return why documents could not be asked for last time; None when they could."""
        return self._ends.get(DOCUMENTS)

    def _refresh(self, ico: int, runs: dict[str, Run]) -> None:
        with reading(self._context.engine) as connection:
            exists = connection.scalar(select(company.c.ico).where(company.c.ico == ico))
            old = _old(connection, ico, self._sources) if exists else []
        failures = [failure for source in old if (failure := self._ask(source, ico, runs[source]))]
        if failures:
            self._context.refresh_queue.failed([ico], redact("; ".join(failures)))
        else:
            self._context.refresh_queue.done([ico])

    def _ask(self, source: str, ico: int, run: Run) -> str | None:
        """Ask one source about one company; return why that failed, or None if it did not."""
        if self._rests.is_resting(source):
            return f"{source}: is left alone for a while after a failure"
        try:
            self._asks[source](self._context, ico, run)
        except SourceError as error:
            self._ends[source] = error
            if isinstance(error, SourceUnavailable):
                self._rests.failed(source, error)
            return f"{type(error).__name__}: {error}"
        self._ends[source] = None
        self._rests.succeeded(source)
        return None


def _old(connection: Connection, ico: int, sources: Iterable[str]) -> list[str]:
    """Return the sources whose knowledge of a company is missing or old."""
    query = select(lookup.c.source, lookup.c.retrieved).where(lookup.c.ico == ico)
    retrieved: dict[str, str] = {row.source: row.retrieved for row in connection.execute(query)}
    claim = select(company_claim.c.retrieved).where(
        company_claim.c.ico == ico, company_claim.c.source == ARES
    )
    retrieved[ARES] = connection.scalar(claim) or ""
    now = utc_now()
    today = datetime.combine(prague_day(now), time.min, PRAGUE)
    fresh = {ISIR: today} | {source: now - age for source, age in STALE.items()}
    return [source for source in sources if retrieved.get(source, "") < utc_text(fresh[source])]
