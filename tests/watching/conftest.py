"""Watching on each kind of accounts database, over a change log that tests write."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import insert

from soupis.accounts.client_ip import parse_networks
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.store.change_feed import ChangeFeed
from soupis.store.engine import writing
from soupis.store.tables import EVENT_CHANGED, KIND_COMPANY, change
from soupis.watching.deliveries import Deliveries
from soupis.watching.mails import Mails
from soupis.watching.sender import Sender
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import Webhooks
from tests.accounts.conftest import SECRET, Clock, clock, database, postgresql_url, sqlite_url, url
from tests.support.databases import ReadModel
from tests.support.registry import Registry
from tests.watching.receiver import Receiver

__all__ = ["clock", "database", "postgresql_url", "sqlite_url", "url"]

LOOPBACK = parse_networks("127.0.0.0/8")


class Log:
    """A change log to be written by a test."""

    def __init__(self, registry: Registry, read_model: ReadModel) -> None:
        self._engine = registry.engine
        self._read_model = read_model
        self.feed = ChangeFeed(read_model.path)

    def add(
        self, ico: int, sections: str | None = "sidlo", event: int = EVENT_CHANGED, times: int = 1
    ) -> None:
        """Publish a change of a company, or several of them at once."""
        row = {"kind": KIND_COMPANY, "key": ico, "at": "2026-11-20T11:00:00Z"}
        with writing(self._engine) as connection:
            connection.execute(insert(change), [row | {"event": event, "sections": sections}] * times)
        self._read_model.follow()


@pytest.fixture
def log(registry: Registry, read_model: ReadModel) -> Iterator[Log]:
    log = Log(registry, read_model)
    yield log
    log.feed.close()


@pytest.fixture
def owner(database: Database) -> int:
    """The number of an account."""
    return Directory(database).create("owner@example.com", "business").id


@pytest.fixture
def lists(database: Database, clock: Clock) -> WatchLists:
    return WatchLists(database, clock)


@pytest.fixture
def webhooks(database: Database, clock: Clock) -> Webhooks:
    return Webhooks(database, SECRET, clock)


@pytest.fixture
def deliveries(webhooks: Webhooks, lists: WatchLists, log: Log, clock: Clock) -> Deliveries:
    return Deliveries(webhooks, lists, log.feed, Sender(LOOPBACK), SECRET, clock)


@pytest.fixture
def mails(database: Database, lists: WatchLists, log: Log, clock: Clock) -> Mails:
    names: Callable[[int], str] = lambda ico: f"Firma {ico}"  # noqa: E731
    return Mails(database, lists, log.feed, names, "https://soupis.example", SECRET, clock)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver
