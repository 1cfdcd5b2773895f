from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from soupis.accounts.callers import AccountCaller, Anonymous
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.background_tasks import purge
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.exports import CHARGE_AHEAD, Export
from soupis.accounts.quota.quota import LEASE_IDLE_SECONDS, Quota
from soupis.accounts.quota.tariffs import ANONYMOUS, TARIFFS, export_units
from tests.accounts.conftest import SOMEBODY, Clock, account


@pytest.fixture
def other(database: Database, clock: Clock) -> Iterator[Quota]:
    """The quota as another process counts it."""
    quota = Quota(database, clock)
    yield quota
    quota.close()


def used(database: Database) -> int:
    connection = database.connect()
    total = connection.run("SELECT coalesce(sum(used), 0) FROM quota_usage", {})[0][0]
    connection.close()
    return int(total)


def test_the_price_list_is_that_of_the_contract() -> None:
    assert [(t.name, t.limit, t.period, t.export_rows, t.price_czk) for t in TARIFFS.values()] == [
        ("free", 500, "month", 5_000, 0),
        ("standard", 50_000, "month", 20_000, 990),
        ("business", 500_000, "month", 50_000, 2_990),
        ("enterprise", 5_000_000, "month", 50_000, 9_900),
    ]
    assert (ANONYMOUS.limit, ANONYMOUS.period, ANONYMOUS.export_rows) == (30, "day", 1_000)


def test_an_export_costs_a_unit_for_every_started_hundred_of_rows() -> None:
    assert [export_units(rows) for rows in (0, 1, 100, 101, 50_000)] == [0, 1, 1, 2, 500]


def test_an_anonymous_caller_gets_thirty_queries_a_day(quota: Quota) -> None:
    answers = [quota.take(SOMEBODY, 1, "search") for _ in range(31)]
    assert [answer.remaining for answer in answers] == [*range(29, -1, -1), 0]
    assert [answer.allowed for answer in answers] == [True] * 30 + [False]
    assert {answer.limit for answer in answers} == {30}


def network_of(count: int) -> list[Anonymous]:
    """Return callers from so many /64 of one IPv6 /48."""
    return [Anonymous(f"{number:032x}", "f" * 32) for number in range(count)]


def test_the_addresses_of_an_ipv6_48_together_get_ten_times_what_one_gets(
    quota: Quota, database: Database
) -> None:
    answers = [quota.take(caller, 1, "search") for caller in network_of(12) for _ in range(31)]
    assert sum(answer.allowed for answer in answers) == 300
    assert [answer.remaining for answer in answers[:31]] == [*range(29, -1, -1), 0]
    last = network_of(12)[-1]
    assert (quota.peek(last).allowed, quota.peek(last).remaining) == (False, 0)
    assert quota.take(SOMEBODY._replace(network_key="e" * 32), 1, "search").allowed
    connection = database.connect()
    addresses = connection.run("SELECT count(*) FROM quota_usage WHERE bucket LIKE 'address:%'", {})[0][0]
    connection.close()
    assert addresses == 11  # who is refused for the network leaves no row


def test_what_is_left_is_what_the_address_and_its_network_both_have_left(quota: Quota) -> None:
    first, *others, last = network_of(11)
    for caller in others:
        quota.take(caller, 30, "search")
    taken = quota.take(first, 25, "search")
    assert (taken.remaining, quota.peek(last).remaining) == (5, 5)
    assert not quota.take(last, 6, "search").allowed
    assert quota.refund(first, taken, "search").remaining == 30
    assert quota.peek(last).remaining == 30
    assert quota.take(last, 30, "search").allowed
    assert quota.peek(first).remaining == 0


def test_an_export_is_counted_in_the_network_too_and_what_was_not_sent_goes_back(quota: Quota) -> None:
    first, *others, last = network_of(11)
    for caller in others:
        quota.take(caller, 30, "search")
    export = quota.begin_export(first, 10)
    assert isinstance(export, Export)
    assert (export.decision.remaining, quota.peek(last).remaining) == (20, 20)
    export.sent(150)
    export.close()
    assert (quota.peek(first).remaining, quota.peek(last).remaining) == (28, 28)
    quota.take(last, 20, "search")
    refused = quota.begin_export(first, 10)
    assert isinstance(refused, Decision) and refused.remaining == 8


def test_an_export_without_an_account_holds_nothing_that_a_crash_would_have_to_give_back() -> None:
    assert export_units(ANONYMOUS.export_rows) <= CHARGE_AHEAD


def test_a_refusal_consumes_nothing_however_often_it_is_repeated(quota: Quota, database: Database) -> None:
    caller = account(limit=10)
    for _ in range(10):
        quota.take(caller, 1, "search")
    for _ in range(50):
        refused = quota.take(caller, 1, "search")
        assert (refused.allowed, refused.remaining, refused.units) == (False, 0, 0)
    assert used(database) == 10


def test_units_are_taken_all_or_none(quota: Quota, database: Database) -> None:
    caller = account(limit=10)
    assert quota.take(caller, 7, "vat").remaining == 3
    refused = quota.take(caller, 4, "vat")
    assert (refused.allowed, refused.remaining) == (False, 3)
    assert quota.take(caller, 3, "vat").remaining == 0
    assert used(database) == 10


def test_more_units_than_the_whole_limit_are_refused_at_the_first_query(
    quota: Quota, database: Database
) -> None:
    assert not quota.take(SOMEBODY, 31, "vat").allowed
    assert used(database) == 0


def test_a_refused_caller_is_let_in_again_when_the_tariff_is_raised(quota: Quota) -> None:
    for _ in range(11):
        quota.take(account(limit=10), 1, "search")
    assert quota.take(account(limit=500), 1, "search").remaining == 489


def test_a_lowered_tariff_shows_nothing_left_and_never_less(quota: Quota) -> None:
    quota.take(account(limit=500), 400, "vat")
    assert quota.peek(account(limit=10)).remaining == 0
    assert not quota.take(account(limit=10), 1, "search").allowed


@pytest.mark.parametrize("units", [0, -1])
def test_no_units_or_fewer_cannot_be_consumed(quota: Quota, units: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        quota.take(SOMEBODY, units, "search")


def test_peek_takes_nothing(quota: Quota, database: Database) -> None:
    assert [quota.peek(SOMEBODY).remaining for _ in range(3)] == [30, 30, 30]
    quota.take(SOMEBODY, 1, "search")
    assert quota.peek(SOMEBODY).remaining == 29
    assert used(database) == 1


def test_keys_of_one_account_share_its_quota_and_accounts_do_not(quota: Quota) -> None:
    quota.take(account()._replace(key_id=1), 1, "search")
    assert quota.take(account()._replace(key_id=2), 1, "mcp").remaining == 498
    assert quota.take(account(number=2), 1, "search").remaining == 499


def test_a_refund_gives_the_units_back(quota: Quota, database: Database) -> None:
    decision = quota.take(account(), 5, "vat")
    assert quota.refund(account(), decision, "vat").remaining == 500
    assert used(database) == 0


def test_the_refund_of_a_refusal_gives_nothing(quota: Quota, database: Database) -> None:
    quota.take(SOMEBODY, 30, "vat")
    refused = quota.take(SOMEBODY, 1, "search")
    assert quota.refund(SOMEBODY, refused, "search").remaining == 0
    assert used(database) == 30


def test_a_refund_after_midnight_goes_to_the_day_it_came_from(quota: Quota, clock: Clock) -> None:
    clock.set("2026-11-20 23:59:59")
    decision = quota.take(SOMEBODY, 3, "search")
    clock.set("2026-11-21 00:00:01")
    quota.take(SOMEBODY, 1, "search")
    assert quota.refund(SOMEBODY, decision, "search").remaining == 29


def test_the_anonymous_window_ends_at_prague_midnight(quota: Quota, clock: Clock) -> None:
    clock.set("2026-11-20 23:59:30")
    quota.take(SOMEBODY, 30, "vat")
    refused = quota.take(SOMEBODY, 1, "search")
    assert (refused.retry_after, refused.reset_seconds) == (30, 30)
    clock.set("2026-11-21 00:00:00")
    renewed = quota.take(SOMEBODY, 1, "search")
    assert (renewed.allowed, renewed.remaining, renewed.reset_seconds) == (True, 29, 86_400)


def test_the_window_of_an_account_ends_with_the_prague_month(quota: Quota, clock: Clock) -> None:
    clock.set("2026-11-30 23:59:59")
    quota.take(account(), 500, "vat")
    assert quota.take(account(), 1, "search").retry_after == 1
    clock.set("2026-12-01 00:00:00")
    assert quota.take(account(), 1, "search").remaining == 499


@pytest.mark.parametrize(
    ("noon", "day_hours_left", "month_ends_in"),
    [
        ("2026-03-29 00:00:00", 23, (3 * 24 - 1) * 3600),
        ("2026-10-25 00:00:00", 25, (7 * 24 + 1) * 3600),
    ],
)
def test_the_days_of_clock_changes_are_23_and_25_hours_long(
    quota: Quota, clock: Clock, noon: str, day_hours_left: int, month_ends_in: int
) -> None:
    clock.set(noon)
    assert quota.take(SOMEBODY, 30, "vat").reset_seconds == day_hours_left * 3600
    assert quota.peek(account()).reset_seconds == month_ends_in
    clock.now += day_hours_left * 3600 - 1
    refused = quota.take(SOMEBODY, 1, "search")
    assert (refused.allowed, refused.retry_after) == (False, 1)
    clock.now += 1
    assert quota.take(SOMEBODY, 1, "search").allowed


def test_small_tariffs_are_counted_in_the_database_unit_by_unit(quota: Quota, database: Database) -> None:
    for count in range(1, 501):
        quota.take(account("free"), 1, "search")
        if count % 50 == 0:
            assert used(database) == count


def test_a_busy_caller_of_a_large_tariff_is_served_from_a_lease_and_sees_every_unit(
    quota: Quota, database: Database
) -> None:
    caller = account("standard")
    remaining = [quota.take(caller, 1, "search").remaining for _ in range(300)]
    assert remaining == list(range(49_999, 49_699, -1))
    assert 300 < used(database) <= 350
    assert quota.peek(caller).remaining == 49_700


def test_a_quiet_caller_of_a_large_tariff_is_counted_exactly_by_all_processes(
    quota: Quota, other: Quota, clock: Clock
) -> None:
    caller = account("standard")
    seen = []
    for _ in range(60):
        seen += [quota.take(caller, 1, "search").remaining, other.take(caller, 1, "search").remaining]
        clock.now += 0.1
    assert seen == list(range(49_999, 49_879, -1))


def leased(quota: Quota, caller: AccountCaller) -> int:
    """Return how many units of a caller's lease are left in a process."""
    lease = quota._leases.get(caller.bucket)
    return lease.left if lease else 0


def take_until_leased(quota: Quota, caller: AccountCaller) -> int:
    """Take units one by one until there is a lease; return how many."""
    taken = 0
    while not leased(quota, caller):
        taken += quota.take(caller, 1, "detail").allowed
    return taken


def test_units_of_a_lease_are_taken_without_the_database_and_no_others(
    quota: Quota, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = account("standard")
    taken = take_until_leased(quota, caller)
    with monkeypatch.context() as cut:
        for connection in (quota._database, quota._reader):
            cut.setattr(connection, "run", fail)
        leased = [quota.take(caller, 1, "detail").remaining for _ in range(caller.tariff.lease)]
        with pytest.raises(RuntimeError, match="asked"):
            quota.take(caller, 1, "detail")
    first = caller.tariff.limit - taken - 1
    assert leased == list(range(first, first - caller.tariff.lease, -1))
    assert used(database) == taken + caller.tariff.lease


def fail(*_: object) -> None:
    raise RuntimeError("the database was asked")


def test_who_used_up_a_lease_gets_the_next_one_at_once(
    quota: Quota, database: Database, clock: Clock
) -> None:
    caller = account("standard")
    asked = take_until_leased(quota, caller)
    for _ in range(3):
        while leased(quota, caller):
            asked += quota.take(caller, 1, "detail").allowed
        clock.now += 1
        asked += quota.take(caller, 1, "detail").allowed
        assert used(database) == asked + caller.tariff.lease


def test_a_caller_that_was_idle_is_counted_unit_by_unit_again(
    quota: Quota, database: Database, clock: Clock
) -> None:
    caller = account("standard")
    asked = take_until_leased(quota, caller)
    while leased(quota, caller):
        asked += quota.take(caller, 1, "detail").allowed
    clock.now += LEASE_IDLE_SECONDS
    assert quota.take(caller, 1, "detail").remaining == caller.tariff.limit - asked - 1
    assert used(database) == asked + 1


def test_an_idle_lease_goes_back(quota: Quota, database: Database, clock: Clock) -> None:
    caller = account("business")
    for _ in range(60):
        quota.take(caller, 1, "search")
    quota.tick()
    assert used(database) > 60
    clock.now += LEASE_IDLE_SECONDS
    quota.tick()
    assert used(database) == 60
    assert quota.take(caller, 1, "search").remaining == 499_939


def test_a_graceful_stop_gives_leases_back(database: Database, clock: Clock) -> None:
    quota = Quota(database, clock)
    for _ in range(75):
        quota.take(account("enterprise"), 1, "search")
    quota.close()
    assert used(database) == 75


def test_a_lease_does_not_reach_into_the_next_month(quota: Quota, database: Database, clock: Clock) -> None:
    clock.set("2026-11-30 23:59:59")
    for _ in range(60):
        quota.take(account("standard"), 1, "search")
    clock.set("2026-12-01 00:00:00")
    assert quota.take(account("standard"), 1, "search").remaining == 49_999
    assert used(database) == 61


def test_a_change_of_tariff_ends_the_lease(quota: Quota, database: Database) -> None:
    for _ in range(60):
        quota.take(account("standard"), 1, "search")
    assert quota.take(account("free"), 1, "search").remaining == 439
    assert quota.take(account("business"), 1, "search").remaining == 499_938


def test_near_the_limit_no_lease_is_taken(quota: Quota, database: Database) -> None:
    caller = account("standard", limit=1_100)
    for _ in range(100):
        quota.take(caller, 1, "search")
    assert used(database) == 100


def test_the_last_units_of_a_leased_tariff_can_all_be_used_one_by_one(quota: Quota, other: Quota) -> None:
    caller = account("standard", limit=2_000)
    allowed = sum((quota if n % 3 else other).take(caller, 1, "search").allowed for n in range(2_500))
    assert allowed == 2_000


def test_a_big_step_may_use_what_the_lease_holds(quota: Quota) -> None:
    caller = account("standard", limit=1_200)
    for _ in range(60):
        quota.take(caller, 1, "search")
    assert quota.take(caller, 1_140, "vat").remaining == 0


def test_what_is_left_counts_every_unit_of_one_process_and_never_rises(quota: Quota) -> None:
    caller, sizes = account("standard"), random.Random(1)
    asked = 0
    for _ in range(400):
        units = sizes.choice((1, 1, 1, 1, 2, 49, 50, 51, 100))
        asked += units
        step = quota.take(caller, units, "detail")
        assert step.remaining == quota.peek(caller).remaining == caller.tariff.limit - asked
    assert leased(quota, caller)


def test_a_refund_of_a_leased_caller_is_seen_at_once(quota: Quota) -> None:
    caller = account("standard")
    decision = [quota.take(caller, 1, "search") for _ in range(70)][-1]
    assert quota.refund(caller, decision, "search").remaining == 49_931


def test_a_refund_beside_a_lease_goes_to_the_database(quota: Quota, database: Database) -> None:
    caller = account("standard")
    batch = quota.take(caller, 100, "vat")
    asked = 100 + take_until_leased(quota, caller)
    assert quota.refund(caller, batch, "vat").remaining == 50_000 - asked + 100
    assert used(database) == asked - 100 + leased(quota, caller)
    assert quota.take(caller, 1, "search").remaining == 50_000 - asked + 99


def test_daily_use_is_written_by_kind_for_accounts_only(
    quota: Quota, directory: Directory, clock: Clock
) -> None:
    owner = directory.create("jana@firma.cz")
    caller = account(number=owner.id)
    quota.take(caller, 1, "search")
    quota.take(caller, 7, "vat")
    failed = quota.take(caller, 2, "vat")
    quota.refund(caller, failed, "vat")
    quota.take(SOMEBODY, 1, "search")
    clock.set("2026-11-21 00:00:00")
    quota.take(caller, 1, "mcp")
    quota.take(caller, 1_000, "vat")
    quota.tick()
    quota.take(caller, 1, "mcp")
    quota.tick()
    assert directory.daily_use(owner.id, "2026-01-01") == [
        ("2026-11-20", "search", 1),
        ("2026-11-20", "vat", 7),
        ("2026-11-21", "mcp", 2),
    ]
    assert directory.daily_use(owner.id, "2026-11-21") == [("2026-11-21", "mcp", 2)]


def test_ended_anonymous_days_are_deleted_and_months_of_accounts_are_kept(
    quota: Quota, database: Database, clock: Clock
) -> None:
    quota.take(account(), 2, "search")
    connection = database.connect()
    for number in range(1_200):
        quota.take(SOMEBODY._replace(address_key=str(number)), 1, "search")
    quota.take(network_of(1)[0], 1, "search")
    purge(connection, clock())
    assert used(database) == 1_204
    clock.set("2026-11-21 00:01:30")
    quota.take(SOMEBODY, 5, "search")
    purge(connection, clock())
    assert used(database) == 1_209  # a machine whose clock is behind may still count in them
    clock.set("2026-11-21 00:02:00")
    purge(connection, clock())
    assert connection.run("SELECT period, used FROM quota_usage ORDER BY period", {}) == [
        ("2026-11", 2),
        ("2026-11-21", 5),
    ]
    connection.close()
