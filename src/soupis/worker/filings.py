"""Filed documents of one company: from the legacy portal, or from the new one while that one fails.

The new portal is in trial operation, names documents by numbers of its own and tells less of them. So its
list only adds what is not known yet, and the legacy portal is asked again until it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import func, select

from soupis.ingest.merge.lookups import add_filings, forget_portal, merge_filings
from soupis.ingest.runs import Run
from soupis.registers.clients import filings as client
from soupis.registers.errors import SourceUnavailable
from soupis.registers.filings import Listing
from soupis.registers.http import SourceClient
from soupis.registers.records import SourceError
from soupis.sources import DOCUMENTS, DOCUMENTS_PORTAL
from soupis.store.engine import reading, writing
from soupis.store.tables import filing, lookup
from soupis.times import is_before, now_text, utc_now, utc_text
from soupis.worker.backoff import Backoff
from soupis.worker.context import Context

PORTALS = (DOCUMENTS, DOCUMENTS_PORTAL)
STALE = timedelta(days=7)


def ask_filings(context: Context, ico: int, run: Run, backoff: Backoff | None = None) -> str | None:
    """Ask for a company's filed documents and store the list; raises SourceError when none was to be had.

    Returns None when the list is the legacy portal's; else why it is not, and somebody should ask again.
    """
    backoff = backoff or Backoff()
    try:
        listing = _ask(context, backoff, DOCUMENTS, client.company_filings, ico)
    except SourceError as error:
        refusal = _fall_back(context, ico, run, backoff)
        if refusal is None:
            return f"{error} Until it answers, the list is the new portal's."
        message = f"{error} New portal: {refusal}"
        if isinstance(error, SourceUnavailable):
            raise SourceUnavailable(message, retry_after=error.retry_after) from error
        raise SourceError(message) from error
    with writing(context.engine) as connection:
        if listing is None:
            if connection.scalar(select(func.count()).select_from(filing).where(filing.c.ico == ico)):
                raise SourceError(
                    f"Collection of documents: no longer knows {ico:08d}; the list stays as it was."
                )
            listing = Listing([], [])
        _count(run, listing)
        run.rows_changed += merge_filings(
            connection, ico, listing.filings, now_text(), complete=not listing.rejected
        )
        forget_portal(connection, ico)
    return None


def _fall_back(context: Context, ico: int, run: Run, backoff: Backoff) -> str | None:
    """Take the new portal's list, unless that was done lately; return why there is none."""
    with reading(context.engine) as connection:
        query = select(lookup.c.retrieved).where(lookup.c.ico == ico, lookup.c.source == DOCUMENTS_PORTAL)
        retrieved = connection.scalar(query) or ""
    if not is_before(retrieved, utc_text(utc_now() - STALE)):
        return None
    try:
        listing = _ask(context, backoff, DOCUMENTS_PORTAL, client.portal_filings, ico)
    except SourceError as error:
        return str(error)
    if listing is None:  # not the last word of a portal in trial operation
        return "does not know the company."
    with writing(context.engine) as connection:
        _count(run, listing)
        run.rows_changed += add_filings(connection, ico, listing.filings, now_text())
    return None


def _ask(
    context: Context,
    backoff: Backoff,
    portal: str,
    ask: Callable[[SourceClient, int], Listing | None],
    ico: int,
) -> Listing | None:
    if backoff.is_resting(portal):
        raise SourceUnavailable("Collection of documents: is left alone for a while after a failure.")
    try:
        listing = ask(context.client(portal), ico)
    except SourceUnavailable as error:
        backoff.failed(portal, error)
        raise
    backoff.succeeded(portal)
    return listing


def _count(run: Run, listing: Listing) -> None:
    for rejected in listing.rejected:
        run.reject(rejected)
    run.rows_read += len(listing.filings)
