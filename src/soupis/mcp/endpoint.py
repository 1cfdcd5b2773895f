"""/mcp over HTTP: who may ask, and how the answer of the protocol's engine goes out.

Stateless: a request needs nothing from the ones before it, any process can answer it. Errors of the border
are JSON-RPC errors with the HTTP status that clients act upon.
"""

from __future__ import annotations

import logging
from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import Caller, Refused
from soupis.accounts.keys import ACCESS_PREFIX
from soupis.accounts.quota.headers import rate_limit_headers
from soupis.accounts.same_origin import origin_of
from soupis.accounts.unreachable import report_unreachable
from soupis.mcp.server import Context, build_server
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message, prefers_english
from soupis.oauth.metadata import challenge
from soupis.oauth.server import AuthorizationServer
from soupis.queries import errors
from soupis.queries.callers import authorization_of, misplaced_key
from soupis.queries.http_rules import broken_rule
from soupis.queries.services import CALLER, Provider, Services
from soupis.request_headers import Header, headers_of
from soupis.wire.base import encode

# The engine says at each request that it starts and stops.
logging.getLogger("mcp.server").setLevel(logging.WARNING)

_CALL = "soupis.call"
_MOST_BODY = 64 * 1024
# Names under which clients are known to put secrets into addresses, where they end up in logs.
_SECRET_PARAMETERS = {"access_token", "token", "api_key", "apikey", "key"}

_METHOD = Message("Tato adresa přijímá jen metodu POST.", "This address takes only POST.")
_ORIGIN = Message(
    "Požadavky stránek jiných webů se nepřijímají.", "Requests from pages of other sites are not accepted."
)
_QUERY = Message(
    "Klíč ani token nepatří do adresy; pošlete ho v hlavičce Authorization a tento zrušte.",
    "A key or token does not belong in an address; send it in the Authorization header; revoke this one.",
)
_TOO_LONG = Message(
    f"Tělo požadavku je větší než {_MOST_BODY // 1024} kB.",
    f"The body of the request is larger than {_MOST_BODY // 1024} kB.",
)
_TOKEN = Message(
    "Přístupový token neplatí: vypršel, byl zrušen, nebo patří jiné službě. Připojte účet znovu.",
    "The access token is not valid: it expired, was revoked or is meant for another service. Connect again.",
)


class RejectedError(Exception):
    """A request refused at the border."""

    def __init__(self, status: int, message: Message, *headers: Header) -> None:
        super().__init__(message.en)
        self.status = status
        self.message = message
        self.headers = headers


class McpEndpoint:
    """ASGI application of /mcp."""

    def __init__(self, services: Provider, oauth: Callable[[], AuthorizationServer]) -> None:
        self._services = services
        self._oauth = oauth
        self._server: Server[Any] = build_server(_call_of)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        services = self._services()
        english = prefers_english(_header(scope, b"accept-language"))
        try:
            check_border(scope, services)
            caller = await identify(scope, services, self._oauth())
            CALLER.set(caller.bucket)
            call = ToolCall(services, caller, english=english)
        except RejectedError as error:
            text = error.message.en if english else error.message.cs
            await _send_error(send, error.status, text, error.headers)
            return
        except errors.UNREACHABLE as error:
            report_unreachable(error, path="/mcp")
            text = errors.STORE_UNREACHABLE.en if english else errors.STORE_UNREACHABLE.cs
            await _send_error(send, 502, text)
            return
        scope[_CALL] = call
        engine = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, max_request_body_size=_MOST_BODY
        )
        async with services.turns.of(f"mcp {caller.bucket}"), engine.run():
            await engine.handle_request(scope, _without_mark(receive), _Outgoing(send, call))


def _without_mark(receive: Receive) -> Receive:
    """Receive a body without the byte order mark that some programs write before JSON."""
    is_first = True

    async def receive_unmarked() -> Any:
        nonlocal is_first
        message = await receive()
        if is_first and message["type"] == "http.request":
            is_first = False
            message = {**message, "body": message.get("body", b"").removeprefix(BOM_UTF8)}
        return message

    return receive_unmarked


class _Outgoing:
    """Passes the engine's answer on; one that asks the caller to connect first becomes a 401.

    A refusal of the body, which the engine words in English alone, is said in the caller's language.
    """

    def __init__(self, send: Send, call: ToolCall) -> None:
        self._send = send
        self._call = call
        self._replaced = False

    async def __call__(self, message: Any) -> None:
        call = self._call
        if message["type"] == "http.response.start":
            limits = rate_limit_headers(call.decision) if call.decision else []
            if call.must_connect:
                self._replaced = True
                if call.retry_after:
                    limits.append((b"retry-after", call.retry_after.encode()))
                await _send_error(
                    self._send,
                    401,
                    call.text(call.must_connect),
                    ((b"www-authenticate", challenge(call.services.base_url)), *limits),
                )
                return
            if message["status"] == 413:
                self._replaced = True
                await _send_error(self._send, 413, call.text(_TOO_LONG))
                return
            own = [header for header in message["headers"] if header[0].lower() != b"cache-control"]
            message = {**message, "headers": [*own, (b"cache-control", b"no-store"), *limits]}
        if not self._replaced:
            await self._send(message)


def check_border(scope: Scope, services: Services) -> None:
    """Refuse what may not even ask. Raises `RejectedError`."""
    if broken := broken_rule(scope):
        raise RejectedError(*broken)
    if scope["method"] != "POST":
        raise RejectedError(405, _METHOD, (b"allow", b"POST"))
    # A page of another site, or one whose name was made to point here (DNS rebinding), bears its own origin.
    origin = _header(scope, b"origin")
    if origin and origin != origin_of(services.base_url):
        raise RejectedError(403, _ORIGIN)
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if any(name.lower() in _SECRET_PARAMETERS for name, _ in query):
        raise RejectedError(400, _QUERY)


async def identify(scope: Scope, services: Services, oauth: AuthorizationServer) -> Caller:
    """Return who asks, by an API key, an access token or the IP address. Raises `RejectedError` 401.

    A cookie of the site is not enough: assistants do not have one, foreign pages could make use of it.
    """
    return await services.step(_authenticate, scope, services, oauth)


def _authenticate(scope: Scope, services: Services, oauth: AuthorizationServer) -> Caller:
    authorization = authorization_of(scope)
    if not authorization and (place := misplaced_key(scope)):
        raise _unauthorized(services, place)
    access = services.access
    scheme, _, token = (authorization[0] if len(authorization) == 1 else "").strip().partition(" ")
    token = token.strip()
    if scheme.lower() == "bearer" and token.startswith(ACCESS_PREFIX):
        account_id = oauth.grants.account_of(token, oauth.resource)
        caller = access.authenticator.account(account_id) if account_id is not None else None
        if caller is None:
            raise _unauthorized(services, _TOKEN)
        return caller
    answer = access.authenticator.authenticate(authorization, lambda: access.client_ip.of(scope))
    if isinstance(answer, Refused):
        raise _unauthorized(services, answer.reason)
    return answer


def _unauthorized(services: Services, reason: Message) -> RejectedError:
    header = challenge(services.base_url, error="invalid_token")
    return RejectedError(401, reason, (b"www-authenticate", header))


def _call_of(context: Context) -> ToolCall:
    assert context.request is not None
    call: ToolCall = context.request.scope[_CALL]
    return call


async def _send_error(send: Send, status: int, text: str, headers: tuple[Header, ...] = ()) -> None:
    body = encode({"jsonrpc": "2.0", "id": None, "error": {"code": -32_000, "message": text}})
    all_headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> str:
    return next(iter(headers_of(scope).all(name)), b"").decode("latin-1")
