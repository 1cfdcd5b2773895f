"""Watch lists: whole or not at all, never longer than the tariff allows, asked of registers once a day."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import event

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.erasure import erase_account
from soupis.watching.watch_lists import TooManyError, WatchLists
from tests.accounts.conftest import Clock


def test_a_company_is_watched_once_however_often_it_is_added(lists: WatchLists, owner: int) -> None:
    assert lists.add(owner, [7, 5, 7], limit=10) == (2, 2)
    assert lists.add(owner, [5, 9], limit=10) == (1, 3)
    page, total = lists.page(owner, 1, 1)
    assert ([item.ico for item in page], total) == ([7], 3)
    assert lists.of(owner) == {5, 7, 9}


def test_a_batch_that_would_pass_the_limit_adds_nothing(lists: WatchLists, owner: int) -> None:
    lists.add(owner, [1, 2], limit=3)
    with pytest.raises(TooManyError) as error:
        lists.add(owner, [2, 3, 4], limit=3)
    assert (error.value.total, error.value.most) == (4, 3)
    assert lists.of(owner) == {1, 2}


def test_a_list_over_the_limit_is_refused_before_anything_is_written(
    lists: WatchLists, owner: int, database: Database
) -> None:
    written: list[str] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda _c, _cur, statement, *_: written.append(statement)
    )
    with pytest.raises(TooManyError) as error:
        lists.add(owner, range(1, 165_668), limit=50)
    assert error.value.total == 165_667
    assert not [statement for statement in written if statement.startswith(("INSERT", "UPDATE", "DELETE"))]


def test_a_long_list_is_added_in_short_transactions_between_which_others_write(
    lists: WatchLists, owner: int, database: Database
) -> None:
    other = Directory(database).create("other@example.com", "free").id
    with ThreadPoolExecutor(1) as threads:
        adding = threads.submit(lists.add, owner, range(1, 20_001), limit=20_000)
        waits = []
        while not adding.done():
            begun = time.monotonic()
            lists.add(other, [1], limit=50)
            lists.remove(other, [1])
            waits.append(time.monotonic() - begun)
        assert adding.result() == (20_000, 20_000)
    assert len(waits) > 10 and max(waits) < 2


def test_who_has_a_smaller_tariff_now_keeps_the_list_and_may_repeat_it(lists: WatchLists, owner: int) -> None:
    lists.add(owner, range(1, 6), limit=10)
    assert lists.add(owner, [3, 4], limit=2) == (0, 5)
    with pytest.raises(TooManyError):
        lists.add(owner, [6], limit=2)


def test_batches_at_the_same_time_pass_no_limit(lists: WatchLists, owner: int) -> None:
    def add(start: int) -> int:
        try:
            return lists.add(owner, range(start, start + 10), limit=25).added
        except TooManyError:
            return 0

    with ThreadPoolExecutor(4) as threads:
        added = sum(threads.map(add, range(100, 140, 10)))
    assert added == len(lists.of(owner)) == 20


def test_companies_are_taken_off_the_list_of_their_owner_only(
    lists: WatchLists, owner: int, database: Database
) -> None:
    other = Directory(database).create("other@example.com", "free").id
    lists.add(owner, [1, 2], limit=10)
    lists.add(other, [1], limit=10)
    assert lists.remove(owner, [1, 5]) == 1
    assert (lists.of(owner), lists.of(other)) == ({2}, {1})
    assert lists.find(owner, 1) is None


def test_registers_are_asked_once_a_day(lists: WatchLists, owner: int, clock: Clock) -> None:
    lists.add(owner, [1, 2, 3], limit=10)
    first = lists.unasked(2)
    assert lists.unasked(2) == first  # not noted yet
    lists.note_asked(first)
    second = lists.unasked(2)
    lists.note_asked(second)
    assert sorted(entry.ico for entry in (*first, *second)) == [1, 2, 3]
    assert lists.unasked(2) == []
    clock.set("2026-11-21 00:00")
    assert sorted(entry.ico for entry in lists.unasked(9)) == [1, 2, 3]


def test_nothing_of_a_deleted_account_is_left(lists: WatchLists, owner: int, database: Database) -> None:
    lists.add(owner, [1], limit=10)
    with database.engine.begin() as connection:
        erase_account(connection, owner)
    assert lists.of(owner) == set()
    assert lists.unasked(5) == []
