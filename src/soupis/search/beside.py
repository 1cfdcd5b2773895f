"""Asking the index two things at once: tantivy lets go of the interpreter while it searches.

A process has one thread less for that than it may use processors. Where none is free, as when many search at
once, one thing is asked after the other.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TypeVar

T = TypeVar("T")

_THREADS = len(os.sched_getaffinity(0)) - 1
_pool = ThreadPoolExecutor(max(_THREADS, 1), "search-beside")
_free = BoundedSemaphore(_THREADS) if _THREADS else None


def beside(ask: Callable[[], T]) -> Future[T] | None:
    """Start asking in another thread; None where none is free."""
    if _free is None or not _free.acquire(blocking=False):
        return None
    asked = _pool.submit(ask)
    asked.add_done_callback(lambda _: _free.release())
    return asked


@contextmanager
def side_by_side(asks: Sequence[Callable[[], T]]) -> Iterator[Callable[[int], T]]:
    """Give what returns the answer of each place; another thread, where one is free, asks ahead meanwhile.

    What was not begun by the end is not asked.
    """
    answers: list[Future[T]] = [Future() for _ in asks]
    left = deque(range(len(asks)))

    def ask_next() -> bool:
        try:
            place = left.popleft()
        except IndexError:
            return False
        try:
            answers[place].set_result(asks[place]())
        except BaseException as error:
            answers[place].set_exception(error)
        return True

    def ask_all() -> None:
        while ask_next():
            pass

    def answer(place: int) -> T:
        while not answers[place].done() and ask_next():
            pass
        return answers[place].result()

    if len(asks) > 1:
        beside(ask_all)
    try:
        yield answer
    finally:
        left.clear()
