"""INSERT … ON CONFLICT: the same statement in both databases, which SQLAlchemy has once for each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import Insert


def insert(dialect: str, table: Table) -> Insert:
    """Return an INSERT with `on_conflict_do_update` and `on_conflict_do_nothing`, by the dialect's name."""
    # The classes of both dialects have the same methods and no common base.
    made: Any = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    statement: Insert = made
    return statement


def replacing(statement: Insert, table: Table, names: Iterable[str]) -> Insert:
    """Have an INSERT replace the named columns where the primary key exists already."""
    keys = [column.name for column in table.primary_key]
    values = {name: statement.excluded[name] for name in names if name not in keys}
    if values:
        return statement.on_conflict_do_update(index_elements=keys, set_=values)
    return statement.on_conflict_do_nothing(index_elements=keys)
