"""Work that takes milliseconds: done in a thread, so that the event loop answers everybody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.server_loop import enter_loop, enter_thread, in_loop

T = TypeVar("T")

# Measured on two cores by bench/heavy.py: a second thread does no more searches and keeps others waiting for
# longer. A machine with more cores runs more processes.
_THREADS = 1
# Who comes after these would wait for seconds: better told at once to come again.
_MOST_WAITING = 16
_RETRY_SECONDS = 2
# A page of so many bytes of documents, or the table of them, takes five milliseconds to be made.
_LARGE = 32 * 1024


def is_large(*documents: bytes | None) -> bool:
    """Tell whether documents take longer to be shown than the way to a thread is worth."""
    return sum(map(len, filter(None, documents))) > _LARGE


class HeavyWork:
    """The threads of one process for one kind of such work, and a bound on what waits for them."""

    def __init__(
        self, threads: int = _THREADS, most_waiting: int = _MOST_WAITING, name: str = "heavy"
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places = threading.Semaphore(threads + most_waiting)

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Return what the function returns, called in a thread. Raises QueryError 503 when too much waits.

        A request that is not in the event loop goes on in that thread.
        """
        if not self._places.acquire(blocking=False):
            raise QueryError(503, *errors.TOO_BUSY, headers={"Retry-After": str(_RETRY_SECONDS)})
        if in_loop():
            future = self._pool.submit(function, *arguments)
            # Who asked may be gone; the place is free only when the work has ended.
            future.add_done_callback(lambda _: self._places.release())
            return await asyncio.wrap_future(future)
        try:
            await enter_thread(self._pool)
            return function(*arguments)
        finally:
            self._places.release()

    async def run_if(self, heavy: bool, function: Callable[..., T], *arguments: Any) -> T:
        """Do the same where it is worth the way to a thread, a tenth of a millisecond; else in the loop."""
        if heavy:
            return await self.run(function, *arguments)
        await enter_loop()
        return function(*arguments)

    def close(self) -> None:
        """Let what runs end, and forget what waits."""
        self._pool.shutdown(wait=True, cancel_futures=True)
