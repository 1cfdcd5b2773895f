"""A request is begun where it comes in, and goes on in the event loop where it may wait."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

import httpx
import pytest
from zstandard import ZstdDecompressor

from soupis.compression import Choice, Compression
from soupis.metrics import RequestCounts
from soupis.server_loop import ServerLoop, enter_loop, enter_thread
from tests.support.callers import Caller
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE, wait_until

_SETTING = ContextVar("_SETTING", default="")


@pytest.fixture(name="loop")
def _loop() -> Iterator[ServerLoop]:
    """A loop that runs in another thread."""
    loop = ServerLoop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def _hand_over(loop: ServerLoop, work: Callable[[], Awaitable[Any]]) -> Future[Any]:
    """Hand a coroutine over as the server does; return what becomes of it."""
    ended: Future[Any] = Future()

    async def watched() -> None:
        try:
            ended.set_result(await work())
        except BaseException as error:
            ended.set_exception(error)

    loop.call_soon_threadsafe(loop.create_task, watched())
    return ended


def test_what_does_not_wait_is_done_before_it_is_handed_over() -> None:
    loop = ServerLoop()  # which nobody runs

    async def work() -> int:
        return threading.get_ident()

    ended = _hand_over(loop, work)
    loop.close()
    assert ended.done() and ended.result() == threading.get_ident()


def test_what_enters_the_loop_goes_on_there_with_what_it_has_set(loop: ServerLoop) -> None:
    async def work() -> tuple[int, int, str]:
        _SETTING.set("before")
        begun = threading.get_ident()
        await enter_loop()
        await asyncio.sleep(0)
        await enter_loop()  # once in, that changes nothing
        return begun, threading.get_ident(), _SETTING.get()

    begun, ended, setting = _hand_over(loop, work).result(PATIENCE)
    assert begun == threading.get_ident() != ended
    assert setting == "before"


def test_what_enters_a_thread_goes_on_there_and_then_in_the_loop(loop: ServerLoop) -> None:
    async def work() -> tuple[str, int, str]:
        _SETTING.set("before")
        await enter_thread(pool)
        worked = threading.current_thread().name
        await enter_loop()
        await asyncio.sleep(0)
        return worked, threading.get_ident(), _SETTING.get()

    with ThreadPoolExecutor(1, thread_name_prefix="worker") as pool:
        worked, ended, setting = _hand_over(loop, work).result(PATIENCE)
    assert worked == "worker_0"
    assert ended == _ident(loop)
    assert setting == "before"


def test_what_waits_for_a_thread_that_never_comes_is_ended(loop: ServerLoop) -> None:
    pool, done = ThreadPoolExecutor(1), threading.Event()
    pool.submit(done.wait, PATIENCE)

    async def work() -> None:
        await enter_thread(pool)

    ended = _hand_over(loop, work)
    pool.shutdown(wait=False, cancel_futures=True)
    done.set()
    assert isinstance(ended.exception(PATIENCE), GeneratorExit)


def _ident(loop: ServerLoop) -> int:
    """Return the thread of a loop."""
    called: Future[int] = Future()
    loop.call_soon_threadsafe(lambda: called.set_result(threading.get_ident()))
    return called.result(PATIENCE)


def test_a_callback_without_a_coroutine_is_called_in_the_loop(loop: ServerLoop) -> None:
    assert _ident(loop) != threading.get_ident()


def test_an_answer_that_takes_long_to_pack_enters_the_loop(loop: ServerLoop) -> None:
    body, sent = b"0123456789" * 20_000, []

    async def send(message: Any) -> None:
        sent.append(message)

    async def work() -> None:
        packed = Compression({"method": "GET", "headers": []}, send, Choice(b"zstd", plain=True), public=True)
        headers = [(b"content-type", b"application/json")]
        await packed({"type": "http.response.start", "status": 200, "headers": headers})
        await packed({"type": "http.response.body", "body": body})

    _hand_over(loop, work).result(PATIENCE)
    assert ZstdDecompressor().decompressobj().decompress(sent[1]["body"]) == body


def test_no_answer_is_lost_from_the_counts_of_two_threads() -> None:
    counts, times, usual = RequestCounts(), 50_000, sys.getswitchinterval()

    def count() -> None:
        for _ in range(times):
            counts.note("/api/v1/firma/", 200, 0.001)

    threads = [threading.Thread(target=count) for _ in range(2)]
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert sum(counts.own()["company"].buckets) == len(threads) * times


_SERVES = """
import asyncio, sys, threading
from granian import Granian, loops
from granian.constants import Interfaces, Loops
from soupis.server_loop import enter_loop, new_server_loop

async def application(scope, receive, send):
    if scope["type"] != "http":
        return
    told = "outside" if asyncio._get_running_loop() is None else "in the loop"
    if scope["path"] == "/waits":
        await enter_loop()
        await asyncio.sleep(0)
        told += ", then " + threading.current_thread().name
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": told.encode()})

loops.register("asyncio")(new_server_loop)
server = Granian("-", port=int(sys.argv[1]), interface=Interfaces.ASGI, loop=Loops.asyncio, log_enabled=False)
server.serve(target_loader=lambda *_: application)
"""


def test_granian_hands_requests_over_so_that_they_are_begun_where_they_come_in() -> None:
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", _SERVES, str(port)]) as process:
        try:
            wait_until(lambda: _told(port, "/") is not None)
            assert _told(port, "/") == "outside"
            assert _told(port, "/waits") == "outside, then MainThread"
        finally:
            process.terminate()


def _told(port: int, path: str) -> str | None:
    try:
        return httpx.get(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE).text
    except httpx.TransportError:
        return None


_TIMES = 200


def test_a_detail_and_a_search_of_several_words_wake_no_event_loop(
    server: Server, enterprise: Caller
) -> None:
    ico = enterprise.get("/api/v1/vyhledavani").json()["data"]["firmy"][0]["ico"]
    # An answer to HEAD has no receipt, which it might have to wait for.
    assert _wakes(server, lambda: enterprise.http.head(f"/api/v1/firma/{ico}")) < _TIMES / 2
    assert _wakes(server, lambda: enterprise.get("/api/v1/vyhledavani?q=praha+stavby")) < _TIMES / 2
    assert _wakes(server, lambda: enterprise.get("/api/health")) > _TIMES / 2


def _wakes(server: Server, ask: Callable[[], httpx.Response]) -> int:
    """Return how often the thread of the server's event loop went to sleep while it was asked."""
    before = _sleeps(server)
    for _ in range(_TIMES):
        assert ask().status_code == 200
    return _sleeps(server) - before


def _sleeps(server: Server) -> int:
    """Return how often the first thread of the process that answers has waited for something."""
    (answering,) = server.answering()
    return answering.num_ctx_switches().voluntary
