"""Asking the index two things at once: tantivy lets go of the interpreter while it searches.

A process has one thread less for that than it may use processors. Where none is free, as when many search at
once, one thing is asked after the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
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


class Asked(Generic[K, T]):
    """Answers by keys; another thread, where one is free, works them out before they are wanted.

    What was not begun when it is stopped is not asked.
    """

    def __init__(self) -> None:
        self._answers: dict[K, Future[T]] = {}
        self._left: dict[K, Callable[[], T]] = {}

    def plan(self, asks: Mapping[K, Callable[[], T]], *, ahead: bool = True) -> None:
        """Ask these before those planned earlier, in their order; `ahead` = also while nobody waits."""
        new = {key: asks[key] for key in asks if key not in self._answers}
        self._answers.update((key, Future()) for key in new)
        self._left.update((key, new[key]) for key in reversed(new))  # taken from the end
        if new and ahead:
            beside(self._ask_all)

    def answer(self, key: K) -> T:
        """Return the answer to what was planned; meanwhile another thread may ask the next."""
        answer = self._answers[key]
        if ask := self._left.pop(key, None):
            _answer(answer, ask)
        while not answer.done() and self._ask_next():
            pass
        return answer.result()

    def stop(self) -> None:
        """Ask nothing more of what was planned; it may be planned anew."""
        while self._left:
            with suppress(KeyError):  # another thread has just taken the last one
                key, _ = self._left.popitem()
                del self._answers[key]

    def _ask_next(self) -> bool:
        try:
            key, ask = self._left.popitem()
        except KeyError:
            return False
        _answer(self._answers[key], ask)
        return True

    def _ask_all(self) -> None:
        while self._ask_next():
            pass


def _answer(answer: Future[T], ask: Callable[[], T]) -> None:
    try:
        answer.set_result(ask())
    except BaseException as error:
        answer.set_exception(error)


@contextmanager
def side_by_side(asks: Sequence[Callable[[], T]]) -> Iterator[Callable[[int], T]]:
    """Give what returns the answer of each place; another thread, where one is free, asks ahead meanwhile."""
    asked: Asked[int, T] = Asked()
    asked.plan(dict(enumerate(asks)), ahead=len(asks) > 1)
    try:
        yield asked.answer
    finally:
        asked.stop()
