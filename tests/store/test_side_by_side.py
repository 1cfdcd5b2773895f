"""Nodes of the version before go on over migrated tables: what they read and write only ever gains columns.

That they bear these is tried in tests/nodes/test_upgrade.py. The worker, which alone writes the tables of
merging, is of the version that migrates; so those are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from alembic import command
from sqlalchemy import Engine, inspect
from sqlalchemy.engine.interfaces import ReflectedColumn

from soupis.oauth.tables import MIGRATIONS
from soupis.store.engine import open_engine, writing
from soupis.store.migrate import Migrations, alembic_config, migrate, registry
from soupis.store.tables import (
    change,
    code,
    company_document,
    filing,
    person_document,
    refresh_queue,
    setting,
    source_run,
    source_state,
    vat_queue,
)
from tests.support.databases import new_database


class Tables(NamedTuple):
    """A set of tables: its migrations, the first revision that nodes worked with, what they use of it."""

    migrations: Migrations
    first: str
    used: frozenset[str]


REGISTRY = Tables(
    registry(),
    "0031",
    frozenset(
        table.name
        for table in (
            change, code, company_document, filing, person_document, refresh_queue, setting,
            source_run, source_state, vat_queue,
        )
    ),
)  # fmt: skip
ACCOUNTS = Tables(MIGRATIONS, "0001", frozenset(MIGRATIONS.metadata.tables))


@pytest.fixture
def empty(postgresql_server: str) -> Iterator[Engine]:
    engine = open_engine(new_database(postgresql_server, "soupis_side_by_side"))
    yield engine
    engine.dispose()


def columns(engine: Engine, tables: Tables) -> dict[str, dict[str, ReflectedColumn]]:
    """Return the columns of the tables that nodes use and that there are, by their names."""
    found = inspect(engine)
    there = tables.used & set(found.get_table_names())
    return {name: {column["name"]: column for column in found.get_columns(name)} for name in there}


def unbearable(before: ReflectedColumn | None, after: ReflectedColumn | None) -> bool:
    """Tell whether statements of the version before would fail over a column as it is afterwards."""
    if after is None:
        return True
    may_be_left_out = after["nullable"] or after["default"] is not None or after.get("autoincrement")
    if before is None:
        return not may_be_left_out
    return str(before["type"]) != str(after["type"]) or (before["nullable"] and not after["nullable"])


@pytest.mark.one_database("postgresql", "one machine has no nodes of the version before")
@pytest.mark.parametrize("tables", [REGISTRY, ACCOUNTS], ids=["registry", "accounts"])
def test_what_nodes_use_only_gains_columns_that_may_be_left_out(empty: Engine, tables: Tables) -> None:
    with writing(empty) as connection:
        command.upgrade(alembic_config(connection, tables.migrations), tables.first)
    before = columns(empty, tables)
    assert before
    migrate(empty, tables.migrations)
    after = columns(empty, tables)
    found = [
        f"{table}.{name}"
        for table, known in before.items()
        for name in known.keys() | after.get(table, {}).keys()
        if unbearable(known.get(name), after.get(table, {}).get(name))
    ]
    assert found == []
