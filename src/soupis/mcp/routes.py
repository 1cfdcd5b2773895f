"""The route of MCP."""

from __future__ import annotations

from collections.abc import Callable

from starlette.routing import BaseRoute, Route

from soupis.mcp.endpoint import McpEndpoint
from soupis.oauth.server import AuthorizationServer
from soupis.queries.services import Provider


def mcp_routes(services: Provider, oauth: Callable[[], AuthorizationServer]) -> list[BaseRoute]:
    """Return the routes below the service's base address; they need nothing of the application's lifespan."""
    return [Route("/mcp", McpEndpoint(services, oauth))]
