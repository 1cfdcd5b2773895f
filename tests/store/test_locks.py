"""Locks: one holder at a time across threads and processes, free when the holder is gone."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import text
from sqlalchemy.exc import InternalError

from soupis.store import locks as module
from soupis.store.engine import is_away, open_engine
from soupis.store.locks import LockHeldError, LockLostError, Locks, locks_of
from tests.support.registry import Registry
from tests.support.waiting import PATIENCE, eventually, wait_until

HOLDER = """
import sys, time
from soupis.store.engine import is_away, open_engine
from soupis.store.locks import locks_of
with locks_of(open_engine(sys.argv[1])).exclusive("res"):
    print("held", flush=True)
    time.sleep(60)
"""

Hold = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def locks(registry: Registry) -> Iterator[Locks]:
    locks = locks_of(registry.engine)
    yield locks
    locks.close()


@pytest.fixture
def holder(registry: Registry) -> Iterator[Hold]:
    """Start a process that holds the lock `res`."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        url = registry.engine.url.render_as_string(hide_password=False)
        process = subprocess.Popen([sys.executable, "-c", HOLDER, url], stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_lock_is_held_by_one_at_a_time(registry: Registry, locks: Locks) -> None:
    others = locks_of(registry.engine)
    with locks.exclusive("res") as held, pytest.raises(LockHeldError, match="at it"):
        held.check()
        with others.exclusive("vat"), others.exclusive("res"):
            pass
    with others.exclusive("res"), locks.exclusive("vat"):
        pass
    others.close()


def test_many_threads_hold_a_lock_one_after_another(locks: Locks) -> None:
    inside: list[int] = []
    most: list[int] = []

    def hold() -> None:
        with locks.exclusive("res", patience=PATIENCE):
            inside.append(1)
            most.append(len(inside))
            inside.pop()

    threads = [threading.Thread(target=hold) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 8


def test_a_lock_held_by_another_process_is_refused_until_that_process_is_killed(
    locks: Locks, holder: Hold
) -> None:
    process = holder()
    with pytest.raises(LockHeldError), locks.exclusive("res"):
        pass
    assert locks.is_held("res") and not locks.is_held("vat")
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not locks.is_held("res"))
    with locks.exclusive("res"):
        pass


def test_who_looks_whether_a_lock_is_held_keeps_nobody_from_it(registry: Registry, locks: Locks) -> None:
    ended = threading.Event()
    others = locks_of(registry.engine)

    def look() -> None:
        while not ended.is_set():
            others.is_held("res")

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for _ in range(50):
            with locks.exclusive("res"):
                pass
    finally:
        ended.set()
        looking.join()
        others.close()


def test_waiting_for_a_lock_ends_when_it_is_freed(locks: Locks, holder: Hold) -> None:
    process = holder()
    process.kill()
    with locks.exclusive("res", patience=PATIENCE):
        pass


def test_a_lock_is_free_after_an_error_in_its_block(locks: Locks) -> None:
    with pytest.raises(ValueError, match="in the middle"), locks.exclusive("res"):
        raise ValueError("in the middle")
    assert not locks.is_held("res")


@pytest.mark.one_database("postgresql", "a file is never told to take nothing")
def test_a_postgresql_that_only_reads_gives_no_lock(registry: Registry) -> None:
    url = registry.engine.url.update_query_dict({"options": "-c default_transaction_read_only=on"})
    locks = locks_of(open_engine(url.render_as_string(hide_password=False)))
    with pytest.raises(InternalError) as refused, locks.exclusive("res"):
        pass
    assert is_away(refused.value)
    locks.close()


@pytest.mark.one_database("postgresql", "the system takes no lock of a file away")
def test_a_holder_whose_connection_broke_learns_that_its_lock_is_lost(
    registry: Registry, locks: Locks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CHECK_SECONDS", 0.0)
    other = open_engine(registry.engine.url.render_as_string(hide_password=False))
    end = text(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1"
    )
    with locks.exclusive("res") as held:
        held.check()
        with other.begin() as connection:
            connection.execute(end)

        def is_lost() -> bool:
            try:
                held.check()
            except LockLostError:
                return True
            return False

        assert eventually(is_lost)
        with locks.exclusive("res"):
            pass
        assert is_lost()
    other.dispose()
