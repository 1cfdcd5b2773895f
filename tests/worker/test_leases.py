"""Leases: one at a time across threads and processes, renewed while held, free when the holder is gone."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Engine, select

from soupis.store.engine import open_engine, reading, writing
from soupis.store.leases import LeaseHeldError, LeaseLostError, Leases
from soupis.store.tables import lease
from soupis.times import utc_now, utc_text
from tests.support.waiting import PATIENCE, eventually, wait_until

HOLDER = """
import sys, time
from soupis.store.engine import open_engine
from soupis.store.leases import Leases
with Leases(open_engine(sys.argv[1], one_writer=False)).hold("res"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def engine(queue_url: str) -> Iterator[Engine]:
    """The database of the leases, none of them held."""
    opened = open_engine(queue_url, one_writer=False)
    Leases(opened)
    with writing(opened) as connection:
        connection.execute(lease.delete())
    yield opened
    opened.dispose()


Hold = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def holder(queue_url: str, engine: Engine) -> Iterator[Hold]:
    """Start a process that holds the lease `res`."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", HOLDER, queue_url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_lease_is_held_by_one_at_a_time(engine: Engine) -> None:
    first, second = Leases(engine), Leases(engine)
    with first.hold("res"), pytest.raises(LeaseHeldError), second.hold("res"):
        pass
    with second.hold("res"), first.hold("vat"):
        pass


def test_a_lease_held_by_another_process_is_refused_until_that_process_is_killed(
    engine: Engine, holder: Hold
) -> None:
    process = holder()
    leases = Leases(engine)
    with pytest.raises(LeaseHeldError), leases.hold("res"):
        pass
    assert leases.holder("res") is not None
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert leases.holder("res") is None
    with leases.hold("res"):  # a process of this machine that is gone can be seen to be gone
        pass


def test_the_lease_of_a_holder_that_cannot_be_seen_ends_when_it_expires(engine: Engine) -> None:
    leases = Leases(engine)
    soon = utc_text(utc_now() + timedelta(minutes=1))
    elsewhere = {"name": "res", "owner": "othermachine:1:abc", "expires": soon}
    with writing(engine) as connection:
        connection.execute(lease.insert().values(elsewhere))
    with pytest.raises(LeaseHeldError), leases.hold("res"):
        pass
    with writing(engine) as connection:
        connection.execute(lease.update().values(expires="2020-01-01T00:00:00Z"))
    with leases.hold("res"):
        pass


def expires(engine: Engine) -> str:
    with reading(engine) as connection:
        return str(connection.scalar(select(lease.c.expires)))


@pytest.mark.slow
def test_a_lease_is_renewed_as_long_as_it_is_held(engine: Engine) -> None:
    # It is renewed four times in its length: a machine that stands still for seconds does not lose it.
    leases = Leases(engine, timedelta(seconds=12))
    with leases.hold("res") as held:
        for _ in range(2):
            last = expires(engine)
            wait_until(lambda last=last: expires(engine) > last)  # type: ignore[misc]
        held.check()
        with pytest.raises(LeaseHeldError), leases.hold("res"):
            pass


def test_a_holder_whose_lease_was_taken_learns_of_it_and_does_not_free_the_new_one(engine: Engine) -> None:
    leases = Leases(engine, timedelta(seconds=2))
    with leases.hold("res") as held:
        with writing(engine) as connection:
            connection.execute(
                lease.update().values(owner="othermachine:1:abc", expires="2099-01-01T00:00:00Z")
            )

        def lost() -> bool:
            try:
                held.check()
            except LeaseLostError:
                return True
            return False

        assert eventually(lost)
    assert leases.holder("res") == "othermachine:1:abc"


def test_waiting_for_a_lease_ends_when_it_is_freed(engine: Engine, holder: Hold) -> None:
    process = holder()
    process.kill()
    with Leases(engine).hold("res", patience=PATIENCE):
        pass


@pytest.mark.one_database("postgresql", "who shares a file shares a clock")
def test_a_machine_whose_clock_is_ahead_takes_no_lease_that_is_held(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Leases(engine).hold("res"):
        monkeypatch.setattr("soupis.store.leases.utc_now", lambda: utc_now() + timedelta(seconds=90))
        with pytest.raises(LeaseHeldError), Leases(engine).hold("res"):
            pass
        assert Leases(engine).holder("res") is not None


def test_a_lease_taken_while_the_clock_was_ahead_is_free(engine: Engine) -> None:
    with writing(engine) as connection:
        row = {"name": "res", "owner": "elsewhere:1:0", "expires": "2126-01-01T00:00:00Z"}
        connection.execute(lease.insert().values(row))
    with Leases(engine).hold("res") as held:
        held.check()
