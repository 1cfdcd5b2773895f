"""An operator sees whether a node is ready, what its servers answer, and what log line an answer has."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from soupis.installation import Installation
from soupis.queries import readiness
from soupis.queries.services import Services
from tests.support.installation import copy_of, open_installation
from tests.support.publishing import nobody_publishes
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until
from tests.web.site import compose

TOKEN = "token of the tests, thirty-two by"
AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}
CEZ = "45274649"
_get = partial(httpx.get, timeout=PATIENCE)


@pytest.fixture
def where(demo_installation: Installation, tmp_path: Path) -> Installation:
    return copy_of(demo_installation, tmp_path / "data")


def _watched(where: Installation, log: Path) -> Server:
    """Return a server of two processes that tells its metrics."""
    settings = {"SOUPIS_METRICS_TOKEN": TOKEN, "SOUPIS_LOG_FORMAT": "json"}
    return Server(where.directory, log, workers=2, settings=settings)


@pytest.fixture(scope="module")
def watched(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose data no test changes."""
    directory = tmp_path_factory.mktemp("watched")
    with _watched(copy_of(demo_installation, directory / "data"), directory / "log") as running:
        yield running


@pytest.fixture(scope="module")
def broken(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose documents are gone."""
    directory = tmp_path_factory.mktemp("broken")
    where = copy_of(demo_installation, directory / "data")
    with _watched(where, directory / "log") as running:
        with sqlite3.connect(where.documents_file) as registry:  # what no version of ours stores
            registry.execute("UPDATE company_document SET detail = X'FF'")
            registry.execute("DROP TABLE company_document")
        registry.close()
        yield running


def _figures(url: str) -> dict[tuple[str, ...], float]:
    answer = _get(f"{url}/metrics", headers=AUTHORIZED)
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def _reasons(url: str) -> str:
    answer = _get(f"{url}/api/ready", headers={"Accept-Language": "en"})
    body = answer.json()
    if answer.status_code == 200:
        assert body == {"ok": True, "data": {"stav": "pripraveno"}}
        return ""
    assert answer.status_code == body["chyba"]["status"] == 503
    assert answer.headers["retry-after"] == "5"
    text: str = body["chyba"]["zprava"]
    return text


def test_a_node_is_ready_until_something_lacks(where: Installation, tmp_path: Path) -> None:
    with nobody_publishes(where), _watched(where, tmp_path / "log") as watched:
        _see_what_lacks(watched, where)


def _see_what_lacks(watched: Server, where: Installation) -> None:
    assert _reasons(watched.url) == ""
    with sqlite3.connect(where.directory / "accounts.sqlite", isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert "accounts database cannot be written" in _reasons(watched.url)
    holder.close()
    assert _reasons(watched.url) == ""
    with sqlite3.connect(where.documents_file) as registry:
        registry.execute("INSERT INTO change (kind, key, at) VALUES (1, 45274649, '2026-01-01T00:00:00Z')")
    registry.close()
    assert "index is behind" in _reasons(watched.url)
    assert _figures(watched.url)[("soupis_index_age_seconds",)] > 300
    assert _figures(watched.url)[("soupis_ready",)] == 0
    shutil.rmtree(where.index_directory)
    assert "no search index" in _reasons(watched.url)


def test_those_who_ask_whether_a_node_is_ready_take_turns(
    demo_installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking takes the lock of the accounts for a moment: many at once would keep it from everybody."""
    looking, most = 0, 0
    look = readiness.look

    def counted(services: Services) -> readiness.Readiness:
        nonlocal looking, most
        looking += 1
        most = max(most, looking)
        time.sleep(0.01)  # as long as a disk may take
        looking -= 1
        return look(services)

    async def ask_often() -> list[int]:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="https://soupis.test"
        ) as http:
            answers = await asyncio.gather(*(http.get("/api/ready", timeout=120) for _ in range(20)))
            return [answer.status_code for answer in answers]

    monkeypatch.setattr(readiness, "look", counted)
    app = compose(demo_installation, "https://soupis.test")
    app.open()
    try:
        assert asyncio.run(ask_often()) == [200] * 20
    finally:
        app.close()
    assert most == 1


def test_an_empty_node_is_not_ready(tmp_path: Path) -> None:
    empty = open_installation(tmp_path / "data")
    empty.prepare()
    with Server(empty.directory, tmp_path / "log") as running:
        assert "no companies yet" in _reasons(running.url)


def test_figures_are_the_sums_of_all_processes(watched: Server) -> None:
    before = _figures(watched.url)
    for number in range(40):  # each on a connection of its own, so that both processes get some
        address = {"X-Forwarded-For": f"198.51.100.{number}"}
        assert _get(f"{watched.url}/api/v1/firma/{CEZ}", headers=address).status_code == 200
        assert _get(f"{watched.url}/api/v1/firma/1", headers=address).status_code == 400
    for _ in range(32):
        _get(f"{watched.url}/api/v1/osoby?q=novotny", headers={"X-Forwarded-For": "198.51.100.200"})
    now = _figures(watched.url)

    def added(*name: str) -> float:
        return now.get(name, 0) - before.get(name, 0)

    assert added("soupis_http_requests_total", "company", "200") == 40
    assert added("soupis_http_requests_total", "company", "400") == 40
    assert added("soupis_http_request_duration_seconds_count", "company") == 80
    assert added("soupis_http_request_duration_seconds_bucket", "+Inf", "company") == 80
    assert 0 < added("soupis_http_request_duration_seconds_sum", "company") < 80
    assert added("soupis_quota_refusals_total", "person_search") == 2
    assert now[("soupis_ready",)] == 1 and now[("soupis_index_age_seconds",)] == 0
    assert ("soupis_server_queue_waiting", "vat") in now


def test_figures_go_on_when_a_process_is_replaced(watched: Server) -> None:
    answered = ("soupis_http_requests_total", "company", "200")
    before = _figures(watched.url).get(answered, 0)
    for number in range(20):
        address = {"X-Forwarded-For": f"198.51.100.{number}"}
        assert _get(f"{watched.url}/api/v1/firma/{CEZ}", headers=address).status_code == 200
    victim = watched.answering()[0]
    victim.kill()
    wait_until(lambda: len({*watched.answering()} - {victim}) == 2)
    assert _figures(watched.url)[answered] == before + 20


def test_metrics_are_for_those_with_the_token_only(watched: Server, server: Server) -> None:
    assert _get(f"{watched.url}/metrics").status_code == 401
    assert _get(f"{watched.url}/metrics", headers={"Authorization": "Bearer x"}).status_code == 401
    assert _get(f"{server.url}/metrics", headers=AUTHORIZED).status_code == 404  # no token, no address


@pytest.mark.parametrize(
    "path", ["/api/v1/firma/1", "/", "/api/health", "/mcp", "/nowhere", "/.well-known/api-catalog"]
)
def test_every_answer_names_its_request(server: Server, path: str) -> None:
    first, second = (_get(f"{server.url}{path}").headers["x-request-id"] for _ in range(2))
    assert first != second
    given = _get(f"{server.url}{path}", headers={"X-Request-Id": "of-the-proxy.1"})
    assert given.headers["x-request-id"] == "of-the-proxy.1"  # this machine is a trusted proxy
    forged = _get(f"{server.url}{path}", headers={"X-Request-Id": "a b" * 40})
    assert re.fullmatch(r"[0-9a-f]{12}-[0-9a-f]+", forged.headers["x-request-id"])


def test_the_id_of_a_stranger_is_not_taken_over(where: Installation, tmp_path: Path) -> None:
    with Server(where.directory, tmp_path / "log", settings={"SOUPIS_TRUSTED_PROXIES": ""}) as running:
        answer = _get(f"{running.url}/api/health", headers={"X-Request-Id": "mine"})
        assert answer.headers["x-request-id"] != "mine"


@pytest.mark.parametrize("path", [f"/api/v1/firma/{CEZ}", f"/firma/{CEZ}"])
def test_a_fault_is_logged_with_the_id_that_its_answer_shows(broken: Server, path: str) -> None:
    answer = _get(f"{broken.url}{path}")
    assert answer.status_code in (500, 502)
    wait_until(lambda: f'"request_id": "{answer.headers["x-request-id"]}"' in broken.log.read_text())
