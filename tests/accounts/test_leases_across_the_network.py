"""Leases where the accounts are in PostgreSQL: threads share a refill, and none waits without end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.accounts.quota import counters
from soupis.accounts.quota.quota import LEASE_RATE, Quota
from tests.accounts.conftest import Clock, account
from tests.accounts.test_concurrency import used
from tests.support.waiting import wait_until

CALLER = account("standard")
SIZE = CALLER.tariff.lease

_across = pytest.mark.one_database("postgresql", "a step on a file takes microseconds: nothing waits for it")


def take(quota: Quota, times: int = 1) -> int:
    """Take units one by one; return how many were allowed."""
    return sum(quota.take(CALLER, 1, "detail").allowed for _ in range(times))


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Units of each statement that took some, as they are sent."""
    sent: list[int] = []
    original: Callable[..., int | None] = counters.take

    def note(run: object, bucket: str, period: str, units: int, limit: int) -> int | None:
        sent.append(units)
        return original(run, bucket, period, units, limit)

    monkeypatch.setattr(counters, "take", note)
    return sent


@_across
def test_threads_that_find_a_lease_used_up_share_one_refill(
    quota: Quota, url: str, statements: list[int]
) -> None:
    asked = take(quota, LEASE_RATE)
    statements.clear()
    with ThreadPoolExecutor(64) as threads:
        asked += sum(threads.map(lambda _: take(quota), range(10 * (SIZE + 1))))
    assert statements == [SIZE + 1] * 10
    assert used(url) == asked == LEASE_RATE + 10 * (SIZE + 1)


@_across
def test_what_was_used_while_the_database_was_away_is_counted_at_a_graceful_stop(
    database: Database, clock: Clock, url: str
) -> None:
    quota = Quota(database, clock)
    assert take(quota) == 1
    database.away.note_failure(time.monotonic())
    assert quota.take(CALLER, 7, "detail").allowed
    database.away.note_answer()
    quota.close()
    assert used(url) == 8


@_across
def test_a_connection_that_the_server_has_ended_is_replaced(quota: Quota, url: str) -> None:
    asked = take(quota, LEASE_RATE + 1)
    other = Database(url)
    end = (
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    other.connect().run(end, {})
    other.close()
    asked += take(quota, SIZE + 1)
    quota.close()
    assert used(url) == asked


@pytest.fixture
def locked(url: str) -> Iterator[None]:
    """Have somebody else hold the lock of the table in which units are counted."""
    locking = Database(url)
    with locking.engine.begin() as connection:
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.execute(text("LOCK TABLE quota_usage IN EXCLUSIVE MODE"))
        yield
    locking.close()


def is_writable(database: Database) -> bool:
    try:
        database.check_writable()
    except UnavailableError:
        return False
    return True


@_across
def test_nobody_waits_without_end_for_a_refill_and_others_find_the_database_away(
    quota: Quota, database: Database, request: pytest.FixtureRequest
) -> None:
    take(quota, LEASE_RATE + 1 + SIZE)
    request.getfixturevalue("locked")
    assert quota.take(CALLER, 1, "detail").allowed  # by what an account may use while the database is away
    with pytest.raises(UnavailableError, match="is away"):
        database.away.check()
    wait_until(lambda: is_writable(database))  # the lock is not that of the whole database
    assert database.away.check()
