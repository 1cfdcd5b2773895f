"""Receipts on each kind of database, with a clock of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from soupis.accounts.database import Database
from soupis.receipts.receipts import Receipts
from tests.accounts.conftest import (
    SECRET,
    Clock,
    clock,
    database,
    postgresql_url,
    sqlite_url,
    url,
)

__all__ = ["clock", "database", "postgresql_url", "sqlite_url", "url"]

OpenReceipts = Callable[..., Receipts]


@pytest.fixture
def open_receipts(database: Database, clock: Clock) -> Iterator[OpenReceipts]:
    """Open the receipts of the database as a server process does, several if need be."""
    opened = []

    def open_one(secret: bytes = SECRET) -> Receipts:
        opened.append(Receipts(database, secret, clock))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()
