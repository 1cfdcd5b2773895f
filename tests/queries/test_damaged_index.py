"""A damaged index: every face says that it cannot search now, none says that there is nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from soupis.installation import Installation
from soupis.store.generations import current_generation
from tests.support.callers import fresh_address
from tests.support.installation import copy_of
from tests.web.site import compose


@pytest.fixture(scope="module")
def client(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    where = copy_of(demo_installation, tmp_path_factory.mktemp("damaged") / "data")
    generation = current_generation(where.index_directory)
    assert generation
    for path in (*generation.glob("*/*.term"), *generation.glob("*/*.fast")):
        path.write_bytes(b"\xff" * path.stat().st_size)
    with TestClient(
        compose(where, "https://soupis.test"), base_url="https://soupis.test", raise_server_exceptions=False
    ) as opened:
        opened.headers["X-Forwarded-For"] = fresh_address()
        yield opened


@pytest.mark.parametrize("path", ["/hledat?q=budvar", "/hledat?q=praha+stavby", "/hledat?q=novak&co=osoby"])
def test_a_page_is_502_with_the_time_to_come_again(client: TestClient, path: str) -> None:
    for prefix, heading in (
        ("", "Databáze je právě nedostupná"),
        ("/en", "The database is unavailable just now"),
    ):
        answer = client.get(prefix + path)
        assert answer.status_code == 502
        assert int(answer.headers["retry-after"]) > 0
        assert heading in answer.text
        assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/vyhledavani?q=budvar",
        "/api/v1/vyhledavani/export?q=budvar",
        "/api/v1/osoby?q=novak",
        "/api/suggest?q=bud",
    ],
)
def test_rest_is_502_and_charges_nothing(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == answer.json()["chyba"]["status"] == 502
    assert int(answer.headers["retry-after"]) > 0
    if path.startswith("/api/v1/"):
        assert answer.headers["x-ratelimit-remaining"] == "30"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("vyhledat_firmy", {"q": "budvar"}), ("vyhledat_osoby", {"q": "novak"}), ("zdroje", {})],
)
def test_a_tool_of_mcp_says_so_and_charges_nothing(
    client: TestClient, tool: str, arguments: dict[str, Any]
) -> None:
    params = {"name": tool, "arguments": arguments}
    answer = client.post(
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
        headers={"Accept": "application/json, text/event-stream"},
    )
    result = answer.json()["result"]
    assert result["isError"]
    assert "Nic nebylo započítáno" in result["content"][0]["text"]
    assert answer.headers.get("x-ratelimit-remaining", "30") == "30"


@pytest.mark.parametrize("path", ["/", "/stav"])
def test_home_and_status_say_that_nothing_can_be_searched(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "Vyhledávání je dočasně mimo provoz" in answer.text
    assert "V databázi" not in answer.text


def test_what_needs_no_index_is_answered(client: TestClient) -> None:
    assert client.get("/api/v1/firma/00514152").status_code == 200
    assert client.get("/firma/00514152").status_code == 200
    assert client.get("/api/health").status_code == 200


def test_the_node_is_not_ready(client: TestClient) -> None:
    client.get("/hledat?q=budvar")
    answer = client.get("/api/ready")
    assert answer.status_code == 503
    assert "index" in answer.json()["chyba"]["zprava"]
