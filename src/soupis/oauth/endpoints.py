"""The endpoints that applications call themselves: registration, tokens, revocation, metadata."""

from __future__ import annotations

import time
from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from soupis.accounts.callers import Anonymous
from soupis.accounts.forms import read_body, read_form
from soupis.accounts.throttle import OAUTH_REGISTRATION, ThrottledError
from soupis.oauth import metadata
from soupis.oauth.client_metadata import clean_name
from soupis.oauth.clients import Client
from soupis.oauth.errors import OAuthError
from soupis.oauth.grants import Tokens
from soupis.oauth.http import endpoint, json_response, refusal, required
from soupis.oauth.redirects import MAX_REDIRECT_URIS, is_acceptable
from soupis.oauth.server import AuthorizationServer

_HOUR = 3_600


class _Registration(msgspec.Struct):
    redirect_uris: list[str] = []
    client_name: str | None = None
    grant_types: list[str] | None = None
    response_types: list[str] | None = None


def oauth_routes(server: Callable[[], AuthorizationServer]) -> list[BaseRoute]:
    """Return the routes of these endpoints; the consent page is `soupis.web.consent`."""

    async def register(request: Request) -> Response:
        registration = _read_registration(await read_body(request))
        candidates = registration.redirect_uris[:MAX_REDIRECT_URIS]
        redirect_uris = tuple(dict.fromkeys(filter(is_acceptable, candidates)))
        if not redirect_uris:
            return refusal(
                "invalid_redirect_uri",
                "No redirect URI is acceptable: https, http to this computer, or a known program's scheme.",
            )
        access = server().access
        caller = access.authenticator.anonymous(access.client_ip.of(request.scope))
        name = clean_name(registration.client_name or "") or "MCP"
        try:
            client = await run_in_threadpool(_enter, server(), caller, name, redirect_uris)
        except ThrottledError as error:
            refused = refusal("temporarily_unavailable", error.message.en, 429)
            refused.headers["Retry-After"] = str(error.retry_after)
            return refused
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
        return json_response(registered, 201)

    async def token(request: Request) -> Response:
        grants = server().grants
        fields = await read_form(request)
        kind, client_id = required(fields, "grant_type"), required(fields, "client_id")
        resource = server().check_resource(fields.get("resource"))
        if kind == "authorization_code":
            code, verifier = required(fields, "code"), required(fields, "code_verifier")
            redirect_uri = fields.get("redirect_uri")
            return _token_response(
                await run_in_threadpool(grants.redeem, code, client_id, redirect_uri, verifier, resource)
            )
        if kind == "refresh_token":
            secret = required(fields, "refresh_token")
            return _token_response(await run_in_threadpool(grants.refresh, secret, client_id, resource))
        raise OAuthError("unsupported_grant_type", "There are authorization_code and refresh_token.")

    async def revoke(request: Request) -> Response:
        fields = await read_form(request)
        secret, client_id = required(fields, "token"), required(fields, "client_id")
        await run_in_threadpool(server().grants.revoke, secret, client_id)
        # Also for an unknown token: its purpose is reached (RFC 7009, 2.2).
        return json_response({})

    async def describe_server(_request: Request) -> Response:
        return json_response(metadata.server_metadata(server().base_url), max_age=_HOUR)

    async def describe_resource(_request: Request) -> Response:
        return json_response(metadata.resource_metadata(server().base_url), max_age=_HOUR)

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


def _enter(
    server: AuthorizationServer, caller: Anonymous, name: str, redirect_uris: tuple[str, ...]
) -> Client:
    """Enter an application. Raises `ThrottledError` for too many from the same client."""
    throttle = server.access.throttle
    throttle.attempt(throttle.buckets_of("oauth", caller, OAUTH_REGISTRATION))
    return server.clients.register(name, redirect_uris)


def _read_registration(body: bytes) -> _Registration:
    try:
        registration = msgspec.json.decode(body.removeprefix(BOM_UTF8), type=_Registration)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OAuthError("invalid_client_metadata", f"The body is not valid: {error}.") from None
    if registration.grant_types is not None and "authorization_code" not in registration.grant_types:
        raise OAuthError("invalid_client_metadata", "grant_types has to hold authorization_code.")
    if registration.response_types is not None and "code" not in registration.response_types:
        raise OAuthError("invalid_client_metadata", "response_types has to hold code.")
    return registration


def _token_response(tokens: Tokens) -> Response:
    return json_response(
        {
            "access_token": tokens.access,
            "token_type": "Bearer",
            "expires_in": tokens.expires_in,
            "refresh_token": tokens.refresh,
            "scope": tokens.scope,
        }
    )
