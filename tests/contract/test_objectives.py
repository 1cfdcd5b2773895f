"""Objectives over HTTP: what was answered is measured, of all processes; where the time of an answer went."""

from __future__ import annotations

import re
from typing import Any

import pytest

from soupis.queries.measurements import SLOT_SECONDS
from tests.conftest import MakeCaller
from tests.support.callers import Caller
from tests.support.server import Server
from tests.support.waiting import wait_until


def measured(caller: Caller, kind: str, window: str) -> dict[str, Any]:
    found = caller.get("/api/v1/zdroje/cile").json()["data"]["odpovedi"]
    (goal,) = (goal for goal in found if goal["druh"] == kind)
    (result,) = (result for result in goal["mereno"] if result["okno"] == window)
    return dict(result)


def test_answers_of_all_processes_are_measured(server_of_four: Server) -> None:
    caller = Caller(server_of_four.url)
    before = measured(caller, "detailFirmy", "30d")["odpovedi"]
    for _ in range(20):
        Caller(server_of_four.url).get("/api/v1/firma/45274649")
    wait_until(lambda: measured(caller, "detailFirmy", "30d")["odpovedi"] >= before + 20)
    result = measured(caller, "detailFirmy", "30d")
    assert 0 < result["p50Ms"] <= result["p99Ms"]
    assert result["splneno"] in (True, False)


def test_sources_have_an_age_and_an_objective(server: Server) -> None:
    found = Caller(server.url).get("/api/v1/zdroje/cile").json()["data"]["cerstvost"]
    assert {goal["zdroj"] for goal in found} >= {"res", "registrDph", "insolvencniRejstrik"}
    assert all(goal["cilSekund"] >= 3 * SLOT_SECONDS for goal in found)


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/api/v1/firma/45274649", ["db", "app", "total"]),
        ("/api/v1/vyhledavani?q=budvar", ["db", "search", "total"]),
        ("/api/v1/osoby?q=novak", ["db", "search", "total"]),
        ("/api/v1/zdroje", ["total"]),
        ("/api/v1/firma/1", ["total"]),
    ],
)
def test_an_answer_says_where_its_time_went(account: MakeCaller, path: str, parts: list[str]) -> None:
    caller = account()
    told = ", ".join(caller.get(path).headers.get_list("server-timing"))
    assert [part.split(";")[0] for part in told.split(", ")] == parts
    times = [float(value) for value in re.findall(r"dur=(\d+\.\d\d)", told)]
    assert len(times) == len(parts)
    assert sum(times[:-1]) <= times[-1] + 0.02


def test_objectives_and_the_status_page_say_since_when_it_was_measured(server: Server) -> None:
    caller = Caller(server.url)
    wait_until(lambda: caller.get("/api/v1/zdroje/cile").json()["data"]["merenoOd"] is not None)
    since = caller.get("/api/v1/zdroje/cile").json()["data"]["merenoOd"]
    wait_until(
        lambda: f'Měřeno od <time datetime="{since}">' in caller.get("/stav").text.replace("\xa0", " ")
    )


def test_pages_do_not_tell_it(server: Server) -> None:
    """How long a page of an account took says something about the account."""
    assert "server-timing" not in Caller(server.url).get("/stav").headers


def test_the_status_page_shows_objectives_in_both_languages(server: Server) -> None:
    caller = Caller(server.url)
    for path, text in (("/stav", "Jak rychle odpovídáme"), ("/en/stav", "How fast we answer")):
        assert text in caller.get(path).text
