"""Dirty marks: which entities' documents have to be made again."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import BigInteger, Connection, Select, Table, literal, select

from soupis.store import bulk
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, dirty


def mark_query(connection: Connection, kind: int, query: Select[Any]) -> None:
    """Ask for new documents of the entities whose keys a query of one column returns."""
    keys = query.subquery()
    key = next(iter(keys.columns))
    now = literal(time.time_ns(), BigInteger)
    bulk.upsert_from(
        connection,
        dirty,
        select(literal(kind).label("kind"), key.label("key"), now.label("mark")),
    )


def mark_table(connection: Connection, table: Table, kind: int = KIND_COMPANY) -> None:
    """Ask for new documents of the entities whose keys stand in the first column of a table."""
    mark_query(connection, kind, select(next(iter(table.columns))))


def mark_companies(connection: Connection, icos: Iterable[int]) -> None:
    """Ask for new documents of companies."""
    _mark(connection, KIND_COMPANY, icos)


def mark_persons(connection: Connection, numbers: Iterable[int]) -> None:
    """Ask for new documents of persons."""
    _mark(connection, KIND_PERSON, numbers)


def _mark(connection: Connection, kind: int, keys: Iterable[int]) -> None:
    now = time.time_ns()
    bulk.upsert_rows(connection, dirty, [{"kind": kind, "key": key, "mark": now} for key in keys])
