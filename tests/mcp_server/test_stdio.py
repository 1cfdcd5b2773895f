"""The server over standard input and output, by the official client."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from soupis.app import Installation
from tests.mcp_server.test_protocol import BUDVAR, TOOLS

pytestmark = pytest.mark.anyio
_ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_local_client_lists_and_calls_without_a_quota(
    demo_installation: Installation, mode: str
) -> None:
    command = ["-m", "tests.mcp_server.stdio_server", str(demo_installation.directory)]
    server = StdioServerParameters(command=sys.executable, args=command, cwd=_ROOT)
    async with Client(stdio_client(server), mode=mode) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
        for _ in range(31):
            answer = await client.call_tool("detail_firmy", {"ico": BUDVAR})
            assert not answer.is_error
        assert (answer.structured_content or {})["firma"]["ico"] == BUDVAR
        refused = await client.call_tool("detail_firmy", {"ico": "1"})
        assert refused.is_error
