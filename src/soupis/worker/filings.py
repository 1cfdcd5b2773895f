"""Filed documents of one company, from the collection of documents."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select

from soupis.ingest.merge.lookups import merge_filings
from soupis.ingest.runs import Run
from soupis.registers.clients import filings as client
from soupis.registers.filings import Listing
from soupis.registers.records import SourceError
from soupis.sources import DOCUMENTS
from soupis.store.engine import writing
from soupis.store.tables import filing
from soupis.times import now_text
from soupis.worker.context import Context

STALE = timedelta(days=7)


def ask_filings(context: Context, ico: int, run: Run) -> None:
    """Ask for a company's filed documents and store the list; raises SourceError if that failed."""
    listing = client.company_filings(context.client(DOCUMENTS), ico)
    with writing(context.engine) as connection:
        if listing is None:
            if connection.scalar(select(func.count()).select_from(filing).where(filing.c.ico == ico)):
                raise SourceError(
                    f"Collection of documents: no longer knows {ico:08d}; the list stays as it was."
                )
            listing = Listing([], [])
        for rejected in listing.rejected:
            run.reject(rejected)
        run.rows_read += len(listing.filings)
        run.rows_changed += merge_filings(
            connection, ico, listing.filings, now_text(), complete=not listing.rejected
        )
