"""Work that takes long: in threads, few at once, and refused when too much waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from soupis.installation import Installation
from soupis.queries.companies import decode_detail
from soupis.queries.errors import QueryError
from soupis.queries.heavy import HeavyWork
from soupis.search.companies import CompanyQuery, is_heavy
from soupis.search.persons import is_heavy as is_heavy_for_persons
from soupis.server_loop import ServerLoop
from soupis.store.engine import writing
from soupis.store.tables import company_document
from soupis.wire.base import encode
from tests.support.callers import fresh_address
from tests.support.installation import copy_of
from tests.support.waiting import wait_until
from tests.web.site import compose

_HEAVY = "/api/v1/vyhledavani?q=praha+stavby"


def test_others_are_answered_while_work_is_done() -> None:
    async def scenario() -> None:
        work, done = HeavyWork(threads=1), threading.Event()
        running = asyncio.create_task(work.run(done.wait, 30))
        await asyncio.sleep(0)
        done.set()  # the loop gets here although the work waits
        assert await running
        work.close()

    asyncio.run(scenario())


def test_what_waits_beyond_the_bound_is_refused_at_once_and_taken_when_there_is_room() -> None:
    async def scenario() -> None:
        work, done = HeavyWork(threads=1, most_waiting=1), threading.Event()
        running = [asyncio.create_task(work.run(done.wait, 30)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(QueryError) as refusal:
            await work.run(int)
        assert refusal.value.status == 503
        assert int(refusal.value.headers["Retry-After"]) > 0
        done.set()
        assert all(await asyncio.gather(*running))
        assert await work.run(int) == 0
        work.close()

    asyncio.run(scenario())


def test_work_that_nobody_waits_for_any_more_still_takes_its_place() -> None:
    async def scenario() -> None:
        work, done, begun = HeavyWork(threads=1, most_waiting=0), threading.Event(), threading.Event()

        def occupy() -> None:
            begun.set()
            done.wait(30)

        running = asyncio.create_task(work.run(occupy))
        await asyncio.to_thread(begun.wait, 30)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        with pytest.raises(QueryError):
            await work.run(int)
        done.set()
        work.close()

    asyncio.run(scenario())


def test_what_is_begun_outside_of_the_event_loop_goes_on_in_a_thread_within_the_bound() -> None:
    loop, work, done = ServerLoop(), HeavyWork(threads=1, most_waiting=1), threading.Event()
    ended: list[object] = []

    async def ask() -> None:
        try:
            ended.append(await work.run(done.wait, 120))
        except QueryError as error:
            ended.append(error.status)

    for _ in range(3):
        loop.call_soon_threadsafe(loop.create_task, ask())
    assert ended == [503]
    done.set()
    wait_until(lambda: ended == [503, True, True])
    loop.call_soon_threadsafe(loop.create_task, ask())
    wait_until(lambda: ended == [503, True, True, True])
    work.close()
    loop.close()


def test_one_word_is_searched_in_place_and_several_in_a_thread() -> None:
    assert not is_heavy(CompanyQuery("Stavby"))
    assert not is_heavy(CompanyQuery("CZ 270 82 440"))
    assert not is_heavy(CompanyQuery("stavby", region=19))
    assert not is_heavy(CompanyQuery())
    assert is_heavy(CompanyQuery("stavby-praha"))
    assert is_heavy(CompanyQuery("\ufdfa"))
    assert is_heavy(CompanyQuery(nace=("62", "63")))
    assert not is_heavy_for_persons("novak")
    assert is_heavy_for_persons("jan novak")


@contextmanager
def _all_places_taken(client: TestClient, heavy: HeavyWork) -> Iterator[None]:
    done, begun = threading.Event(), threading.Event()

    def occupy() -> None:
        begun.set()
        done.wait(60)

    assert client.portal
    running = client.portal.start_task_soon(heavy.run, occupy)
    assert begun.wait(60)
    try:
        yield
    finally:
        done.set()
        running.result(60)


def test_a_busy_service_refuses_demanding_searches_alone_and_charges_nothing(
    demo_installation: Installation,
) -> None:
    app = compose(demo_installation, "https://soupis.test")
    with TestClient(app, base_url="https://soupis.test") as client:
        services = app.services()
        services.heavy.close()
        services.heavy = HeavyWork(threads=1, most_waiting=0)
        headers = {"X-Forwarded-For": fresh_address()}
        before = int(client.get(_HEAVY, headers=headers).headers["x-ratelimit-remaining"])
        with _all_places_taken(client, services.heavy):
            for path in (_HEAVY, "/api/v1/osoby?q=jan+novak", "/api/v1/vyhledavani/export?q=praha+stavby"):
                answer = client.get(path, headers=headers)
                assert answer.status_code == 503, path
                assert int(answer.headers["retry-after"]) > 0
                assert answer.json()["chyba"]["status"] == 503
                assert "Nic nebylo započítáno" in answer.json()["chyba"]["zprava"]
            page = client.get("/hledat?q=praha+stavby")
            assert page.status_code == 503
            assert int(page.headers["retry-after"]) > 0
            assert "<h1>" in page.text
            assert client.get("/api/health").status_code == 200
            assert client.get("/api/v1/firma/00514152").status_code == 200
            last = client.get("/api/v1/vyhledavani?q=budvar", headers=headers)
            assert last.status_code == 200
            assert int(last.headers["x-ratelimit-remaining"]) == before - 2  # the detail and this one
        wait_until(lambda: client.get(_HEAVY, headers=headers).status_code == 200)


@pytest.fixture(scope="module")
def giant(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The demo with a company of 570 members."""
    where = copy_of(demo_installation, tmp_path_factory.mktemp("giant") / "data")
    with writing(where.engine) as connection:
        body = connection.scalar(select(company_document.c.detail).where(company_document.c.ico == 514152))
        assert body
        detail = decode_detail(body)
        assert detail.statutarni_organy
        organ = detail.statutarni_organy[0]
        organ.clenove = (organ.clenove * 570)[:570]
        connection.execute(
            update(company_document).where(company_document.c.ico == 514152).values(detail=encode(detail))
        )
    return where


_GIANT_PATHS = [
    "/firma/00514152",
    "/firma/00514152/osoby",
    "/firma/00514152/vazby",
    "/api/v1/firma/00514152/export",
]
_GIANT_TOOLS = ("detail_firmy", "vazby")


def test_what_is_made_of_large_documents_is_made_in_a_thread(giant: Installation) -> None:
    app = compose(giant, "https://soupis.test")
    with TestClient(app, base_url="https://soupis.test") as client:
        services = app.services()
        services.heavy.close()
        services.heavy = HeavyWork(threads=1, most_waiting=0)
        with _all_places_taken(client, services.heavy):
            assert {client.get(path).status_code for path in _GIANT_PATHS} == {503}
            assert all(_call(client, tool)["isError"] for tool in _GIANT_TOOLS)
            assert client.get("/firma/45274649").status_code == 200  # a small one
        assert {client.get(path).status_code for path in _GIANT_PATHS} == {200}
        assert not any(_call(client, tool)["isError"] for tool in _GIANT_TOOLS)


def _call(client: TestClient, tool: str) -> Any:
    call = {"name": tool, "arguments": {"ico": "00514152"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream", "X-Forwarded-For": fresh_address()}
    return client.post("/mcp", json=body, headers=headers).json()["result"]


@pytest.mark.parametrize("path", [*_GIANT_PATHS, *_GIANT_TOOLS, "/", "/stav", "/hledat?q=praha", _HEAVY])
def test_no_answer_holds_the_event_loop(
    giant: Installation, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The longest turn of the loop in processor time, the best of some: a busy machine does not matter."""
    turns: list[float] = []
    run = asyncio.Handle._run

    def run_timed(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        turns.append(time.thread_time() - begun)

    def ask() -> None:
        if path in _GIANT_TOOLS:
            assert not _call(client, path)["isError"]
        else:
            address = {"X-Forwarded-For": fresh_address()}
            assert client.get(path, headers=address).status_code == 200

    with TestClient(compose(giant, "https://soupis.test"), base_url="https://soupis.test") as client:
        ask()  # a template is compiled when it is first used
        monkeypatch.setattr(asyncio.Handle, "_run", run_timed)
        longest = []
        for _ in range(5):
            turns.clear()
            ask()
            longest.append(max(turns))
    assert min(longest) < 0.020
