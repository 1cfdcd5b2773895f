"""Real databases for the tests of accounts: SQLite files and a PostgreSQL server started here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from soupis.accounts.callers import AccountCaller, Anonymous, Authenticator
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.quota import Quota
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.oauth.tables import metadata
from soupis.times import PRAGUE

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
def sqlite_url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'accounts.sqlite'}"
    database = Database(url)
    metadata.create_all(database.engine)
    database.close()
    return url


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    database = Database(postgresql_server)
    metadata.create_all(database.engine)
    yield postgresql_server
    metadata.drop_all(database.engine)
    database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """Address of an empty accounts database of either kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))


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
