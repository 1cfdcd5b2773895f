"""Quotas over HTTP: never more than the limit, whatever the number of clients and processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import httpx
import pytest

from soupis.installation import Installation
from tests.conftest import MakeCaller
from tests.contract.test_answers import BUDVAR, CEZ
from tests.contract.test_envelope import assert_error
from tests.support.callers import Caller, fresh_address
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import wait_until

DETAIL = f"/api/v1/firma/{BUDVAR}"


async def ask_at_once(url: str, clients: int, requests: int, headers: dict[str, str]) -> Counter[int]:
    """Let so many clients, each with a connection of its own, ask so often altogether; count the statuses.

    A client that is asked to come again (503: the database was locked for a second) does so.
    """
    statuses: Counter[int] = Counter()
    todo = iter(range(requests))

    async def client() -> None:
        async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as http:
            for _ in todo:
                while (status := (await http.get(DETAIL)).status_code) == 503:
                    pass
                statuses[status] += 1

    await asyncio.gather(*(client() for _ in range(clients)))
    return statuses


def test_64_clients_and_4_processes_get_exactly_the_500_of_the_free_tariff(
    server_of_four: Server, demo_installation: Installation
) -> None:
    key = issue_key(demo_installation, "many@example.cz", "free")
    headers = {"Authorization": f"Bearer {key}"}
    statuses = asyncio.run(ask_at_once(server_of_four.url, 64, 700, headers))
    assert statuses == {200: 500, 429: 200}
    caller = Caller(server_of_four.url, key=key)
    assert caller.remaining() == 0
    for _ in range(5):  # and repeated attempts do not raise consumption
        answer = caller.get(DETAIL)
        assert answer.status_code == 429
        assert answer.headers["x-ratelimit-remaining"] == "0"


def test_64_anonymous_clients_of_one_address_get_exactly_30(server_of_four: Server) -> None:
    headers = {"X-Forwarded-For": fresh_address()}
    statuses = asyncio.run(ask_at_once(server_of_four.url, 64, 100, headers))
    assert statuses == {200: 30, 429: 70}


def test_a_leased_tariff_counts_every_query_once(
    server_of_four: Server, demo_installation: Installation
) -> None:
    key = issue_key(demo_installation, "leased@example.cz", "standard")
    headers = {"Authorization": f"Bearer {key}"}
    statuses = asyncio.run(ask_at_once(server_of_four.url, 16, 1_000, headers))
    assert statuses == {200: 1_000}
    caller = Caller(server_of_four.url, key=key)
    wait_until(lambda: caller.remaining() == 49_000)  # units that processes took ahead go back within seconds


def test_addresses_have_limits_of_their_own(server: Server) -> None:
    first, second = Caller(server.url), Caller(server.url)
    for _ in range(30):
        assert first.get(DETAIL).status_code == 200
    answer = first.get(DETAIL)
    assert_error(answer, 429)
    assert int(answer.headers["retry-after"]) > 0
    assert second.get(DETAIL).status_code == 200


def test_addresses_of_one_ipv6_network_share_a_limit(server: Server) -> None:
    first, second = (Caller(server.url, address=f"2001:db8:5:6::{host}") for host in (1, 2))
    assert first.get(DETAIL).headers["x-ratelimit-remaining"] == "29"
    assert second.get(DETAIL).headers["x-ratelimit-remaining"] == "28"


def test_addresses_of_one_ipv6_48_share_ten_times_the_limit(server: Server) -> None:
    statuses = []
    for number in range(11):
        caller = Caller(server.url, address=f"2001:db8:6:{number:x}::1")
        statuses += [caller.get(DETAIL).status_code for _ in range(30)]
    assert statuses == [200] * 300 + [429] * 30
    assert Caller(server.url, address="2001:db8:7::1").get(DETAIL).status_code == 200


def test_a_made_up_forwarded_address_does_not_help(server: Server) -> None:
    caller = Caller(server.url)
    for number in range(3):
        answer = caller.get(DETAIL, headers={"X-Forwarded-For": f"192.0.2.{number}, {caller.address}"})
        assert answer.headers["x-ratelimit-remaining"] == str(29 - number)


def test_all_keys_of_an_account_draw_on_one_quota(server: Server, demo_installation: Installation) -> None:
    keys = [issue_key(demo_installation, "keys@example.cz", "free", name) for name in ("first", "second")]
    for number, key in enumerate(keys):
        answer = Caller(server.url, key=key).get(DETAIL)
        assert answer.headers["x-ratelimit-remaining"] == str(499 - number)


ANSWERED: dict[str, tuple[str, dict[str, str]]] = {
    "200": (DETAIL, {}),
    "304": (DETAIL, {"If-None-Match": "*"}),
    "404": ("/api/v1/firma/00000019", {}),
    "an empty page": ("/api/v1/vyhledavani?q=zzzzqqqq", {}),
    "a page": ("/api/v1/vyhledavani?q=budvar&pocet=50", {}),
    "a page of persons": ("/api/v1/osoby?q=novak", {}),
    "an unknown person": ("/api/v1/osoba/nikdo-neznamy-1900-000000", {}),
    "a detail as CSV": (f"{DETAIL}/export", {}),
}


@pytest.mark.parametrize("case", ANSWERED)
def test_an_answered_query_costs_one_unit(anonymous: Caller, case: str) -> None:
    path, headers = ANSWERED[case]
    anonymous.get(path, headers=headers)
    assert anonymous.remaining() == 29


def test_a_batch_is_charged_for_all_of_its_ids_or_for_none(anonymous: Caller) -> None:
    icos = [f"{number:08d}" for number in range(100, 140)]
    answer = anonymous.batch(*icos)
    sentence = assert_error(answer, 429)
    assert "40" in sentence
    assert "30" in sentence
    assert "retry-after" not in answer.headers, "waiting would not help"
    assert anonymous.remaining() == 30
    assert anonymous.batch(*icos[:29]).status_code == 200
    assert anonymous.remaining() == 1
    too_few = anonymous.batch(CEZ, BUDVAR)
    assert too_few.status_code == 429
    assert too_few.headers["retry-after"] == too_few.headers["x-ratelimit-reset"]
    assert anonymous.remaining() == 1
    assert anonymous.batch(CEZ, CEZ).status_code == 200
    assert anonymous.remaining() == 0


def test_rest_answers_of_accounts_tell_the_limit_of_their_tariff(account: MakeCaller) -> None:
    limits: dict[str, Any] = {
        tariff: account(tariff).get("/api/v1/").headers["x-ratelimit-limit"]
        for tariff in ("free", "standard", "business", "enterprise")
    }
    assert limits == {"free": "500", "standard": "50000", "business": "500000", "enterprise": "5000000"}
