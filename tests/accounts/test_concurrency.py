from __future__ import annotations

import pytest

from soupis.accounts.callers import Anonymous
from soupis.accounts.database import Database
from soupis.accounts.quota.quota import Quota
from tests.accounts.conftest import SOMEBODY, Clock, account
from tests.accounts.processes import Killed, allowed_together, spend


def used(url: str) -> int:
    database = Database(url)
    connection = database.connect()
    total = connection.run("SELECT coalesce(sum(used), 0) FROM quota_usage", {})[0][0]
    connection.close()
    database.close()
    return int(total)


@pytest.mark.one_database("sqlite", "of as many processes as SQLite bears; below are those of PostgreSQL")
def test_four_processes_of_sixteen_threads_get_exactly_the_limit_of_an_account(
    url: str, clock: Clock
) -> None:
    assert allowed_together(4, 16, 20, url, [account("free")], clock) == 500
    assert used(url) == 500


@pytest.mark.one_database("sqlite", "of as many processes as SQLite bears; below are those of PostgreSQL")
def test_four_processes_get_exactly_the_limit_of_an_anonymous_address(url: str, clock: Clock) -> None:
    assert allowed_together(4, 16, 5, url, [SOMEBODY], clock) == 30
    assert used(url) == 30


def test_processes_get_exactly_ten_times_the_limit_for_the_addresses_of_one_ipv6_48(
    url: str, clock: Clock
) -> None:
    addresses = [Anonymous(f"{number:032x}", "f" * 32) for number in range(16)]
    assert allowed_together(2, 16, 20, url, addresses, clock) == 300
    assert used(url) == 2 * 300  # by the addresses together, and by their network


@pytest.mark.one_database("sqlite", "of as many processes as SQLite bears; below are those of PostgreSQL")
def test_processes_with_leases_together_never_exceed_the_limit(url: str, clock: Clock) -> None:
    caller = account("standard", limit=4_000)
    allowed = allowed_together(4, 8, 100, url, [caller], clock)
    assert 3_900 <= allowed <= 4_000
    assert used(url) == allowed


@pytest.mark.one_database("postgresql", "above are those of SQLite")
def test_processes_on_postgresql_get_exactly_the_limit(url: str, clock: Clock) -> None:
    assert allowed_together(2, 8, 20, url, [account("free", limit=200)], clock) == 200
    assert used(url) == 200


@pytest.mark.one_database("postgresql", "above are those of SQLite")
def test_processes_with_leases_on_postgresql_never_exceed_the_limit(url: str, clock: Clock) -> None:
    caller = account("standard", limit=1_500)
    allowed = allowed_together(2, 8, 75, url, [caller], clock)
    assert 1_450 <= allowed <= 1_500
    assert used(url) == allowed


def test_a_process_killed_with_a_lease_never_lets_the_limit_be_exceeded(url: str, clock: Clock) -> None:
    caller = account("standard", limit=1_300)
    crash = Killed(spend, url, caller, 120, clock)
    crash.kill()
    assert crash.answer == 120
    assert used(url) > 120  # it did hold a lease
    database = Database(url)
    quota = Quota(database, clock)
    after = sum(quota.take(caller, 1, "search").allowed for _ in range(1_400))
    quota.close()
    database.close()
    # What the dead process held may be lost to the customer: one lease at most, and never to the limit.
    assert 1_250 <= crash.answer + after <= 1_300
