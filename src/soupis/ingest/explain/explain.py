"""Putting together what is known about the making of one company's documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from soupis.identifiers import format_ico
from soupis.ingest.explain.explanation import (
    Explanation,
    LookupExplanation,
    PublishedExplanation,
    QueueExplanation,
)
from soupis.ingest.explain.fields import (
    explain_activities,
    explain_extracts,
    explain_fields,
    shown_text,
)
from soupis.ingest.explain.vat import explain_vat
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_rows import CompanyRows, read_companies
from soupis.registers.isir import is_running
from soupis.sources import DOCUMENTS, ISIR
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import KIND_COMPANY, change, company_document, dirty
from soupis.times import prague_day, utc_text


def explain(
    connection: Connection, queues: Mapping[str, LookupQueue], ico: int, now: datetime
) -> Explanation | None:
    """Explain how a company is shown; None where no source has told of it. `queues`: by their names."""
    rows = read_companies(connection, [ico], prague_day(now).isoformat()).get(ico)
    if rows is None:
        return None
    return Explanation(
        ico=format_ico(ico),
        name=rows.company.name,
        state=rows.state,
        fields=explain_fields(connection, rows, CodeNames(connection)),
        activities=explain_activities(connection, ico),
        extracts=explain_extracts(connection, ico, rows.extract),
        vat=explain_vat(rows),
        lookups=[_proceedings(rows, now), _filings(rows, now)],
        queues=_queues(queues, ico),
        published=_published(connection, ico),
    )


def _proceedings(rows: CompanyRows, now: datetime) -> LookupExplanation:
    proceedings = rows.proceedings
    note = None
    if proceedings:
        running = [is_running(row.state, row.ended) for row in proceedings]
        note = f"{running.count(True)} running, {running.count(None)} of which the register does not tell"
    return _lookup("insolvency proceedings", rows, ISIR, proceedings, now, note)


def _filings(rows: CompanyRows, now: datetime) -> LookupExplanation:
    filings = rows.filings
    note = f"newest of {max(row.filed or '' for row in filings) or 'an unknown day'}" if filings else None
    return _lookup("filings", rows, DOCUMENTS, filings, now, note)


def _lookup(
    what: str,
    rows: CompanyRows,
    source: str,
    found: Sequence[Any] | None,
    now: datetime,
    note: str | None,
) -> LookupExplanation:
    asked = rows.lookups.get(source)
    return LookupExplanation(
        what=what,
        source=source if asked else None,
        asked=asked,
        age_days=(now - datetime.fromisoformat(asked)).days if asked else None,
        found=None if found is None else len(found),
        note=note,
    )


def _queues(queues: Mapping[str, LookupQueue], ico: int) -> list[QueueExplanation]:
    lines = []
    for name, queue in queues.items():
        if entry := queue.entry(ico):
            error = shown_text(entry.last_error) if entry.last_error else None
            lines.append(QueueExplanation(name, *entry._replace(last_error=error)))
    return lines


def _published(connection: Connection, ico: int) -> PublishedExplanation:
    version = connection.scalar(select(company_document.c.version).where(company_document.c.ico == ico))
    of_company = (change.c.kind == KIND_COMPANY) & (change.c.key == ico)
    last = select(func.max(change.c.seq)).where(of_company).scalar_subquery()
    line = connection.execute(select(change.c.seq, change.c.at).where(change.c.seq == last)).one_or_none()
    dirty_version = connection.scalar(
        select(dirty.c.version).where(dirty.c.kind == KIND_COMPANY, dirty.c.key == ico)
    )
    return PublishedExplanation(
        version=None if version is None else f"{version:x}",
        seq=line.seq if line else None,
        at=line.at if line else None,
        # The version of a dirty entry is the moment of the change in nanoseconds.
        dirty_since=None if dirty_version is None else utc_text(dirty_version // 10**9),
    )
