"""How fresh the data is: the last run of every data set and what waits to be published."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, func, select

from soupis.store.tables import change, dirty, source_run


class RunStatus(Struct):
    """The newest run of one data set, and when it last succeeded."""

    source: str
    dataset: str
    state: str
    started: str
    finished: str | None
    rows: int | None
    rejected: int | None
    error: str | None
    last_success: str | None


class Status(Struct):
    """State of the whole database."""

    runs: list[RunStatus]
    change_log: int
    unpublished: int


def read_status(connection: Connection) -> Status:
    """Return the state of the database."""
    newest = select(func.max(source_run.c.id)).group_by(source_run.c.source, source_run.c.dataset)
    successes = {
        (row.source, row.dataset): row.finished
        for row in connection.execute(
            select(
                source_run.c.source, source_run.c.dataset, func.max(source_run.c.finished).label("finished")
            )
            .where(source_run.c.state == "done")
            .group_by(source_run.c.source, source_run.c.dataset)
        )
    }
    rows = connection.execute(
        select(source_run)
        .where(source_run.c.id.in_(newest))
        .order_by(source_run.c.source, source_run.c.dataset)
    )
    runs = [
        RunStatus(
            source=row.source,
            dataset=row.dataset,
            state=row.state,
            started=row.started,
            finished=row.finished,
            rows=row.rows_read,
            rejected=row.rows_rejected,
            error=row.error,
            last_success=successes.get((row.source, row.dataset)),
        )
        for row in rows
    ]
    return Status(
        runs=runs,
        change_log=connection.scalar(select(func.max(change.c.seq))) or 0,
        unpublished=connection.scalar(select(func.count()).select_from(dirty)) or 0,
    )
