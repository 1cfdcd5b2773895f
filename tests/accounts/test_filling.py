"""Leases across the network are filled up in the event loop, beside those who use them."""

from __future__ import annotations

import asyncio
import select
import time
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text

from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.quota import Quota
from tests.accounts.conftest import Clock, account
from tests.accounts.test_concurrency import used
from tests.support.waiting import PATIENCE, wait_until

CALLER = account("standard")
SIZE = CALLER.tariff.lease
LITTLE = 9  # less than a fifth of it

_across = pytest.mark.one_database("postgresql", "a step on a file takes microseconds: nothing waits for it")


def with_lease(quota: Quota) -> int:
    """Ask until there is a lease; return how many units were taken."""
    asked = 0
    while CALLER.bucket not in quota._leases:
        asked += quota.consume(CALLER, 1, "detail").allowed
    return asked


def left(quota: Quota) -> int:
    return quota._leases[CALLER.bucket].left


def use(quota: Quota, down_to: int) -> int:
    """Take units from the lease until so many are left, unfilled; return how many were taken."""
    lease, asked = quota._leases[CALLER.bucket], 0
    low, lease.low = lease.low, 0
    while left(quota) > down_to:
        asked += quota.consume_leased(CALLER, 1, "detail") is not None
    lease.low = low
    return asked


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.001)


async def begin_to_fill(quota: Quota) -> None:
    """Have a lease of which little is left filled up; the first time that connects."""

    def begun() -> bool:
        quota.fill_soon(CALLER)
        return CALLER.bucket in quota._filling

    await until(begun)


async def fill(quota: Quota) -> None:
    await begin_to_fill(quota)
    await filled(quota)


async def filled(quota: Quota) -> None:
    """Look, as those do who ask, until nothing is being filled up."""

    def is_filled() -> bool:
        assert quota._filler
        quota._filler.look()
        return CALLER.bucket not in quota._filling

    await until(is_filled)


def has_answer(quota: Quota) -> bool:
    """Tell whether the filling under way is answered, without taking the answer in."""
    assert quota._filler and quota._filler._connection
    return bool(select.select([quota._filler._connection], [], [], 0)[0])


async def ask(quota: Quota) -> Decision | None:
    """Ask for a unit as the server does, but not in a thread."""
    return quota.consume_leased(CALLER, 1, "detail") or await quota.consume_filled(CALLER, 1, "detail")


@_across
def test_a_lease_is_filled_up_before_it_is_used_up_and_never_beyond_its_size(quota: Quota, url: str) -> None:
    asked = with_lease(quota)

    async def use_and_fill() -> None:
        nonlocal asked
        for _ in range(3):
            asked += use(quota, down_to=LITTLE + 1)
            quota.fill_soon(CALLER)  # is not little
            assert CALLER.bucket not in quota._filling
            asked += use(quota, down_to=LITTLE)
            await fill(quota)
            assert left(quota) == SIZE
            assert used(url) == asked + SIZE
            assert quota.peek(CALLER).remaining == CALLER.tariff.limit - asked

    asyncio.run(use_and_fill())


@_across
def test_who_takes_of_a_lease_has_it_filled_up_when_little_is_left(quota: Quota, url: str) -> None:
    asked = with_lease(quota) + use(quota, down_to=LITTLE)
    asyncio.run(fill(quota))  # now it is connected
    while CALLER.bucket not in quota._filling:
        asked += quota.consume_leased(CALLER, 1, "detail") is not None
        assert left(quota) >= LITTLE
    wait_until(lambda: used(url) == asked + SIZE)
    while CALLER.bucket in quota._filling:  # who takes the last one finds that the answer has come
        asked += quota.consume_leased(CALLER, 1, "detail") is not None
    assert left(quota) == SIZE - LITTLE
    assert used(url) == asked + left(quota)


@_across
def test_a_lease_is_filled_up_beside_those_who_use_it_and_by_one_at_a_time(quota: Quota, url: str) -> None:
    asked = with_lease(quota)

    async def use_while_filling() -> None:
        nonlocal asked
        asked += use(quota, down_to=LITTLE)
        await begin_to_fill(quota)
        asked += use(quota, down_to=3)
        quota.fill_soon(CALLER)
        asked += 10 * quota.consume(CALLER, 10, "detail").allowed  # the loop does not go on meanwhile
        await filled(quota)
        assert left(quota) == SIZE - LITTLE + 3
        assert used(url) == asked + left(quota)

    asyncio.run(use_while_filling())


@_across
def test_what_a_batch_leaves_counts_a_filling_that_nobody_has_taken_in_yet(quota: Quota, url: str) -> None:
    asked = with_lease(quota) + use(quota, down_to=LITTLE)
    asyncio.run(fill(quota))  # now it is connected
    asked += use(quota, down_to=LITTLE)
    asyncio.run(begin_to_fill(quota))
    wait_until(lambda: has_answer(quota))
    assert left(quota) == LITTLE
    taken = quota.consume(CALLER, SIZE, "vat")
    assert taken.remaining == CALLER.tariff.limit - asked - SIZE
    assert left(quota) == SIZE


@_across
def test_those_who_find_a_lease_used_up_share_what_it_is_filled_with(quota: Quota, url: str) -> None:
    asked = with_lease(quota)

    async def ask_at_once() -> list[Decision | None]:
        nonlocal asked
        asked += use(quota, down_to=LITTLE)
        await fill(quota)
        asked += use(quota, down_to=0)
        answers = await asyncio.gather(*(ask(quota) for _ in range(2 * SIZE + 20)))
        await filled(quota)
        return answers

    answers = asyncio.run(ask_at_once())
    first = CALLER.tariff.limit - asked
    assert sorted(answer.remaining if answer else 0 for answer in answers) == list(
        range(first - len(answers), first)
    )
    assert used(url) == asked + len(answers) + left(quota)
    assert left(quota) <= SIZE


@_across
def test_who_finds_a_lease_used_up_waits_for_its_filling_in_place(
    quota: Quota, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soupis.accounts.quota.quota._IN_PLACE_SECONDS", PATIENCE)
    asked = with_lease(quota)
    for _ in range(3):
        asked += use(quota, down_to=LITTLE)
        asyncio.run(begin_to_fill(quota))
        asked += use(quota, down_to=0)
        taken = quota.consume_filled_in_place(CALLER, 1, "detail")
        asked += 1
        assert taken and taken.remaining == CALLER.tariff.limit - asked
        assert left(quota) == SIZE - LITTLE - 1
        assert used(url) == asked + left(quota)


@_across
def test_what_is_still_filled_in_at_a_graceful_stop_goes_back(
    database: Database, clock: Clock, url: str
) -> None:
    quota = Quota(database, clock)
    asked = with_lease(quota)

    async def stop_while_filling() -> None:
        nonlocal asked
        asked += use(quota, down_to=LITTLE)
        await begin_to_fill(quota)
        quota.close()

    asyncio.run(stop_while_filling())
    assert used(url) == asked


@_across
def test_a_lease_is_filled_up_after_the_loop_that_did_so_has_ended(quota: Quota, url: str) -> None:
    asked = with_lease(quota)

    async def meet_what_was_filled() -> None:
        await filled(quota)

    for _ in range(2):
        asked += use(quota, down_to=0)
        asyncio.run(begin_to_fill(quota))  # the loop ends before the answer has come
        asyncio.run(meet_what_was_filled())
        assert left(quota) == SIZE
        assert used(url) == asked + SIZE


@_across
def test_a_lease_filled_up_for_a_month_that_has_ended_goes_back(quota: Quota, url: str, clock: Clock) -> None:
    clock.set("2026-11-30 23:59:59")
    asked = with_lease(quota)

    async def end_the_month() -> None:
        nonlocal asked
        asked += use(quota, down_to=LITTLE)
        await begin_to_fill(quota)
        clock.set("2026-12-01 00:00:00")
        assert quota.consume_leased(CALLER, 1, "detail") is None
        assert (await asyncio.to_thread(quota.consume, CALLER, 1, "detail")).remaining == 49_999
        await filled(quota)
        assert await quota.consume_filled(CALLER, 1, "detail") is None or left(quota)

    asyncio.run(end_the_month())
    quota.close()
    wait_until(lambda: used(url) == asked + 1)


def broken(url: str) -> Awaitable[None]:
    """End all connections to the database but the one that asks for that."""

    def end() -> None:
        database = Database(url)
        with database.engine.begin() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        database.close()

    return asyncio.to_thread(end)


@_across
def test_a_connection_that_the_server_has_ended_is_replaced(
    quota: Quota, database: Database, url: str
) -> None:
    asked, filler = with_lease(quota), quota._filler
    assert filler

    def is_closed() -> bool:
        assert filler
        filler.look()
        return filler._connection is None

    async def use_after_the_end() -> None:
        nonlocal asked
        for _ in range(2):
            asked += use(quota, down_to=LITTLE)
            await fill(quota)
            await broken(url)
            await until(is_closed)
            assert not database.away.noted

    asyncio.run(use_after_the_end())
    assert used(url) == asked + SIZE


@_across
@pytest.mark.parametrize("told", ["there is none", "there is one already"])
def test_statements_are_not_prepared_where_each_runs_over_another_connection(
    quota: Quota, database: Database, url: str, told: str
) -> None:
    asked, filler = with_lease(quota), quota._filler
    assert filler

    async def use_over_others() -> None:
        nonlocal asked
        for prepares in (True, False, False):
            asked += use(quota, down_to=LITTLE)
            await fill(quota)
            assert filler._prepares == prepares
            if told == "there is none":
                assert filler.ask("DEALLOCATE ALL", [], lambda _: None)
            else:
                filler._prepared.clear()
        assert not database.away.noted

    asyncio.run(use_over_others())
    assert used(url) == asked + SIZE


@_across
def test_what_was_used_while_the_database_was_away_is_counted_at_a_graceful_stop(
    database: Database, clock: Clock, url: str
) -> None:
    quota = Quota(database, clock)
    assert quota.consume(CALLER, 1, "detail").allowed
    database.away.note_failure(time.monotonic())
    assert quota.consume(CALLER, 7, "detail").allowed
    database.away.note_answer()
    quota.close()
    assert used(url) == 8


def is_writable(database: Database) -> bool:
    try:
        database.check_writable()
    except UnavailableError:
        return False
    return True


@_across
def test_nobody_waits_without_end_for_a_lease_to_be_filled_up(
    quota: Quota, database: Database, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_lease(quota)
    locking = Database(url)

    async def ask_while_it_hangs() -> None:
        use(quota, down_to=LITTLE)
        await fill(quota)
        use(quota, down_to=0)
        with locking.engine.begin() as connection:
            connection.execute(text("LOCK TABLE quota_usage IN EXCLUSIVE MODE"))
            await begin_to_fill(quota)
            assert quota.consume_filled_in_place(CALLER, 1, "detail") is None
            with monkeypatch.context() as others:
                others.setattr(quota._filler, "wait", None)  # only the first of a filling waits in place
                assert quota.consume_filled_in_place(CALLER, 1, "detail") is None
            assert await asyncio.gather(*(ask(quota) for _ in range(40))) == [None] * 40
            assert database.away.noted
            assert await ask(quota) is None

    asyncio.run(ask_while_it_hangs())
    locking.close()
    wait_until(lambda: is_writable(database))
    assert quota.consume(CALLER, 1, "detail").allowed
