"""Processes that share the work of a command."""

from __future__ import annotations

import multiprocessing
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

from soupis.processes import CONTEXT, worker_pool
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


def test_processes_that_share_work_have_nothing_in_shared_memory_that_a_kill_would_leave_there() -> None:
    before = _shared_memory()
    with worker_pool(2) as pool:
        queue = CONTEXT.Queue()
        queue.put(pool.submit(len, "four").result())
        assert queue.get() == 4
        assert _shared_memory() == before


def _shared_memory() -> set[str]:
    """Return the named files of shared memory that this process has mapped."""
    return {
        line.split()[5] for line in Path("/proc/self/maps").read_text().splitlines() if " /dev/shm/" in line
    }
