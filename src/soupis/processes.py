"""Processes of ours: one way to start those for parsing and building, and none left behind."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
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
from threading import Thread
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


# Forking a process that holds open databases is unsafe; a fresh interpreter costs half a second.
CONTEXT = multiprocessing.get_context("spawn")
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
    set_memory(keep_freed=False)
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


def set_memory(*, keep_freed: bool) -> None:
    """Set whether memory that C libraries free stays with this process, or goes back to the system.

    Servers keep up to 16 MB of a heap, because searches allocate blocks of 0.4 MB again and again. In loads
    half of such memory would stay unused: glibc keeps ever larger blocks, and a heap for each thread.
    """
    with suppress(AttributeError, OSError):  # glibc has it, other C libraries do not
        library = ctypes.CDLL(None)
        if keep_freed:
            library.mallopt(_MMAP_THRESHOLD, 4 * 1024 * 1024)
            library.mallopt(_TRIM_THRESHOLD, 16 * 1024 * 1024)
        else:
            library.mallopt(_MMAP_THRESHOLD, 128 * 1024)
            library.mallopt(_ARENA_MAX, 1)


def release_memory() -> None:
    """Give back to the system what is free now."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


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
