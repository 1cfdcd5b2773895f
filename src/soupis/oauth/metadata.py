"""What clients read before they connect: RFC 9728 of the resource, RFC 8414 of the authorization server."""

from __future__ import annotations

from typing import Any

SCOPE = "registry:read"

AUTHORIZE = "/oauth/authorize"
TOKEN = "/oauth/token"  # noqa: S105 - a path, not a secret
REGISTER = "/oauth/register"
REVOKE = "/oauth/revoke"
RESOURCE_METADATA = "/.well-known/oauth-protected-resource"
SERVER_METADATA = "/.well-known/oauth-authorization-server"


def resource_of(base_url: str) -> str:
    """Return the URL that access tokens are made for."""
    return f"{base_url}/mcp"


def resource_metadata(base_url: str) -> dict[str, Any]:
    """Return the description of the protected resource."""
    return {
        "resource": resource_of(base_url),
        "authorization_servers": [base_url],
        "scopes_supported": [SCOPE],
        "bearer_methods_supported": ["header"],
        "resource_name": "Soupis",
        "resource_documentation": f"{base_url}/api/docs",
    }


def server_metadata(base_url: str) -> dict[str, Any]:
    """Return the description of the authorization server; `issuer` is exactly the base URL."""
    return {
        "issuer": base_url,
        "authorization_endpoint": base_url + AUTHORIZE,
        "token_endpoint": base_url + TOKEN,
        "registration_endpoint": base_url + REGISTER,
        "revocation_endpoint": base_url + REVOKE,
        "scopes_supported": [SCOPE],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
        "service_documentation": f"{base_url}/api/docs",
        "ui_locales_supported": ["cs", "en"],
    }


def challenge(base_url: str, error: str | None = None) -> bytes:
    """Return the WWW-Authenticate header that leads a client to the metadata."""
    parts = [f'resource_metadata="{base_url}{RESOURCE_METADATA}/mcp"', f'scope="{SCOPE}"']
    if error:
        parts.insert(0, f'error="{error}"')
    return f"Bearer {', '.join(parts)}".encode()
