"""Work that takes long: in threads, few at once, and refused when too much waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

from soupis.heavy_work import HeavyWork
from soupis.installation import Installation
from soupis.queries.errors import QueryError
from soupis.queries.services import too_busy
from soupis.search.companies import CompanyQuery, is_heavy
from soupis.search.persons import is_heavy as is_heavy_for_persons
from soupis.store.documents import Documents, LargeDocumentError
from tests.support.callers import fresh_address
from tests.support.giants import GIANT, make_giant
from tests.support.installation import copy_of, issue_key
from tests.support.waiting import wait_until
from tests.web.site import compose

_HEAVY = "/api/v1/vyhledavani?q=praha+stavby"


def test_others_are_answered_while_work_is_done() -> None:
    async def scenario() -> None:
        work, done = HeavyWork("test", too_busy), threading.Event()
        running = asyncio.create_task(work.run("somebody", done.wait, 30))
        await asyncio.sleep(0)
        done.set()  # the loop gets here although the work waits
        assert await running
        work.close()

    asyncio.run(scenario())


def test_what_waits_beyond_the_bound_is_refused_and_taken_when_there_is_room() -> None:
    async def scenario() -> None:
        work, done = HeavyWork("test", too_busy, max_waiting=1), threading.Event()
        running = [asyncio.create_task(work.run("somebody", done.wait, 30)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(QueryError) as refusal:
            await work.run("somebody", int)
        assert refusal.value.status == 503
        assert int(refusal.value.headers["Retry-After"]) > 0
        done.set()
        assert all(await asyncio.gather(*running))
        assert await work.run("somebody", int) == 0
        work.close()

    asyncio.run(scenario())


def test_work_that_nobody_waits_for_any_more_still_takes_its_place() -> None:
    async def scenario() -> None:
        work, done, begun = HeavyWork("test", too_busy, max_waiting=0), threading.Event(), threading.Event()

        def occupy() -> None:
            begun.set()
            done.wait(30)

        running = asyncio.create_task(work.run("somebody", occupy))
        await asyncio.to_thread(begun.wait, 30)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        with pytest.raises(QueryError):
            await work.run("somebody", int)
        done.set()
        work.close()

    asyncio.run(scenario())


def test_one_caller_takes_only_a_share_of_the_places() -> None:
    work, done = HeavyWork("test", too_busy, max_waiting=16, max_of_caller=8), threading.Event()
    hostile = [work.submit("hostile", done.wait, 60) for _ in range(8)]
    with pytest.raises(QueryError):
        work.submit("hostile", int)
    others = [work.submit(f"caller {number}", done.wait, 60) for number in range(9)]
    with pytest.raises(QueryError):
        work.submit("one too many", int)
    done.set()
    assert all(future.result(60) for future in (*hostile, *others))
    assert work.submit("hostile", int).result(60) == 0
    work.close()


def test_callers_take_turns() -> None:
    work, done, order = HeavyWork("test", too_busy), threading.Event(), list[str]()
    blocked = work.submit("somebody", done.wait, 60)
    hostile = [work.submit("hostile", order.append, "hostile") for _ in range(5)]
    other = work.submit("other", order.append, "other")
    done.set()
    futures: list[Future[Any]] = [blocked, *hostile, other]
    for future in futures:
        future.result(60)
    assert order.index("other") == 1
    work.close()


def test_a_refusal_waits_so_that_asking_again_without_a_pause_costs_little() -> None:
    async def scenario() -> None:
        work, done = HeavyWork("test", too_busy, max_waiting=0), threading.Event()
        running = work.submit("somebody", done.wait, 60)
        begun = time.monotonic()
        with pytest.raises(QueryError):
            await work.run("hostile", int)
        assert time.monotonic() - begun >= 1
        done.set()
        running.result(60)
        work.close()

    asyncio.run(scenario())


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
    running = client.portal.start_task_soon(heavy.run, "somebody", occupy)
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
        services.heavy = HeavyWork("test", too_busy, max_waiting=0)
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
    """The demo with a company of 3,000 members."""
    where = copy_of(demo_installation, tmp_path_factory.mktemp("giant") / "data")
    make_giant(where, 3_000)
    return where


@pytest.fixture(scope="module")
def paid(giant: Installation) -> dict[str, str]:
    """Headers of an account whose quota is not used up here."""
    return {"Authorization": f"Bearer {issue_key(giant, 'obr@example.com', 'enterprise')}"}


_GIANT_PATHS = [
    "/firma/00514152",
    "/firma/00514152/osoby",
    "/firma/00514152/vazby",
    "/firma/00514152/zapisy",
    "/firma/00514152/platba",
    "/firma/00514152/listiny",
    "/firma/00514152?kDatu=2020-01-31",
    "/porovnani?ico=00514152&ico=45274649",
    "/api/v1/firma/00514152",
    "/api/v1/firma/00514152?kDatu=2020-01-31",
    "/api/v1/firma/00514152/listiny",
    "/api/v1/firma/00514152/export",
    "/api/v1/firma/00514152/export?kDatu=2020-01-31",
    "/api/v1/vyhledavani?q=00514152",
]
_SUGGESTIONS = ["/navrhy?q=00514152", "/api/suggest?q=00514152"]
_GIANT_TOOLS = {
    "detail_firmy": {"ico": "00514152"},
    "vazby": {"ico": "00514152"},
    "listiny": {"ico": "00514152"},
    "overit_dph": {"ico": ["00514152"]},
    "overit_insolvenci": {"ico": ["00514152"]},
}


def test_an_event_loop_reads_no_large_document(giant: Installation) -> None:
    async def read(documents: Documents) -> None:
        with pytest.raises(LargeDocumentError):
            documents.company(GIANT)
        with pytest.raises(LargeDocumentError):
            documents.details([GIANT])
        assert documents.company(45274649)

    with Documents(giant.documents_path) as documents:
        asyncio.run(read(documents))
        assert documents.company(GIANT) and documents.details([GIANT])[0]


def test_what_is_made_of_large_documents_is_made_in_a_thread(
    giant: Installation, paid: dict[str, str]
) -> None:
    app = compose(giant, "https://soupis.test")
    with TestClient(app, base_url="https://soupis.test", headers=paid) as client:
        services = app.services()
        services.heavy.close()
        services.heavy = HeavyWork("test", too_busy, max_waiting=0)
        with _all_places_taken(client, services.heavy):
            assert {path: client.get(path).status_code for path in _GIANT_PATHS} == dict.fromkeys(
                _GIANT_PATHS, 503
            )
            assert all(_call(client, tool)["isError"] for tool in _GIANT_TOOLS)
            assert [client.get(path).json() for path in _SUGGESTIONS] == [[], []]
            batch = client.post("/api/v1/firmy/dph", json={"ico": ["00514152"]})
            assert batch.status_code == 503 and int(batch.headers["retry-after"]) > 0
            assert client.get("/firma/45274649").status_code == 200  # a small one
        assert {path: client.get(path).status_code for path in _GIANT_PATHS} == dict.fromkeys(
            _GIANT_PATHS, 200
        )
        assert not any(_call(client, tool)["isError"] for tool in _GIANT_TOOLS)


def _call(client: TestClient, tool: str) -> Any:
    call = {"name": tool, "arguments": _GIANT_TOOLS[tool]}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream"}
    return client.post("/mcp", json=body, headers=headers).json()["result"]


@pytest.mark.parametrize(
    "path", [*_GIANT_PATHS, *_SUGGESTIONS, *_GIANT_TOOLS, "/", "/stav", "/hledat?q=praha", _HEAVY]
)
def test_no_answer_holds_the_event_loop(
    giant: Installation, paid: dict[str, str], monkeypatch: pytest.MonkeyPatch, path: str
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
            assert client.get(path).status_code == 200

    app = compose(giant, "https://soupis.test")
    with TestClient(app, base_url="https://soupis.test", headers=paid) as client:
        ask()  # a template is compiled when it is first used
        monkeypatch.setattr(asyncio.Handle, "_run", run_timed)
        longest = []
        for _ in range(5):
            turns.clear()
            ask()
            longest.append(max(turns))
    assert min(longest) < 0.020
