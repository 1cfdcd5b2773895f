"""Any process of `soupis serve` answers: nothing is kept between requests."""

from __future__ import annotations

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from soupis.installation import Installation
from tests.support.callers import fresh_address
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_four_processes_answer_one_client_and_count_together(
    server_of_four: Server, demo_installation: Installation, mode: str
) -> None:
    key = issue_key(demo_installation, f"four-{mode}@example.cz", "free")
    headers = {"Authorization": f"Bearer {key}", "X-Forwarded-For": fresh_address()}
    remaining: list[int] = []

    async def note(answer: httpx2.Response) -> None:
        if "x-ratelimit-remaining" in answer.headers:
            remaining.append(int(answer.headers["x-ratelimit-remaining"]))

    # No connection is kept, so that each request may meet another process.
    limits = httpx2.Limits(max_keepalive_connections=0)
    async with (
        httpx2.AsyncClient(
            headers=headers, limits=limits, timeout=PATIENCE, event_hooks={"response": [note]}
        ) as http,
        Client(streamable_http_client(f"{server_of_four.url}/mcp", http_client=http), mode=mode) as client,
    ):
        for _ in range(20):
            assert not (await client.call_tool("detail_firmy", {"ico": "00514152"})).is_error
    assert remaining == list(range(499, 479, -1))
