"""Registers are asked of watched companies every day, as far as there is room for who waits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.exc import OperationalError

from soupis.accounts.database import Database
from soupis.store.lookup_queue import MOST_WAITING, LookupQueue, Share
from soupis.store.tables import refresh_queue
from soupis.watching.watch_lists import WatchLists
from soupis.watching.watcher import Watching
from tests.accounts.conftest import SECRET, Clock
from tests.support.databases import ReadModel

_WATCHED = [27_074_358, 45_274_649, 514_152]


@pytest.fixture
def queue(queue_url: str) -> Iterator[LookupQueue]:
    """The queue of companies that are looked up one by one."""
    queue = LookupQueue(queue_url, refresh_queue)
    yield queue
    queue.close()


@pytest.fixture
def watching(
    queue: LookupQueue, database: Database, queue_url: str, read_model: ReadModel, clock: Clock
) -> Iterator[Watching]:
    vat = LookupQueue(queue_url)
    watching = Watching(database, read_model.path, (vat, queue), "https://soupis.example", SECRET, clock)
    yield watching
    watching.close()
    vat.close()


def test_a_watched_company_is_asked_for_every_day_though_its_page_was_just_open(
    watching: Watching, queue: LookupQueue, lists: WatchLists, owner: int, clock: Clock
) -> None:
    lists.add(owner, _WATCHED, limit=10)
    for day in ("2026-11-20 23:59", "2026-11-21 00:00"):
        clock.set(day)
        assert (watching.ask_registers(), watching.ask_registers()) == (3, 0)
        assert sorted(queue.due(9)) == sorted(_WATCHED)
        queue.done(_WATCHED)


def test_whom_there_is_no_room_for_is_asked_for_later(
    watching: Watching, queue: LookupQueue, lists: WatchLists, owner: int
) -> None:
    lists.add(owner, _WATCHED, limit=10)
    others = range(1, MOST_WAITING)
    queue.ask(others, Share.WATCHED)
    assert (watching.ask_registers(), watching.ask_registers()) == (1, 0)
    queue.done(others)
    assert watching.ask_registers() == 2


def test_however_many_visitors_there_are_a_watched_company_is_among_the_next_to_be_asked_for(
    watching: Watching, queue: LookupQueue, lists: WatchLists, owner: int
) -> None:
    lists.add(owner, _WATCHED, limit=10)
    queue.ask(range(1, MOST_WAITING + 1_000), Share.ANONYMOUS)
    assert watching.ask_registers() == 3
    assert set(_WATCHED) <= set(queue.due(6))


def test_whom_the_queue_could_not_take_is_asked_for_later(
    watching: Watching, queue: LookupQueue, lists: WatchLists, owner: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists.add(owner, _WATCHED, limit=10)

    def locked(*_arguments: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    with monkeypatch.context() as patch:
        patch.setattr(queue, "ask", locked)
        with pytest.raises(OperationalError):
            watching.ask_registers()
    assert watching.ask_registers() == 3
    assert sorted(queue.due(9)) == sorted(_WATCHED)
