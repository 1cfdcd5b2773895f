"""Units: the rules of REST, one counter with REST, 401 when the anonymous limit is used up."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import httpx
import pytest

from soupis.accounts.callers import AccountCaller
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.times import prague_today
from tests.mcp_server.conftest import Person, Site

BUDVAR, CEZ = "00514152", "45274649"
ACCEPT = {"Accept": "application/json, text/event-stream"}


def call(http: httpx.Client, tool: str, **arguments: Any) -> httpx.Response:
    """Call a tool by a bare request."""
    params = {"name": tool, "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    return http.post("/mcp", json=body, headers=ACCEPT)


def with_key(site: Site, person: Person) -> httpx.Client:
    return site.http(headers={"Authorization": f"Bearer {person.key}"})


_FIRST = (prague_today().replace(day=1) + timedelta(days=32)).replace(day=1)
NEXT_MONTH = f"{_FIRST.day}. {_FIRST.month}. {_FIRST.year}"


def spend(site: Site, person: Person, units: int) -> None:
    """Use up units of an account's month."""
    caller = AccountCaller(person.account_id, TARIFFS["free"], None)
    assert site.services.access.quota.take(caller, units, "search").allowed


def test_anonymous_calls_work_and_are_refused_with_401_when_used_up(site: Site) -> None:
    with site.http() as http:
        for _ in range(30):
            assert call(http, "detail_firmy", ico=BUDVAR).status_code == 200
        for _ in range(3):
            refused = call(http, "detail_firmy", ico=BUDVAR)
        assert refused.status_code == 401
        offer = refused.headers["www-authenticate"]
        assert f'resource_metadata="{site.url}/.well-known/oauth-protected-resource/mcp"' in offer
        assert "error=" not in offer  # nothing was wrong with credentials: there were none
        assert refused.headers["x-ratelimit-remaining"] == "0"
        assert "Připojte svůj účet" in refused.json()["error"]["message"]
        assert "obnoví se o půlnoci pražského času" in refused.json()["error"]["message"]
        assert refused.headers["retry-after"] == refused.headers["x-ratelimit-reset"]


def test_what_costs_nothing_works_after_the_limit_too(site: Site) -> None:
    with site.http() as http:
        for _ in range(30):
            call(http, "vyhledat_firmy", q="budvar")
        assert call(http, "zdroje").json()["result"]["structuredContent"]["pocetFirem"] > 1_000
        listed = http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=ACCEPT)
        assert listed.status_code == 200


def test_reading_a_resource_counts_and_is_refused_with_401_too(site: Site) -> None:
    with site.http() as http:
        body = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": f"firma://{BUDVAR}"}}
        first = http.post("/mcp", json=body, headers=ACCEPT)
        assert first.headers["x-ratelimit-remaining"] == "29"
        for _ in range(29):
            http.post("/mcp", json=body, headers=ACCEPT)
        assert http.post("/mcp", json=body, headers=ACCEPT).status_code == 401


def test_the_newest_revision_gets_its_401_as_well(site: Site) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "detail_firmy", "arguments": {"ico": BUDVAR}, "_meta": meta}
    headers = {
        **ACCEPT,
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "detail_firmy",
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    with site.http() as http:
        assert http.post("/mcp", json=body, headers=headers).json()["result"]["resultType"] == "complete"
        for _ in range(29):
            http.post("/mcp", json=body, headers=headers)
        assert http.post("/mcp", json=body, headers=headers).status_code == 401


def test_rest_and_mcp_draw_on_one_counter(site: Site) -> None:
    with site.http() as http:
        assert call(http, "detail_firmy", ico=BUDVAR).headers["x-ratelimit-remaining"] == "29"
        assert http.get(f"/api/v1/firma/{BUDVAR}").headers["x-ratelimit-remaining"] == "28"
    with with_key(site, site.person()) as http:
        assert http.get(f"/api/v1/firma/{BUDVAR}").headers["x-ratelimit-remaining"] == "499"
        assert call(http, "detail_firmy", ico=BUDVAR).headers["x-ratelimit-remaining"] == "498"


def test_a_vat_check_costs_a_unit_for_each_different_id_all_or_nothing(site: Site) -> None:
    with site.http() as http:
        answer = call(http, "overit_dph", ico=[BUDVAR, CEZ, BUDVAR])
        assert answer.headers["x-ratelimit-remaining"] == "28"
        many = [f"{number:08d}" for number in range(1, 30)]
        assert call(http, "overit_dph", ico=many).status_code == 401
        never = call(http, "overit_dph", ico=[*many, BUDVAR, CEZ])
        assert "stojí 31 jednotek, celý denní limit bez účtu má jen 30" in never.json()["error"]["message"]
        assert (never.status_code, "retry-after" in never.headers) == (401, False)
        assert call(http, "overit_dph", ico=many[:28]).headers["x-ratelimit-remaining"] == "0"


def test_a_company_that_does_not_exist_is_an_answer_and_counts(site: Site) -> None:
    with site.http() as http:
        answer = call(http, "detail_firmy", ico="00000001")
        assert answer.json()["result"]["isError"]
        assert answer.headers["x-ratelimit-remaining"] == "29"


def test_an_account_without_units_gets_a_sentence_and_no_offer_to_connect(site: Site) -> None:
    person = site.person()
    spend(site, person, 498)
    with with_key(site, person) as http:
        too_few = call(http, "overit_dph", ico=[BUDVAR, CEZ, "00000001"]).json()["result"]
        assert too_few["isError"]
        assert "stojí 3 jednotky, zbývají 2. Nic nebylo započítáno" in too_few["content"][0]["text"]
        assert f"limit se obnoví {NEXT_MONTH} v 0:00 pražského času." in too_few["content"][0]["text"]
        assert call(http, "detail_firmy", ico=BUDVAR).headers["x-ratelimit-remaining"] == "1"
        assert not call(http, "detail_firmy", ico=BUDVAR).json()["result"]["isError"]
        refused = call(http, "detail_firmy", ico=BUDVAR)
        assert refused.status_code == 200
        told = refused.json()["result"]["content"][0]["text"]
        assert f"Měsíční limit 500 jednotek je vyčerpán, obnoví se {NEXT_MONTH} v 0:00 pražského" in told


@pytest.mark.parametrize(
    "authorization",
    [
        "Bearer soupis_wrong",
        "Bearer soupis_access_" + "x" * 43,
        "Bearer soupis_refresh_" + "x" * 43,
        "Basic amFuYTpoZXNsbw==",
        "Bearer",
    ],
)
def test_wrong_credentials_are_refused_even_for_what_anybody_may_do(site: Site, authorization: str) -> None:
    with site.http(headers={"Authorization": authorization}) as http:
        refused = call(http, "zdroje")
        assert refused.status_code == 401
        assert 'error="invalid_token"' in refused.headers["www-authenticate"]


def test_a_revoked_key_is_refused_at_once(site: Site) -> None:
    person = site.person()
    directory = site.services.access.directory
    with with_key(site, person) as http:
        assert call(http, "zdroje").status_code == 200
        (key,) = directory.keys(person.email)
        directory.revoke_key(key.id)
        assert call(http, "zdroje").status_code == 401


@pytest.mark.parametrize("name", ["access_token", "token", "api_key", "apiKey", "key"])
def test_a_secret_in_the_address_is_refused_and_not_used(site: Site, name: str) -> None:
    person = site.person()
    with site.http() as http:
        answer = http.post("/mcp", params={name: person.key}, content=json.dumps({}), headers=ACCEPT)
        assert answer.status_code == 400
        assert person.key not in answer.text


def test_many_callers_at_once_never_get_more_than_the_limit(site: Site) -> None:
    with site.http() as http, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: call(http, "detail_firmy", ico=BUDVAR).status_code, range(48)))
    assert sorted(answers) == [200] * 30 + [401] * 18
