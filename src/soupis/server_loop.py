"""The event loop of a server process: a request begins where it comes in, and enters the loop to wait.

Granian takes requests in by a thread of its own, which hands each of them over to the thread of the event
loop: that one has to be woken, and each waits for the other to give the interpreter away. A request that is
answered without waiting for anything needs no loop, and is done before it would have been handed over
(docs/decisions/0021-a-request-begins-where-it-comes-in.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextvars import Context, copy_context
from types import CoroutineType, coroutine
from typing import Any, TypeVarTuple

T = TypeVarTuple("T")


def in_loop() -> bool:
    """Tell whether this thread is the event loop's."""
    return asyncio._get_running_loop() is not None


@coroutine
def enter_loop() -> Generator[None, None, None]:
    """Go on in the event loop; to be awaited before anything that may wait."""
    if not in_loop():
        yield


@coroutine
def enter_thread(pool: Executor) -> Generator[Executor, None, None]:
    """Go on in a thread of a pool; for what is not in the event loop."""
    yield pool


class ServerLoop(asyncio.SelectorEventLoop):
    """Begins the coroutines that are handed over to it in the thread that hands them over.

    They have to await `enter_loop` before they wait for anything; `enter_thread` before they work for long.
    """

    def __init__(self) -> None:
        super().__init__()
        self._called_already = asyncio.Handle(lambda: None, (), self)

    def call_soon_threadsafe(
        self, callback: Callable[[*T], object], *arguments: *T, context: Context | None = None
    ) -> asyncio.Handle:
        """Call back in the loop; of a coroutine among the arguments, only what is left of it."""
        if arguments and isinstance(arguments[0], CoroutineType):
            return self._go_on(arguments[0], callback, arguments)
        return super().call_soon_threadsafe(callback, *arguments, context=context)

    def _go_on(
        self, begun: CoroutineType[Any, None, Any], callback: Callable[..., object], arguments: Sequence[Any]
    ) -> asyncio.Handle:
        """Do here what a coroutine does until it enters a thread or the loop, where the callback follows."""
        try:
            pool = begun.send(None)
        except StopIteration:
            return self._called_already
        context = copy_context()  # what it has set so far goes along
        if pool is None:
            return super().call_soon_threadsafe(callback, *arguments, context=context)
        going_on = pool.submit(context.run, self._go_on, begun, callback, arguments)
        going_on.add_done_callback(lambda left: begun.close() if left.cancelled() else None)
        return self._called_already


def new_server_loop() -> asyncio.AbstractEventLoop:
    """Return a loop that is the current one of this thread."""
    loop = ServerLoop()
    asyncio.set_event_loop(loop)
    return loop
