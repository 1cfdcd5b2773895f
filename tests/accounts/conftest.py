"""Real databases for the tests of accounts: SQLite files and a PostgreSQL server started here."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine

from soupis.accounts.callers import AccountCaller, Anonymous, Authenticator
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.quota import Quota
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.oauth.tables import metadata
from soupis.times import PRAGUE
from tests.support.databases import empty_tables

SECRET = b"a secret of the tests, 32 bytes."
SOMEBODY = Anonymous("0123456789abcdef0123456789abcdef")


class Clock:
    """A clock that stands until it is moved; can be sent to another process."""

    def __init__(self, text: str = "2026-11-20 12:00") -> None:
        self.set(text)

    def __call__(self) -> float:
        return self.now

    def set(self, text: str) -> None:
        """Set the clock to a Prague wall time."""
        self.now = datetime.fromisoformat(text).replace(tzinfo=PRAGUE).timestamp()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sqlite_url(empty_accounts: Path, tmp_path: Path) -> str:
    """Address of an SQLite file with empty tables."""
    return f"sqlite:///{shutil.copy(empty_accounts, tmp_path / 'accounts.sqlite')}"


@pytest.fixture
def postgresql_url(accounts_database: str) -> str:
    """Address of a PostgreSQL database with empty tables."""
    engine = create_engine(accounts_database, poolclass=NullPool)
    with engine.begin() as connection:
        empty_tables(connection, metadata.sorted_tables)
    return accounts_database


@pytest.fixture
def url(database_kind: str, request: pytest.FixtureRequest) -> str:
    """Address of an empty accounts database of either kind."""
    return str(request.getfixturevalue(f"{database_kind}_url"))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url)
    yield database
    database.close()


@pytest.fixture
def quota(database: Database, clock: Clock) -> Iterator[Quota]:
    quota = Quota(database, clock)
    yield quota
    quota.close()


@pytest.fixture
def directory(database: Database, clock: Clock) -> Directory:
    return Directory(database, clock)


@pytest.fixture
def authenticator(database: Database, clock: Clock) -> Iterator[Authenticator]:
    authenticator = Authenticator(database, SECRET, clock)
    yield authenticator
    authenticator.close()


def account(tariff: str = "free", number: int = 1, *, limit: int | None = None) -> AccountCaller:
    """Return a caller of a tariff, its limit possibly made small enough to be exhausted in a test."""
    chosen = TARIFFS[tariff]
    return AccountCaller(number, chosen if limit is None else chosen._replace(limit=limit), None)
