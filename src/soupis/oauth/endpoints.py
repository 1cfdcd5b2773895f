"""The endpoints that applications call themselves: registration, tokens, revocation, metadata."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from soupis.accounts.client_ip import Address
from soupis.accounts.errors import AccountError
from soupis.oauth import metadata
from soupis.oauth.client_metadata import clean_name
from soupis.oauth.grants import OAuthError, Tokens
from soupis.oauth.http import endpoint, in_thread, json_answer, read_body, read_form, refusal, required
from soupis.oauth.redirects import MOST_ADDRESSES, is_acceptable
from soupis.queries.services import Provider

_HOUR = 3_600


class _Registration(msgspec.Struct):
    redirect_uris: list[str] = []
    client_name: str | None = None
    grant_types: list[str] | None = None
    response_types: list[str] | None = None


def program_routes(services: Provider) -> list[BaseRoute]:
    """Return the routes of these endpoints."""

    def address_of(request: Request) -> Address:
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        peer = request.client.host if request.client else None
        return services().address(peer, forwarded or None)

    async def register(request: Request) -> Response:
        asked = _read_registration(await read_body(request))
        addresses = tuple(dict.fromkeys(filter(is_acceptable, asked.redirect_uris[:MOST_ADDRESSES])))
        if not addresses:
            return refusal(
                "invalid_redirect_uri",
                "No redirect URI is acceptable: https, http to this computer, or a known program's scheme.",
            )
        access = services().access
        key = access.authenticator.anonymous(address_of(request)).address_key
        name = clean_name(asked.client_name or "") or "MCP"
        try:
            client = await in_thread(access.oauth.clients.register, name, addresses, key)
        except AccountError as error:
            return refusal("temporarily_unavailable", error.message.en, 429)
        # What differs from what was asked for, above all the method "none", is the server's right to set.
        registered: dict[str, Any] = {
            "client_id": client.id,
            "client_id_issued_at": int(time.time()),
            "client_name": client.name,
            "redirect_uris": list(client.redirect_uris),
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            "scope": metadata.SCOPE,
        }
        return json_answer(registered, 201)

    async def token(request: Request) -> Response:
        oauth, base_url = services().access.oauth, services().base_url
        fields = await read_form(request)
        kind, client_id = required(fields, "grant_type"), required(fields, "client_id")
        resource = asked_resource(fields.get("resource"), base_url)
        if kind == "authorization_code":
            code, verifier = required(fields, "code"), required(fields, "code_verifier")
            return _issued(
                await in_thread(oauth.redeem, code, client_id, fields.get("redirect_uri"), verifier, resource)
            )
        if kind == "refresh_token":
            secret = required(fields, "refresh_token")
            return _issued(await in_thread(oauth.refresh, secret, client_id, resource))
        raise OAuthError("unsupported_grant_type", "There are authorization_code and refresh_token.")

    async def revoke(request: Request) -> Response:
        fields = await read_form(request)
        secret, client_id = required(fields, "token"), required(fields, "client_id")
        await in_thread(services().access.oauth.revoke, secret, client_id)
        # Also for a token that nobody knows: the client has what it wanted (RFC 7009, 2.2).
        return json_answer({})

    async def describe_server(_request: Request) -> Response:
        return json_answer(metadata.server_metadata(services().base_url), keep=_HOUR)

    async def describe_resource(_request: Request) -> Response:
        return json_answer(metadata.resource_metadata(services().base_url), keep=_HOUR)

    handlers = {
        metadata.REGISTER: endpoint("POST", register),
        metadata.TOKEN: endpoint("POST", token),
        metadata.REVOKE: endpoint("POST", revoke),
        metadata.SERVER_METADATA: endpoint("GET", describe_server),
        metadata.RESOURCE_METADATA: endpoint("GET", describe_resource),
        f"{metadata.RESOURCE_METADATA}/mcp": endpoint("GET", describe_resource),
    }
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    return [Route(path, handler, methods=methods) for path, handler in handlers.items()]


def asked_resource(text: str | None, base_url: str) -> str | None:
    """Return the resource that a client names, None for none. Raises `OAuthError` for one not served here."""
    if text is None:
        return None
    resource = metadata.resource_of(base_url)
    if text.rstrip("/") != resource:
        raise OAuthError("invalid_target", f"The only resource here is {resource}.")
    return resource


def _read_registration(body: bytes) -> _Registration:
    try:
        asked = msgspec.json.decode(body, type=_Registration)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OAuthError("invalid_client_metadata", f"The body is not valid: {error}.") from None
    if asked.grant_types is not None and "authorization_code" not in asked.grant_types:
        raise OAuthError("invalid_client_metadata", "grant_types has to hold authorization_code.")
    if asked.response_types is not None and "code" not in asked.response_types:
        raise OAuthError("invalid_client_metadata", "response_types has to hold code.")
    return asked


def _issued(tokens: Tokens) -> Response:
    return json_answer(
        {
            "access_token": tokens.access,
            "token_type": "Bearer",
            "expires_in": tokens.expires_in,
            "refresh_token": tokens.refresh,
            "scope": tokens.scope,
        }
    )
