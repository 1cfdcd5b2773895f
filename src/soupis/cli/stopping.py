"""How a process is told to stop, the parent of server processes at whatever moment the signal comes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType


class StopEvent(threading.Event):
    """An event for the main thread that a signal handler may set at any moment; one per process.

    That of `threading` loses signals in two ways. Its `set` takes a lock: a signal that comes while `wait`
    holds it never returns from the handler. And a handler runs only between two steps of Python: a signal
    that comes after the last of them, before the thread sleeps, wakes nobody. So nothing here takes a lock,
    and the system's own handler writes into the pipe that is waited for.
    """

    def __init__(self, stopping: Callable[[], bool] = lambda: False) -> None:
        super().__init__()
        self._told = False
        self._stopping = stopping  # once it is true the event cannot be cleared any more
        self._wakes, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)

    def set(self) -> None:
        """Wake whoever waits, now and later."""
        self._told = True
        with suppress(BlockingIOError):  # full of what wakes already
            os.write(self._wake, b"\0")

    def clear(self) -> None:
        """Let the next one wait again, unless it is time to stop."""
        self._told = False
        if self._stopping():
            self.set()

    def is_set(self) -> bool:
        """Tell whether nobody has to wait."""
        return self._told

    def wait(self, _timeout: float | None = None) -> bool:
        """Wait until the event is set."""
        while not self._told:
            os.read(self._wakes, 4096)
        return True


@contextmanager
def stopping(stop: threading.Event) -> Iterator[None]:
    """Turn SIGTERM and SIGINT into a wish to stop; a second one ends the process at once."""

    def ask(number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        stop.set()

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
