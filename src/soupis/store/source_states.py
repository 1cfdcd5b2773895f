"""How sources stand, as the system of record holds it: each as a whole, and its data sets one by one."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, func, select

from soupis.store.tables import source_run

REFUSED = "refused"
"""The state of a run over a file that somebody named and that was not taken over; no fault of the source."""


class SourceState(Struct):
    """How one source stands; moments are ISO texts in UTC, `rows` counts the records held.

    `last_error` is the class of the error of the last attempt, None when it succeeded.
    """

    source: str
    last_attempt: str | None = None
    last_success: str | None = None
    rows: int | None = None
    next_run: str | None = None
    last_error: str | None = None
    companies: int | None = None  # all there are, where the source is read company by company
    covered: int | None = None  # those that it was read for
    median_read: str | None = None


class SourceRun(Struct):
    """The newest run of one data set, and when one last succeeded; moments are ISO texts in UTC."""

    source: str
    dataset: str
    state: str
    started: str
    finished: str | None
    rows: int | None
    rejected: int | None
    error: str | None
    last_success: str | None

    @property
    def error_class(self) -> str | None:
        """The class of the error; the whole of it may hold addresses of the installation."""
        return self.error.partition(":")[0][:60] if self.error else None


def newest_runs(connection: Connection, *, refused: bool = False) -> list[SourceRun]:
    """Return the newest run of every data set, in the order of sources and data sets.

    `refused` = runs over files that were refused, too.
    """
    per_dataset = (source_run.c.source, source_run.c.dataset)
    newest = select(func.max(source_run.c.id)).group_by(*per_dataset)
    if not refused:
        newest = newest.where(source_run.c.state != REFUSED)
    success = (
        select(*per_dataset, func.max(source_run.c.finished).label("finished"))
        .where(source_run.c.state == "done")
        .group_by(*per_dataset)
        .subquery()
    )
    query = (
        select(source_run, success.c.finished.label("last_success"))
        .outerjoin(
            success, (success.c.source == source_run.c.source) & (success.c.dataset == source_run.c.dataset)
        )
        .where(source_run.c.id.in_(newest))
        .order_by(*per_dataset)
    )
    return [
        SourceRun(
            source=row.source,
            dataset=row.dataset,
            state=row.state,
            started=row.started,
            finished=row.finished,
            rows=row.rows_read,
            rejected=row.rows_rejected,
            error=row.error,
            last_success=row.last_success,
        )
        for row in connection.execute(query)
    ]
