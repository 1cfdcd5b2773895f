"""Politeness: limits hold for any number of threads."""

from __future__ import annotations

import threading

import pytest

from soupis.registers.errors import SourceUnavailable
from soupis.registers.throttle import LIMITS, Limits, Throttle
from tests.support.waiting import PATIENCE


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


def turns(limits: Limits, number: int, patience: float = 1e9) -> list[float]:
    """Return the moments of the first turns, in seconds from the first one."""
    clock = Clock()
    throttle = Throttle(limits, patience=patience, clock=clock, sleep=clock.sleep)
    moments = []
    for _ in range(number):
        with throttle.turn():
            moments.append(clock.now - 1000.0)
    return moments


def test_no_more_turns_than_the_rate_in_any_window() -> None:
    assert turns(Limits(1, ((2, 1.0),)), 6) == [0, 0, 1, 1, 2, 2]


def test_all_rates_hold_at_once() -> None:
    assert turns(Limits(1, ((2, 1.0), (3, 10.0))), 7) == [0, 0, 1, 10, 10, 11, 20]


def test_turn_that_would_come_too_late_is_refused_with_its_time() -> None:
    with pytest.raises(SourceUnavailable) as error:
        turns(Limits(1, ((2, 3600.0),)), 3, patience=30)
    assert error.value.retry_after == 3600


def test_refused_turn_uses_up_nothing() -> None:
    clock = Clock()
    throttle = Throttle(Limits(1, ((1, 100.0),)), patience=30, clock=clock, sleep=clock.sleep)
    with throttle.turn():
        pass
    for _ in range(5):
        with pytest.raises(SourceUnavailable), throttle.turn():
            pass
    clock.sleep(71)
    with throttle.turn():
        assert clock.now == 1100


def test_no_more_threads_at_once_than_allowed() -> None:
    throttle = Throttle(Limits(3, ()))
    together = threading.Barrier(3)  # as many as are allowed are in at once
    lock = threading.Lock()
    running = most = 0

    def work() -> None:
        nonlocal running, most
        with throttle.turn():
            with lock:
                running += 1
                most = max(most, running)
            together.wait(PATIENCE)
            with lock:
                running -= 1

    threads = [threading.Thread(target=work) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 3


def test_published_limits_are_kept_to() -> None:
    assert LIMITS["vat"] == Limits(4, ((2_000, 3_600.0), (10_000, 86_400.0)))
    assert (500, 60.0) in LIMITS["ares"].rates
