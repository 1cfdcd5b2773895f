from __future__ import annotations

import pytest

from soupis.accounts.callers import Caller
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.errors import ExportLostError
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.exports import (
    CHARGE_AHEAD,
    EXPIRES_SECONDS,
    Export,
    ExportRunning,
    reclaim_exports,
)
from soupis.accounts.quota.quota import Quota
from tests.accounts import processes
from tests.accounts.conftest import SOMEBODY, Clock, account


def begin(quota: Quota, caller: Caller, units: int) -> Export:
    export = quota.begin_export(caller, units)
    assert isinstance(export, Export)
    return export


def left(quota: Quota, caller: Caller | None = None) -> int:
    return quota.peek(caller or account()).remaining


def test_an_export_takes_all_it_can_cost_before_the_first_row(quota: Quota) -> None:
    export = begin(quota, account(), 50)
    assert (export.decision.allowed, export.decision.remaining, export.decision.units) == (True, 450, 50)
    assert left(quota) == 450


@pytest.mark.parametrize(
    ("rows", "units"), [(0, 0), (1, 1), (99, 1), (100, 1), (101, 2), (2_500, 25), (4_999, 50)]
)
def test_only_rows_handed_over_stay_charged(quota: Quota, rows: int, units: int) -> None:
    with begin(quota, account(), 50) as export:
        for _ in range(rows // 250):
            export.sent(250)
        export.sent(rows % 250)
    assert export.charged == units
    assert left(quota) == 500 - units


def test_a_stream_that_breaks_is_charged_for_what_went_out(quota: Quota) -> None:
    with pytest.raises(ConnectionResetError), begin(quota, account(), 50) as export:
        export.sent(300)
        raise ConnectionResetError
    assert left(quota) == 497


def test_an_export_that_costs_more_than_is_left_is_refused_and_nothing_is_taken(quota: Quota) -> None:
    quota.take(account(), 460, "vat")
    refused = quota.begin_export(account(), 41)
    assert isinstance(refused, Decision)
    assert (refused.allowed, refused.remaining) == (False, 40)
    assert begin(quota, account(), 40).decision.remaining == 0


def test_an_export_without_rows_costs_nothing_even_when_nothing_is_left(quota: Quota) -> None:
    quota.take(account(), 500, "vat")
    with begin(quota, account(), 0) as export:
        export.sent(0)
    assert left(quota) == 0


def test_a_second_export_of_the_same_caller_waits(quota: Quota, database: Database, clock: Clock) -> None:
    elsewhere = Quota(database, clock)
    for caller in (account(), SOMEBODY):
        with begin(quota, caller, 5):
            for second in (quota, elsewhere):
                running = second.begin_export(caller, 1)
                assert isinstance(running, ExportRunning)
                assert running.retry_after == 5
            assert left(quota, caller) == caller.tariff.limit - 5
        begin(elsewhere, caller, 1).close()
    elsewhere.close()


def test_exports_of_different_callers_run_side_by_side(quota: Quota) -> None:
    with begin(quota, account(number=1), 5), begin(quota, account(number=2), 5), begin(quota, SOMEBODY, 5):
        assert left(quota, account(number=2)) == 495


def test_queries_go_on_during_an_export(quota: Quota) -> None:
    with begin(quota, account(), 50) as export:
        assert quota.take(account(), 1, "search").remaining == 449
        export.sent(100)
    assert left(quota) == 498


def test_closing_twice_gives_back_once(quota: Quota) -> None:
    export = begin(quota, account(), 50)
    export.sent(100)
    export.close()
    export.close()
    assert left(quota) == 499


def test_more_rows_than_were_paid_for_are_an_error(quota: Quota) -> None:
    with begin(quota, account(), 2) as export:
        export.sent(200)
        with pytest.raises(ValueError, match="more rows"):
            export.sent(1)
    assert left(quota) == 498


def test_a_chunk_too_big_for_the_mark_ahead_is_an_error(quota: Quota) -> None:
    with begin(quota, account(), 50) as export, pytest.raises(ValueError, match="0 to 500 rows"):
        export.sent(501)


def test_an_export_of_a_leased_caller_sees_all_that_is_left(quota: Quota) -> None:
    caller = account("standard", limit=1_200)
    for _ in range(60):
        quota.take(caller, 1, "search")
    with begin(quota, caller, 1_140) as export:
        assert export.decision.remaining == 0
    assert left(quota, caller) == 1_140


def test_an_export_over_midnight_is_charged_to_the_day_it_began(quota: Quota, clock: Clock) -> None:
    clock.set("2026-11-20 23:59:59")
    with begin(quota, SOMEBODY, 10) as export:
        clock.set("2026-11-21 00:00:01")
        quota.take(SOMEBODY, 1, "search")
        export.sent(300)
    assert left(quota, SOMEBODY) == 29
    clock.set("2026-11-20 23:59:59")
    assert left(quota, SOMEBODY) == 27


def test_a_renewed_export_keeps_its_lock_however_slow_the_client_is(
    quota: Quota, database: Database, clock: Clock
) -> None:
    elsewhere = Quota(database, clock)
    with begin(quota, account(), 50) as export:
        for _ in range(20):
            clock.now += 5
            quota.tick()
            assert isinstance(elsewhere.begin_export(account(), 1), ExportRunning)
        export.sent(100)
    assert left(quota) == 499
    elsewhere.close()


def test_an_export_keeps_its_lock_when_the_clock_is_set_back(
    quota: Quota, database: Database, clock: Clock
) -> None:
    elsewhere = Quota(database, clock)
    with begin(quota, account(), 50) as export:
        clock.now -= 7_200
        for _ in range(3):
            quota.tick()
            assert isinstance(elsewhere.begin_export(account(), 1), ExportRunning)
            clock.now += 5
        export.sent(100)
    elsewhere.close()


def test_an_export_that_stood_still_loses_its_lock_and_sends_no_more(
    quota: Quota, database: Database, clock: Clock
) -> None:
    elsewhere = Quota(database, clock)
    stuck = begin(quota, account(), 50)
    stuck.sent(300)
    clock.now += EXPIRES_SECONDS + 1
    begin(elsewhere, account(), 5).close()
    quota.tick()
    with pytest.raises(ExportLostError):
        stuck.sent(100)
    stuck.close()
    assert left(quota) == 496  # the hundred rows that were on their way are charged, and nothing else is
    elsewhere.close()


@pytest.mark.parametrize("rows", [0, 100, 1_000, 3_000])
def test_after_a_crash_the_lock_expires_and_what_was_held_goes_back(
    url: str, quota: Quota, clock: Clock, rows: int
) -> None:
    crash = processes.Killed(processes.export, url, account(), 50, rows, clock)
    crash.kill()
    assert left(quota) == 450
    assert isinstance(quota.begin_export(account(), 1), ExportRunning)
    clock.now += EXPIRES_SECONDS + 1
    begin(quota, account(), 0).close()
    # The chunk that may have been on its way (500 rows) is paid for, and at most the mark ahead is lost.
    assert crash.answer == rows
    assert rows // 100 + 5 <= 500 - left(quota) <= rows // 100 + CHARGE_AHEAD


def test_what_a_dead_export_held_goes_back_without_anybody_asking(
    url: str, quota: Quota, database: Database, clock: Clock
) -> None:
    processes.Killed(processes.export, url, account(), 50, 500, clock).kill()
    connection = database.connect()
    clock.now += EXPIRES_SECONDS - 1
    reclaim_exports(connection, clock())
    assert left(quota) == 450
    clock.now += 2
    reclaim_exports(connection, clock())
    reclaim_exports(connection, clock())
    assert 500 - 5 - CHARGE_AHEAD <= left(quota) <= 500 - 5
    connection.close()


def test_a_graceful_stop_settles_running_exports(database: Database, clock: Clock) -> None:
    quota = Quota(database, clock)
    begin(quota, account(), 50).sent(200)
    quota.close()
    fresh = Quota(database, clock)
    assert left(fresh) == 498
    begin(fresh, account(), 1).close()
    fresh.close()


def test_exports_are_in_the_daily_use_with_what_they_really_cost(quota: Quota, directory: Directory) -> None:
    owner = directory.create("jana@firma.cz")
    with begin(quota, account(number=owner.id), 50) as export:
        export.sent(250)
    quota.tick()
    assert directory.daily_use(owner.id, "2026-11-20") == [("2026-11-20", "export", 3)]


def test_an_export_begun_while_the_clock_was_ahead_locks_nobody_out(quota: Quota, clock: Clock) -> None:
    now = clock.now
    clock.now += 10 * 365 * 86_400
    begin(quota, account(), 5)
    clock.now = now
    begin(quota, account(), 5).close()
