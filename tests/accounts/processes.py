"""What the tests run in other processes, forked from one that holds nothing open."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from typing import Any

from soupis.accounts.callers import Caller
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.errors import LockedError
from soupis.accounts.quota.exports import Export
from soupis.accounts.quota.quota import Quota
from tests.support.waiting import PATIENCE

_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload([__name__])


def allowed_together(
    processes: int,
    threads: int,
    attempts: int,
    url: str,
    callers: Sequence[Caller],
    clock: Callable[[], float],
) -> int:
    """Return how many units got through when all threads of all processes ask `attempts` times each, twice.

    Threads share the callers among them.

    The second time begins when every process has done the first: none ends with units taken ahead because
    others, quicker, had asked in vain meanwhile.
    """
    answers: Queue[int] = _FORKED.Queue()
    together = _FORKED.Barrier(processes)
    workers = [
        _FORKED.Process(target=_hammer, args=(threads, attempts, url, callers, clock, together, answers))
        for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    total = sum(answers.get(timeout=PATIENCE) for _ in workers)
    for worker in workers:
        worker.join(timeout=PATIENCE)
        assert worker.exitcode == 0
    return total


def _hammer(
    threads: int,
    attempts: int,
    url: str,
    callers: Sequence[Caller],
    clock: Callable[[], float],
    together: Barrier,
    answers: Queue[int],
) -> None:
    database = Database(url)
    quota = Quota(database, clock)

    def ask(thread: int) -> int:
        return sum(_is_allowed(quota, callers[thread % len(callers)]) for _ in range(attempts))

    allowed = 0
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(2):
            together.wait(timeout=PATIENCE)
            allowed += sum(pool.map(ask, range(threads)))
    quota.close()
    database.close()
    answers.put(allowed)


def _is_allowed(quota: Quota, caller: Caller) -> bool:
    """Ask for a unit, and again while others keep the database locked, as the server does."""
    while True:
        try:
            return quota.take(caller, 1, "search").allowed
        except LockedError:
            continue


class Killed:
    """A process that does something, reports a number, and is then killed as by a crash."""

    def __init__(self, task: Callable[..., int], *arguments: Any) -> None:
        self._answers: Queue[int] = _FORKED.Queue()
        self._process: BaseProcess = _FORKED.Process(
            target=_report_and_wait, args=(task, arguments, self._answers), daemon=True
        )
        self._process.start()
        self.answer = self._answers.get(timeout=PATIENCE)

    def kill(self) -> None:
        """Kill the process without a chance to give anything back."""
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(timeout=PATIENCE)


def _report_and_wait(task: Callable[..., int], arguments: tuple[Any, ...], answers: Queue[int]) -> None:
    answers.put(task(*arguments))
    threading.Event().wait()


_kept: list[object] = []


def spend(url: str, caller: Caller, units: int, clock: Callable[[], float]) -> int:
    """Spend units one by one; return how many were allowed."""
    quota = Quota(Database(url), clock)
    _kept.append(quota)
    return sum(quota.take(caller, 1, "search").allowed for _ in range(units))


def export(url: str, caller: Caller, units: int, rows: int, clock: Callable[[], float]) -> int:
    """Start an export and hand over some rows; return how many."""
    quota = Quota(Database(url), clock)
    export = quota.begin_export(caller, units)
    assert isinstance(export, Export)
    _kept.append((quota, export))
    for _ in range(rows // 100):
        export.sent(100)
    return export.rows


def revoke(url: str, key_id: int) -> int:
    """Revoke a key; return its number."""
    return Directory(Database(url)).revoke_key(key_id).id
