"""One request and its answer: headers that every answer carries, errors in the envelope, languages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from soupis.accounts.callers import Caller, Refused
from soupis.accounts.quota.counters import Decision
from soupis.accounts.sessions import session_caller
from soupis.messages import Message, prefers_english
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.wire.base import encode_error

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Header = tuple[bytes, bytes]
T = TypeVar("T")

JSON: Header = (b"content-type", b"application/json")

# Any page may read the answers, without credentials: keys are for servers.
_CORS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, "
        b"Retry-After, ETag, Content-Disposition, X-Service-Zkraceno, X-Service-Pocet-Celkem, "
        b"X-Service-Pocet-Radku, X-Service-Jednotek",
    ),
)
_COMMON: tuple[Header, ...] = (
    *_CORS,
    (b"vary", b"Accept-Language, Authorization, Cookie"),
    (b"x-content-type-options", b"nosniff"),
)
_HSTS: Header = (b"strict-transport-security", b"max-age=31536000")
_PREFLIGHT: tuple[Header, ...] = (
    (b"access-control-allow-methods", b"GET, HEAD, POST"),
    (b"access-control-allow-headers", b"Accept-Language, Content-Type, If-None-Match"),
    (b"access-control-max-age", b"86400"),
)
# Names and seconds of the windows, as the IETF draft has them.
_DAY = (b'"den"', b"86400")
_MONTH = (b'"mesic"', b"2592000")
# RFC 6750: what kind of credentials would be right.
_CHALLENGE = 'Bearer realm="Soupis", error="invalid_token"'


class Response(NamedTuple):
    """A whole answer, ready to be sent."""

    status: int
    body: bytes
    headers: tuple[Header, ...] = (JSON,)


class RequestContext:
    """A request being answered; `decision` holds the figures of the rate-limit headers once known."""

    __slots__ = ("_headers", "_receive", "_send", "decision", "method", "scope", "services", "started")

    def __init__(self, scope: Scope, receive: Receive, send: Send, services: Services) -> None:
        self.scope = scope
        self.method: str = scope["method"]
        self.services = services
        self.decision: Decision | None = None
        self.started = False  # whether the status has been sent, so that no other can be
        self._receive = receive
        self._send = send
        self._headers: dict[bytes, bytes] | None = None

    @property
    def query(self) -> bytes:
        """The raw query string."""
        raw: bytes = self.scope["query_string"]
        return raw

    def header(self, name: bytes) -> bytes:
        """Return a header's value, the last one if it came several times, empty if it did not come."""
        if self._headers is None:
            self._headers = dict(self.scope["headers"])
        return self._headers.get(name, b"")

    async def step(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a step of the accounts database: in place where that is a local file and takes microseconds,
        in a thread where it is across the network and would keep other requests waiting.
        """
        if self.services.access.database.local:
            return function(*arguments)
        return await asyncio.to_thread(function, *arguments)

    async def identify(self) -> Caller:
        """Return who asks; raises QueryError 401 after noting the caller's anonymous window."""
        return await self.step(self.authenticate)

    async def peek(self) -> None:
        """Note the caller's window for the headers of an answer that costs nothing."""
        try:
            caller = await self.identify()
        except QueryError:
            return  # the anonymous window has been noted
        self.decision = await self.step(self.services.access.quota.peek, caller)

    def authenticate(self) -> Caller:
        access, headers = self.services.access, self.scope["headers"]
        authorization = [value.decode("latin-1") for name, value in headers if name == b"authorization"]
        if not authorization and (cookie := self.header(b"cookie")):
            signed_in = session_caller(
                access.sessions,
                cookie.decode("latin-1"),
                self.header(b"sec-fetch-site").decode("latin-1") or None,
                secure=self.services.secure,
            )
            if signed_in is not None:
                return signed_in
        caller = access.authenticator.authenticate(authorization, access.client_ip.of(self.scope))
        if isinstance(caller, Refused):
            self.decision = access.quota.peek(caller.anonymous)
            raise QueryError(401, *caller.reason, headers={"WWW-Authenticate": _CHALLENGE})
        return caller

    async def body(self, most: int) -> bytes:
        """Return the request's body; raises QueryError 413 as soon as it is longer than `most`."""
        length = self.header(b"content-length")
        if length.isdigit() and int(length) > most:
            raise _too_long(most)
        parts, size = [], 0
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ConnectionResetError
            size += len(message.get("body", b""))
            if size > most:
                raise _too_long(most)
            parts.append(message.get("body", b""))
            if not message.get("more_body"):
                return b"".join(parts)

    async def gone(self) -> None:
        """Wait until the client is gone; for answers that are streamed, after the request's body was read."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    @property
    def english(self) -> bool:
        """Whether the caller prefers English to Czech."""
        return prefers_english(self.header(b"accept-language").decode("latin-1"))

    def text(self, message: Message) -> str:
        """Return a message in the caller's language."""
        return message.en if self.english else message.cs

    async def send(self, answer: Response) -> None:
        """Send a whole answer with the headers that every answer carries."""
        await self._send(self._head(answer.status, answer.headers, len(answer.body)))
        # A server may send no body for HEAD and 304, whatever the headers say of its length.
        body = b"" if self.method == "HEAD" or answer.status == 304 else answer.body
        await self._send({"type": "http.response.body", "body": body})

    async def start(self, status: int, headers: tuple[Header, ...], length: int | None) -> None:
        """Send status and headers; `length` None = the body will be streamed, or is not known for HEAD."""
        await self._send(self._head(status, headers, length))

    def _head(self, status: int, headers: tuple[Header, ...], length: int | None) -> dict[str, Any]:
        sent = [*headers, *_COMMON]
        if self.services.secure:
            sent.append(_HSTS)
        if length is not None and status not in (204, 304):
            sent.append((b"content-length", b"%d" % length))
        if self.decision is not None:
            sent += rate_limit_headers(self.decision)
        self.started = True
        return {"type": "http.response.start", "status": status, "headers": sent}

    async def send_part(self, body: bytes, *, more: bool) -> None:
        """Send a part of a streamed body; waits while the client has not taken the parts before."""
        await self._send({"type": "http.response.body", "body": body, "more_body": more})

    async def send_error(self, error: QueryError) -> None:
        """Send an error in the envelope, in the caller's language."""
        body = encode_error(error.status, self.text(error.message))
        extra = tuple((name.lower().encode(), value.encode()) for name, value in error.headers.items())
        await self.send(Response(error.status, body, (JSON, *extra)))

    async def send_preflight(self) -> None:
        """Answer the question of a browser whether a page may ask."""
        await self.send(Response(204, b"", _PREFLIGHT))


def rate_limit_headers(decision: Decision) -> list[Header]:
    """Return the rate-limit headers, also in the form that the IETF drafts."""
    name, limit, policy = _limit_headers(decision.limit, len(decision.period) > 7)
    left, reset = b"%d" % decision.remaining, b"%d" % decision.reset_seconds
    return [
        limit,
        (b"x-ratelimit-remaining", left),
        (b"x-ratelimit-reset", reset),
        policy,
        (b"ratelimit", b"%b;r=%b;t=%b" % (name, left, reset)),
    ]


@lru_cache
def _limit_headers(limit: int, daily: bool) -> tuple[bytes, Header, Header]:
    """Return the window's name and the headers that are the same for everybody with a tariff."""
    name, seconds = _DAY if daily else _MONTH
    policy = b"%b;q=%d;w=%b" % (name, limit, seconds)
    return name, (b"x-ratelimit-limit", b"%d" % limit), (b"ratelimit-policy", policy)


def _too_long(most: int) -> QueryError:
    return QueryError(
        413,
        f"Tělo požadavku je větší než {most // 1024} kB.",
        f"The body of the request is larger than {most // 1024} kB.",
    )
