"""Processes of ours: one way to start those for parsing and building, and none left behind."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from threading import Thread
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class _Semaphore:
    """A semaphore of several processes that is gone with the last of them, however they end.

    Those of `multiprocessing` are files in /dev/shm, which stay there when all processes are killed at once.
    """

    def __init__(self, value: int) -> None:
        # A connection, because `multiprocessing` hands those over to the processes that it starts.
        self._left = Connection(os.eventfd(value, os.EFD_SEMAPHORE | os.EFD_NONBLOCK | os.EFD_CLOEXEC))

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Take one; tell whether there was one, in so many seconds where it may wait for it."""
        end = time.monotonic() + (timeout or 0)
        while True:
            with suppress(BlockingIOError):
                os.eventfd_read(self._left.fileno())
                return True
            left = None if block and timeout is None else end - time.monotonic()
            if not block or (left is not None and left <= 0):
                return False
            wait([self._left], left)  # another one may be quicker to take what comes

    def release(self) -> None:
        """Give one back."""
        os.eventfd_write(self._left.fileno(), 1)

    @property
    def _semlock(self) -> _Semaphore:
        return self  # what a queue asks, to say whether it is full

    def _is_zero(self) -> bool:
        return not self._left.poll()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_exception: object) -> None:
        self.release()


class _Context(SpawnContext):
    """Processes made from nothing, whose queues and pools leave nothing behind when they are killed."""

    def Lock(self) -> Any:  # noqa: N802 - a name of `multiprocessing`
        return _Semaphore(1)

    def BoundedSemaphore(self, value: int = 1) -> Any:  # noqa: N802
        return _Semaphore(value)


# Forking a process that holds open databases is unsafe; a fresh interpreter costs half a second.
CONTEXT = _Context()
_LOOK = 0.5
# How long a process beside another one has for ending what it is at; whatever it is can be killed.
_ENDING_SECONDS = 5.0


def worker_pool(
    count: int, prepare: Callable[..., None] | None = None, *arguments: Any
) -> ProcessPoolExecutor:
    """Return a pool of processes that start at once; `prepare(*arguments)` runs first in each of them.

    Raises BrokenProcessPool when one is killed meanwhile.
    """
    pool = ProcessPoolExecutor(count, mp_context=CONTEXT, initializer=_start, initargs=(prepare, arguments))
    others = set(active_children())
    try:
        for _ in range(count):  # a process starts when there is work for it
            pool.submit(_be_ready)
        pool.submit(_be_ready)
    except BrokenProcessPool:
        # Python before 3.12.1 gives up all that have started, and waits for ever for one that just starts.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    return pool


def in_order(pool: Executor, work: Callable[[T], R], items: Iterable[T], ahead: int) -> Iterator[R]:
    """Yield the results of a pool's work on items, in their order; at most so many items are read ahead."""
    waiting: deque[Future[R]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _be_ready() -> None:
    """Do nothing, but in a process that has started."""


def leave_with_parent(seconds: float) -> None:
    """Have this process end when the one that started it is killed, which could not tell it to.

    It gets a SIGTERM, and `seconds` to end by itself. Without a parent of ours nothing happens.
    """
    parent = parent_process()
    if parent is not None and parent.pid is not None:
        Thread(target=_watch, args=(parent.pid, seconds), name="parent", daemon=True).start()


def _watch(parent: int, seconds: float) -> None:
    # Not by the pipe that multiprocessing holds: processes that were forked later hold its other end too.
    while os.getppid() == parent:
        time.sleep(_LOOK)
    if seconds:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(seconds)
    os._exit(1)


def _start(prepare: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    leave_with_parent(0)  # it would wait for work without end
    return_freed_memory()
    # Rows and records hold no cycles; looking for some after every thousand of them takes a third of the
    # time.
    gc.set_threshold(1_000_000, 20, 50)
    if prepare is not None:
        prepare(*arguments)


# Of glibc's `malloc.h`.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8


def come_after(steps: int) -> None:
    """Let others have the processor before this process, where the system lets it say so."""
    with suppress(OSError):  # a sandbox may forbid it
        os.nice(steps)


def return_freed_memory() -> None:
    """Have what C libraries free go back to the system, in a process that loads; servers rather keep it.

    glibc keeps ever larger blocks, up to 32 MB, once some were freed, and a heap for each thread: of the
    buffers of an index, and of lists of rows, half stays unused so.
    """
    with suppress(AttributeError, OSError):  # glibc has it, other C libraries do not
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, 128 * 1024)
        library.mallopt(_ARENA_MAX, 1)


def keep_freed_memory() -> None:
    """Have what C libraries free stay with this process, up to 16 MB a heap: for servers, and who gets much.

    A walk through a dictionary of the search index marks what it finds in a bit for each company, 0.4 MB of
    3,500,000. Such blocks would go back and be asked for again, which takes longer than most walks; and so
    would the buffers of several MB in which a task comes, for each 64 kB that a pipe holds.
    """
    with suppress(AttributeError, OSError):  # glibc has it, other C libraries do not
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, 4 * 1024 * 1024)
        library.mallopt(_TRIM_THRESHOLD, 16 * 1024 * 1024)


def give_memory_back() -> None:
    """Give back what is free now: between two parts of a load, of which the next one needs other things."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def ready_to_fork() -> None:
    """Leave little that forked processes would copy bit by bit while they serve, as if they grew.

    Garbage goes, what stays is not looked through again, and memory that C libraries freed goes back.
    """
    give_memory_back()
    gc.freeze()


def run_until(over: threading.Event, target: Callable[[], None]) -> int | None:
    """Run a process of ours until it ends or `over` is set; return its exit code, None where it was ended."""
    process = CONTEXT.Process(target=target)
    process.start()
    while process.is_alive() and not over.is_set():
        process.join(_LOOK / 2)
    ended = None if process.is_alive() else process.exitcode
    process.terminate()
    process.join(_ENDING_SECONDS)
    process.kill()
    process.join()
    return ended


@contextmanager
def when_told_to_stop(tell: Callable[[], object]) -> Iterator[None]:
    """Call `tell` when a signal asks this process to stop, before what its server does about it.

    An event loop learns of signals by a pipe of its own, so its handlers stay as they are.
    """
    kept: dict[int, Callable[[int, FrameType | None], object]] = {}
    if threading.current_thread() is threading.main_thread():  # no other gets signals
        handlers = ((number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT))
        kept = {number: handler for number, handler in handlers if callable(handler)}

    def told(number: int, frame: FrameType | None) -> None:
        tell()
        kept[number](number, frame)

    for number in kept:
        signal.signal(number, told)
        signal.siginterrupt(number, False)
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
