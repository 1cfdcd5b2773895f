from __future__ import annotations

import sqlite3
import threading
import time
from ipaddress import ip_address
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from soupis.accounts.access import Access
from soupis.accounts.callers import AccountCaller
from soupis.accounts.database import Database, SqliteConnection
from soupis.accounts.errors import UnavailableError
from soupis.accounts.quota import background_tasks
from soupis.accounts.quota.background_tasks import BackgroundTasks
from soupis.accounts.quota.exports import Export
from soupis.accounts.quota.quota import Quota
from tests.accounts.conftest import SECRET, Clock, account
from tests.support.waiting import PATIENCE, wait_until

HOME = ip_address("192.0.2.1")


def test_a_process_opens_the_room_and_the_background_writes_what_is_pending(url: str) -> None:
    access = Access(url, SECRET)
    access.directory.create("jana@firma.cz")
    issued = access.directory.issue_key("jana@firma.cz", "x")
    caller = access.authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME)
    assert isinstance(caller, AccountCaller)
    assert access.quota.take(caller, 1, "search").remaining == 499
    wait_until(lambda: access.directory.keys("jana@firma.cz")[0].last_used is not None)
    wait_until(lambda: [row.units for row in access.directory.daily_use(1, "2026-01-01")] == [1])
    access.close()


def test_a_stop_writes_what_is_pending(url: str) -> None:
    access = Access(url, SECRET)
    owner = access.directory.create("jana@firma.cz")
    for _ in range(70):
        access.quota.take(account("business", owner.id), 1, "search")
    access.close()
    later = Access(url, SECRET)
    assert later.quota.peek(account("business", owner.id)).remaining == 499_930
    assert sum(row.units for row in later.directory.daily_use(owner.id, "2026-01-01")) == 70
    later.close()


def test_a_short_secret_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Access(url, b"short")


def test_one_failing_task_of_the_background_does_not_stop_the_others(
    database: Database, clock: Clock
) -> None:
    done = []

    def fails() -> None:
        raise RuntimeError("broken")

    background = BackgroundTasks(database, [fails, lambda: done.append(1)], clock)
    background.tick()
    background.tick()
    background.close()
    assert done == [1, 1]


@pytest.mark.one_database("postgresql", "who shares a file shares a clock")
@pytest.mark.parametrize(("ahead", "told"), [(0, []), (90, [90])])
def test_a_machine_whose_clock_differs_from_that_of_postgresql_says_so(
    database: Database, ahead: int, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    background = BackgroundTasks(database, [], lambda: time.time() + ahead)
    monkeypatch.setattr(background_tasks, "_CLOCKS_DIFFER_SECONDS", 60.0)  # a busy machine answers late
    with capture_logs() as lines:
        background.tick()
    background.close()
    found = [line["ahead_of_postgresql_seconds"] for line in lines if line["event"] == "clock_differs"]
    assert [round(seconds, -1) for seconds in found] == told


@pytest.mark.one_database("sqlite", "the journal is SQLite's")
def test_the_background_moves_the_journal_into_the_file(url: str, tmp_path: Path, clock: Clock) -> None:
    database = Database(url)
    quota = Quota(database, clock)
    for number in range(200):
        quota.take(account(number=number), 1, "search")
    before = (tmp_path / "accounts.sqlite").stat().st_size
    background = BackgroundTasks(database, [], clock)
    background.tick()
    background.close()
    assert (tmp_path / "accounts.sqlite").stat().st_size > before
    quota.close()
    database.close()


@pytest.mark.one_database("sqlite", "only a file is locked whole")
def test_a_writer_waits_for_another_process_and_then_goes_on(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soupis.accounts.database._BUSY_SECONDS", PATIENCE)  # a busy machine lets go late
    database = Database(url)
    quota = Quota(database)
    blocker = sqlite3.connect(tmp_path / "accounts.sqlite", isolation_level=None, check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.1, lambda: blocker.execute("COMMIT"))
    release.start()
    assert quota.take(account(), 1, "search").remaining == 499
    release.join()
    blocker.close()
    quota.close()
    database.close()


class SleptTime:
    """Stands in for `time`: nothing passes but what is slept."""

    now = 1_000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.one_database("sqlite", "only a file is locked whole")
def test_a_database_locked_for_good_is_reported_at_once_and_nothing_is_taken(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = SleptTime()
    monkeypatch.setattr("soupis.accounts.database.time", time)
    database = Database(url)
    quota = Quota(database)
    blocker = sqlite3.connect(tmp_path / "accounts.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    waits = []
    for _ in range(5):
        begun = time.monotonic()
        with pytest.raises(UnavailableError, match="locked"):
            quota.take(account(), 1, "search")
        waits.append(time.monotonic() - begun)
    assert waits[0] < 0.25
    assert max(waits[1:]) < 0.1, "one wait in vain is enough"
    blocker.execute("COMMIT")
    assert quota.take(account(), 1, "search").remaining == 499
    blocker.close()
    quota.close()
    database.close()


@pytest.mark.one_database("sqlite", "only a file is locked whole")
def test_a_refund_that_could_not_be_written_is_written_later(url: str, tmp_path: Path, clock: Clock) -> None:
    database = Database(url)
    quota = Quota(database, clock)
    failed = [quota.take(account(), 20, "vat") for _ in range(2)]
    blocker = sqlite3.connect(tmp_path / "accounts.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    for decision in failed:
        quota.refund(account(), decision, "vat")
    with pytest.raises(UnavailableError, match="locked"):  # what is to come back pays for nothing meanwhile
        quota.take(account(), 1, "vat")
    blocker.execute("COMMIT")
    quota.tick()
    assert quota.peek(account()).remaining == 500
    quota.tick()
    assert quota.peek(account()).remaining == 500
    blocker.close()
    quota.close()
    database.close()


@pytest.mark.one_database("sqlite", "only a file is locked whole")
def test_an_export_that_could_not_be_settled_is_settled_later(url: str, tmp_path: Path, clock: Clock) -> None:
    database = Database(url)
    quota = Quota(database, clock)
    export = quota.begin_export(account(), 20)
    assert isinstance(export, Export)
    export.sent(100)
    blocker = sqlite3.connect(tmp_path / "accounts.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    export.close()
    assert quota.peek(account()).remaining == 480
    blocker.execute("COMMIT")
    quota.tick()
    assert quota.peek(account()).remaining == 499
    blocker.close()
    quota.close()
    database.close()


def test_an_unreachable_server_is_reported_as_such() -> None:
    database = Database("postgresql+psycopg://nobody@127.0.0.1:1/none?connect_timeout=1")
    with pytest.raises(UnavailableError):
        Quota(database).peek(account())
    database.close()


def test_a_failed_transaction_leaves_nothing_behind(database: Database) -> None:
    connection = database.connect()
    insert = "INSERT INTO quota_usage (period, bucket, used) VALUES ('2026-11', :bucket, 1)"
    with pytest.raises(RuntimeError), connection.transaction() as run:
        run(insert, {"bucket": "account:1"})
        raise RuntimeError
    connection.run(insert, {"bucket": "account:2"})
    rows = connection.run("SELECT bucket FROM quota_usage", {})
    assert [tuple(row) for row in rows] == [("account:2",)]
    connection.close()


@pytest.mark.one_database("sqlite", "PostgreSQL has a connection for each thread")
def test_threads_share_one_connection_without_mixing_their_transactions(url: str) -> None:
    connection = SqliteConnection(Path(url.removeprefix("sqlite:///")))

    def twice(number: int) -> None:
        for _ in range(50):
            with connection.transaction() as run:
                for bucket in (f"account:{number}", "account:0"):
                    run(
                        "INSERT INTO quota_usage VALUES ('2026-11', :bucket, 1) "
                        "ON CONFLICT DO UPDATE SET used = used + 1",
                        {"bucket": bucket},
                    )

    threads = [threading.Thread(target=twice, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = connection.run("SELECT used FROM quota_usage ORDER BY bucket", {})
    assert [row[0] for row in rows] == [400] + [50] * 8
    connection.close()
