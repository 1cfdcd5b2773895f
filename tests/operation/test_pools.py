"""Processes that share the work of a command."""

from __future__ import annotations

import multiprocessing
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.process import BaseProcess
from threading import Thread

from soupis.processes import worker_pool
from tests.support.waiting import wait_until


def test_a_process_killed_while_others_start_leaves_none_behind() -> None:
    """Python alone waits for ever for one that starts while it gives up the others."""

    others = set(multiprocessing.active_children())

    def started() -> set[BaseProcess]:
        return set(multiprocessing.active_children()) - others

    def kill_the_first() -> None:
        wait_until(lambda: bool(started()))
        started().pop().kill()

    killing = Thread(target=kill_the_first)
    killing.start()
    with suppress(BrokenProcessPool), worker_pool(12) as pool:
        for _ in range(12):
            pool.submit(len, "").result()
    killing.join()
    wait_until(lambda: not started())
