"""Serving one local client over standard input and output, without a quota."""

from __future__ import annotations

import anyio
from mcp.server.stdio import stdio_server

from soupis.mcp.server import build_server
from soupis.mcp.tool_call import ToolCall
from soupis.queries.services import Services


def run_stdio(services: Services) -> None:
    """Serve until the client closes the input. Nothing else may write to standard output meanwhile."""
    anyio.run(_serve, services)


async def _serve(services: Services) -> None:
    server = build_server(lambda _context: ToolCall(services))
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
