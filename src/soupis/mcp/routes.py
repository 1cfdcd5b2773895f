"""The addresses of MCP and of its authorization server."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from soupis.mcp.endpoint import McpEndpoint
from soupis.oauth.client_metadata import ClientMetadata
from soupis.oauth.endpoints import program_routes
from soupis.queries.services import Provider
from soupis.web.consent import authorize_routes


def mcp_routes(services: Provider, client_metadata: ClientMetadata) -> list[BaseRoute]:
    """Return the routes below the service's base address; they need nothing of the application's lifespan.

    `client_metadata` fetches what applications publish about themselves.
    """
    return [
        Route("/mcp", McpEndpoint(services)),
        *program_routes(services),
        *authorize_routes(services, client_metadata),
    ]
