"""A bounded pool for work that takes milliseconds, in which callers take turns.

The work is done in a thread, so that the event loop answers everybody else. Work beyond the bounds is
refused, because a caller who comes again later is served better than one who waits for long.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")

RETRY_SECONDS: Final = 2
# A refusal waits for some of these seconds. A caller who asks again without a pause would otherwise take more
# from others by being refused than by the work itself.
_SHORTEST_REFUSAL, _LONGEST_REFUSAL = 1.0, 3.0
# More threads do no more work, because they share one interpreter. A machine with more cores runs more
# processes.
_THREADS = 1
_MAX_WAITING = 16
# Less than half of the places, so that one caller cannot keep out all others.
_MAX_OF_CALLER = 8


async def pause_before_refusal() -> None:
    """Wait before a caller is refused, so that many at once do not come again all at once."""
    await asyncio.sleep(random.uniform(_SHORTEST_REFUSAL, _LONGEST_REFUSAL))  # noqa: S311 - no secret


class _Work(NamedTuple):
    future: Future[Any]
    context: Context
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class HeavyWork:
    """The thread of one process for one kind of work; `busy` makes the error for work that is refused."""

    def __init__(
        self,
        name: str,
        busy: Callable[[], Exception],
        *,
        max_waiting: int = _MAX_WAITING,
        max_of_caller: int = _MAX_OF_CALLER,
    ) -> None:
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix=name)
        self._busy = busy
        self._places = _THREADS + max_waiting
        self._max_of_caller = max_of_caller
        self._taken: Counter[str] = Counter()  # places of work that waits or runs, by caller
        # The work that waits, by caller; the next caller in turn comes first.
        self._waiting: OrderedDict[str, deque[_Work]] = OrderedDict()
        self._lock = threading.Lock()

    def submit(self, caller: str, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Call a function in the thread. Raises the busy error if too much waits, in all or of the caller."""
        future: Future[T] = Future()
        with self._lock:
            if self._is_full_for(caller):
                raise self._busy()
            self._pool.submit(self._do_next)
            self._taken[caller] += 1
            work = _Work(future, copy_context(), function, arguments)
            self._waiting.setdefault(caller, deque()).append(work)
        return future

    async def run(self, caller: str, function: Callable[..., T], *arguments: Any) -> T:
        """Return the result of a function that is called in the thread. Raises as `submit` does."""
        if self._is_full_for(caller):
            await pause_before_refusal()
        return await asyncio.wrap_future(self.submit(caller, function, *arguments))

    def close(self) -> None:
        """Let running work end and cancel waiting work."""
        with self._lock:
            dropped = [work for queue in self._waiting.values() for work in queue]
            self._waiting.clear()
        for work in dropped:
            work.future.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _is_full_for(self, caller: str) -> bool:
        return self._taken.total() >= self._places or self._taken[caller] >= self._max_of_caller

    def _do_next(self) -> None:
        """Do the first work of the caller whose turn it is; then it is the next caller's turn."""
        with self._lock:
            if not self._waiting:  # closed
                return
            caller, queue = self._waiting.popitem(last=False)
            work = queue.popleft()
            if queue:
                self._waiting[caller] = queue
        if not work.future.set_running_or_notify_cancel():
            self._leave(caller)
            return
        try:
            result = work.context.run(work.function, *work.arguments)
        except BaseException as error:
            self._leave(caller)
            work.future.set_exception(error)
        else:
            self._leave(caller)
            work.future.set_result(result)

    def _leave(self, caller: str) -> None:
        with self._lock:
            self._taken[caller] -= 1
            self._taken += Counter()  # drops callers without a place
