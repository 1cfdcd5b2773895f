"""The server over standard input and output, by the official client."""

from __future__ import annotations

import sys

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from soupis.installation import Installation
from tests.mcp_server.test_protocol import BUDVAR, TOOLS

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def stdio_arguments(where: Installation) -> list[str]:
    """Return the arguments of Python that run `soupis mcp`."""
    return ["-c", "from soupis.cli import main; main()", "mcp", "--data", str(where.directory)]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_local_client_lists_and_calls_without_a_quota(
    demo_installation: Installation, mode: str
) -> None:
    server = StdioServerParameters(command=sys.executable, args=stdio_arguments(demo_installation))
    async with Client(stdio_client(server), mode=mode) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
        for _ in range(31):
            answer = await client.call_tool("detail_firmy", {"ico": BUDVAR})
            assert not answer.is_error
        assert (answer.structured_content or {})["firma"]["ico"] == BUDVAR
        refused = await client.call_tool("detail_firmy", {"ico": "1"})
        assert refused.is_error
