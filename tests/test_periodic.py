"""Work that is done again and again, until it is told to stop."""

from __future__ import annotations

import threading

from structlog.testing import capture_logs

from soupis.periodic import Periodic
from tests.support.waiting import PATIENCE, wait_until


def test_work_is_done_at_once_and_again_after_a_failure() -> None:
    done: list[int] = []

    def work() -> None:
        done.append(1)
        if len(done) == 1:
            raise ValueError("once")

    with capture_logs() as lines:
        periodic = Periodic("often", work, 0.001)
        periodic.start()
        wait_until(lambda: len(done) > 3)
        periodic.close()
    assert [(line["event"], line["work"]) for line in lines] == [("periodic_work_failed", "often")]


def test_who_wakes_it_does_not_wait_for_the_next_time() -> None:
    done: list[int] = []
    periodic = Periodic("seldom", lambda: done.append(1), PATIENCE)
    periodic.start()
    wait_until(lambda: len(done) == 1)
    periodic.wake()
    wait_until(lambda: len(done) == 2)
    periodic.close()


def test_closing_waits_for_the_work_and_tells_it_to_end() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        periodic.stopping.wait(PATIENCE)
        ended.set()

    periodic = Periodic("long", work, PATIENCE)
    periodic.start()
    assert begun.wait(PATIENCE)
    periodic.close()
    assert ended.is_set()


def test_closing_what_was_never_started_does_nothing() -> None:
    Periodic("never", lambda: None, PATIENCE).close()
