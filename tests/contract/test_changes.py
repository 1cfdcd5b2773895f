"""The feed of changes over HTTP: joins with snapshots, waits for what comes, and is charged like a query."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from soupis.ingest.publish.publish import publish
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.queries.changes import MOST_OF_CALLER
from soupis.search import indexer
from tests.contract.test_envelope import assert_error
from tests.support.callers import Caller
from tests.support.installation import copy_of, issue_key
from tests.support.publishing import nobody_publishes
from tests.support.registry import Registry
from tests.support.server import Server
from tests.support.sources import board, member, natural, register_file, subject
from tests.support.waiting import PATIENCE, wait_until

FEED, EXPORT = "/api/v1/zmeny", "/api/v1/vyhledavani/export"
ALFA = 27074358
_ACCOUNTS = count(1)


class Publisher:
    """Publishes one company more and more often, into a running server's data directory."""

    def __init__(self, where: Installation, directory: Path) -> None:
        self.where = where
        self._registry = Registry(where.engine, directory)
        self._number = 0

    def publish(self) -> None:
        """Give the company another executive."""
        self._number += 1
        body = board(member(natural("Jan", f"Vzorový{'a' * self._number}", "1975-02-03")))
        file = self._registry.directory / "sro-full-brno-2026.xml"
        self._registry.register(register_file(file, subject(ALFA, "Alfa s.r.o.", body)))
        publish(self.where.engine, no_progress)

    def index(self) -> None:
        """Bring the index up to what was published."""
        indexer.follow(self.where.engine, self.where.index_directory)


@pytest.fixture(scope="module")
def publisher(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Publisher:
    directory = tmp_path_factory.mktemp("changes")
    publisher = Publisher(copy_of(demo_installation, directory / "data"), directory)
    publisher.publish()
    publisher.index()
    return publisher


@pytest.fixture(scope="module")
def running(publisher: Publisher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("server") / "log"
    # What is published and what is indexed, and when, is up to the tests alone.
    with nobody_publishes(publisher.where), Server(publisher.where.directory, log) as server:
        yield server


@pytest.fixture
def caller(running: Server, publisher: Publisher) -> Caller:
    return Caller(running.url, key=issue_key(publisher.where, f"test{next(_ACCOUNTS)}@example.cz", "free"))


def _end(caller: Caller) -> int:
    """Return the number after which nothing has been published yet."""
    after = None
    while True:
        data = caller.get(FEED, pocet=1000, **({} if after is None else {"od": after})).json()["data"]
        if not data["zmeny"]:
            return int(data["dalsi"])
        after = data["dalsi"]


def test_changes_are_told_with_their_sections(caller: Caller, publisher: Publisher) -> None:
    end = _end(caller)
    publisher.publish()
    answer = caller.get(FEED, od=end)
    data = answer.json()["data"]
    assert answer.headers["cache-control"] == "no-store"
    (change,) = data["zmeny"]
    assert set(change) == {"poradi", "kdy", "ico", "typ", "oddily"}
    assert (change["ico"], change["typ"], change["oddily"]) == (f"{ALFA:08d}", "zmena", ["statutarniOrgany"])
    assert data["nejstarsi"] == 0 and data["dalsi"] >= change["poradi"] > end
    assert caller.get(FEED, od=data["dalsi"]).json()["data"]["zmeny"] == []


def test_each_answer_costs_one_unit(caller: Caller) -> None:
    before = caller.remaining()
    assert caller.get(FEED, od=0, pocet=1000).status_code == 200
    assert caller.get(FEED, od=10**15).status_code == 410
    assert caller.get(FEED, od=-1).status_code == 400  # which was never asked
    assert caller.remaining() == before - 2


@pytest.mark.parametrize(
    "wrong", [{"pocet": 0}, {"pocet": 1001}, {"od": "x"}, {"od": 2**53}, {"druh": "osoba"}, {"do": 1}]
)
def test_wrong_parameters_are_refused(caller: Caller, wrong: dict[str, Any]) -> None:
    assert_error(caller.get(FEED, **wrong), 400)


def test_a_number_that_cannot_be_gone_on_from_is_gone_and_tells_from_where_to_begin(caller: Caller) -> None:
    answer = caller.get(FEED, od=10**15)
    assert answer.status_code == 410
    body = answer.json()
    assert body["ok"] is False and body["chyba"]["status"] == 410
    assert body["data"] == {"nejstarsi": 0}
    assert caller.get(FEED, od=0).status_code == 200


def test_a_waiting_query_is_answered_as_soon_as_something_is_published(
    caller: Caller, publisher: Publisher
) -> None:
    end = _end(caller)
    answers: list[httpx.Response] = []
    waiting = threading.Thread(
        target=lambda: answers.append(caller.get(FEED, od=end, headers={"Prefer": "respond-async, wait=30"}))
    )
    began = time.monotonic()
    waiting.start()
    publisher.publish()
    waiting.join(PATIENCE)
    (answer,) = answers
    assert [item["typ"] for item in answer.json()["data"]["zmeny"]] == ["zmena"]
    assert answer.headers["preference-applied"] == "wait=30"
    assert time.monotonic() - began < 30 or not answer.json()["data"]["zmeny"]


def test_a_wait_that_ends_empty_costs_one_unit_and_holds_nobody(caller: Caller, running: Server) -> None:
    end = _end(caller)
    before = caller.remaining()
    answers: list[httpx.Response] = []
    waiting = threading.Thread(
        target=lambda: answers.append(caller.get(FEED, od=end, headers={"Prefer": "wait=1"}))
    )
    waiting.start()
    while waiting.is_alive():
        assert httpx.get(f"{running.url}/api/health", timeout=PATIENCE).status_code == 200
        waiting.join(0.02)
    (answer,) = answers
    assert answer.json()["data"] == {"zmeny": [], "dalsi": end, "nejstarsi": 0}
    assert caller.remaining() == before - 1


def test_a_longer_wait_than_allowed_is_cut_and_a_wrong_one_passed_over(caller: Caller) -> None:
    def applied(prefer: str) -> str | None:
        header: str | None = caller.get(FEED, od=0, headers={"Prefer": prefer}).headers.get(
            "preference-applied"
        )
        return header

    assert applied("wait=3600") == "wait=30"
    assert [applied(f"wait={text}") for text in ("4294967296", "9" * 5_000)] == ["wait=30"] * 2
    assert applied("wait=00000000000000000005") == "wait=5"
    assert applied('return=minimal; x="wait=9", WAIT = 5') == "wait=5"
    assert [applied(text) for text in ("wait", "wait=-1", "wait=x", "await=5", "wait=0")] == [None] * 5


def test_only_some_queries_of_a_caller_wait_at_once(
    running: Server, publisher: Publisher, caller: Caller
) -> None:
    end = _end(caller)
    greedy = Caller(running.url, key=issue_key(publisher.where, "greedy@example.cz", "free"))
    limit = httpx.Limits(max_connections=MOST_OF_CALLER + 1)
    key = greedy.http.headers["Authorization"]
    answered: list[httpx.Response] = []
    with httpx.Client(base_url=running.url, limits=limit, timeout=PATIENCE) as http:
        headers = {"Authorization": key, "Prefer": "wait=30"}
        threads = [
            threading.Thread(
                target=lambda: answered.append(http.get(FEED, params={"od": end}, headers=headers))
            )
            for _ in range(MOST_OF_CALLER + 1)
        ]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(answered) == 1)  # the one too many is answered at once
        assert "preference-applied" not in answered[0].headers and answered[0].status_code == 200
        publisher.publish()
        for thread in threads:
            thread.join(PATIENCE)
    assert sum("preference-applied" in answer.headers for answer in answered) == MOST_OF_CALLER


def test_a_server_that_stops_does_not_wait_for_those_who_wait(publisher: Publisher, tmp_path: Path) -> None:
    with Server(publisher.where.directory, tmp_path / "log") as server:
        caller = Caller(server.url)
        end = _end(caller)

        def ask() -> None:
            with suppress(httpx.TransportError):
                caller.get(FEED, od=end, headers={"Prefer": "wait=30"})

        waiting = threading.Thread(target=ask)
        waiting.start()
        wait_until(lambda: Caller(server.url, address=caller.address).remaining() < 28)
        began = time.monotonic()
    assert time.monotonic() - began < 15
    waiting.join(PATIENCE)


def test_an_export_names_a_change_after_which_nothing_of_it_is_missing(
    caller: Caller, publisher: Publisher
) -> None:
    publisher.publish()  # published, not indexed yet: the rows may be newer than the number says
    late = caller.get(EXPORT, q="Alfa", pocet=1)
    number = int(late.headers["x-service-poradi"])
    assert f"{ALFA:08d}" in {item["ico"] for item in caller.get(FEED, od=number).json()["data"]["zmeny"]}
    publisher.index()
    wait_until(lambda: int(caller.get(EXPORT, q="Alfa", pocet=1).headers["x-service-poradi"]) > number)
    preview = caller.get(EXPORT, q="Alfa", nahled="ano")
    assert int(preview.headers["x-service-poradi"]) == _end(caller)
    detail = caller.get(f"/api/v1/firma/{ALFA:08d}/export")
    assert int(detail.headers["x-service-poradi"]) == _end(caller)


def test_no_name_of_a_person_is_in_the_feed(caller: Caller) -> None:
    changes = caller.get(FEED, od=0, pocet=1000).json()["data"]["zmeny"]
    assert {key for change in changes for key in change} == {"poradi", "kdy", "ico", "typ", "oddily"}
    assert all(section.isalpha() for change in changes for section in change["oddily"])
