"""How fresh the data is: the last run of every data set and what waits to be published."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, func, select

from soupis.ingest.stored_state import load_state
from soupis.store.republishing import REPUBLISHING, Republishing
from soupis.store.source_states import SourceRun, newest_runs
from soupis.store.tables import change, dirty


class Status(Struct):
    """State of the whole database."""

    runs: list[SourceRun]
    change_log: int
    unpublished: int
    republishing: Republishing | None


def read_status(connection: Connection) -> Status:
    """Return the state of the database."""
    return Status(
        runs=newest_runs(connection, refused=True),
        change_log=connection.scalar(select(func.max(change.c.seq))) or 0,
        unpublished=connection.scalar(select(func.count()).select_from(dirty)) or 0,
        republishing=load_state(connection, REPUBLISHING, Republishing),
    )
