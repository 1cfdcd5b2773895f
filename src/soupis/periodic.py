"""Work that is done again and again beside requests, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

import structlog

_log = structlog.stdlib.get_logger(__name__)


class Periodic:
    """Calls a function every so many seconds, from `start` until `close`; a failure is logged.

    `stopping` is set when the function should end early.
    """

    def __init__(self, name: str, work: Callable[[], None], seconds: float) -> None:
        self.stopping = threading.Event()
        self._work = work
        self._seconds = seconds
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, which calls the function at once."""
        self._thread.start()

    def wake(self) -> None:
        """Have the function called now, or once more when it is at work."""
        self._wake.set()

    def close(self) -> None:
        """Stop, and wait for the function to return."""
        self.stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _loop(self) -> None:
        while not self.stopping.is_set():
            self._wake.clear()
            try:
                self._work()
            except Exception:
                _log.exception("periodic_work_failed", work=self._thread.name)
            if not self.stopping.is_set():  # else `close` may have woken it before it was cleared
                self._wake.wait(self._seconds)
