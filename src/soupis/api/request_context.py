"""One request and its answer: headers that every answer carries, errors in the envelope, languages."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import Caller, Refused
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.headers import rate_limit_headers
from soupis.compression import holds, wants_other
from soupis.messages import Message, prefers_english
from soupis.queries.callers import identify, limits_of, recalled
from soupis.queries.charging import OverLimitError
from soupis.queries.errors import BROKEN_BODY, NO_VERSIONS, OTHER_VERSION, QueryError
from soupis.queries.services import CALLER, Services
from soupis.request_headers import Header, headers_of
from soupis.wire.base import encode_error

JSON: Header = (b"content-type", b"application/json")
NOT_KEPT: Header = (b"cache-control", b"no-store")

# Any page may read the answers, without credentials: keys are for servers.
_CORS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, "
        b"Retry-After, ETag, Content-Disposition, X-Service-Zkraceno, X-Service-Pocet-Celkem, "
        b"X-Service-Pocet-Radku, X-Service-Jednotek, X-Service-Poradi, X-Service-Doklad, Preference-Applied, "
        b"X-Request-Id",
    ),
)
_COMMON: tuple[Header, ...] = (
    *_CORS,
    (b"vary", b"Accept-Encoding, Accept-Language, Authorization, Cookie"),
    (b"x-content-type-options", b"nosniff"),
)
_SECURE: tuple[Header, ...] = (*_COMMON, (b"strict-transport-security", b"max-age=31536000"))
_PREFLIGHT: tuple[Header, ...] = (
    (b"access-control-allow-methods", b"GET, HEAD, POST"),
    (b"access-control-allow-headers", b"Accept-Language, Content-Type, If-Match, If-None-Match, Prefer"),
    (b"access-control-max-age", b"86400"),
)
# RFC 6750: what kind of credentials would be right.
_CHALLENGE = 'Bearer realm="Soupis", error="invalid_token"'


class Response(Struct, frozen=True, gc=False):
    """A whole response, ready to be sent."""

    status: int
    body: bytes
    headers: tuple[Header, ...] = (JSON,)


class RequestContext:
    """A request being answered; `decision` holds the figures of the rate-limit headers once known."""

    __slots__ = (
        "_receive",
        "_send",
        "caller",
        "decision",
        "headers",
        "method",
        "scope",
        "services",
        "started",
        "timing",
    )

    def __init__(self, scope: Scope, receive: Receive, send: Send, services: Services) -> None:
        self.scope = scope
        self.headers = headers_of(scope)
        self.method: str = scope["method"]
        self.services = services
        self.caller: Caller | None = None  # once it is known who asks
        self.decision: Decision | None = None
        self.timing = b""  # where the time of the answer went, once it is known
        self.started = False  # whether the status has been sent, so that no other can be
        self._receive = receive
        self._send = send

    @property
    def query(self) -> bytes:
        """The raw query string."""
        raw: bytes = self.scope["query_string"]
        return raw

    def header(self, name: bytes) -> bytes:
        """Return a header's value, the last one if it came several times, empty if it did not come."""
        return self.headers.get(name, b"")

    def holds(self, tag: bytes) -> bool:
        """Tell whether the caller has the version with this ETag already (If-None-Match)."""
        return holds(self.headers, tag)

    def check_version(self, tag: bytes | None) -> None:
        """Raise QueryError 412 where If-Match demands another version than this one (RFC 9110, 13.1.1).

        None = what is asked for has no versions, so that no tag can match.
        """
        if wants_other(self.headers, tag):
            raise QueryError(412, *(NO_VERSIONS if tag is None else OTHER_VERSION))

    @property
    def asker(self) -> Caller:
        """Who asks, in what answers callers that have been identified."""
        assert self.caller is not None
        return self.caller

    async def identify(self) -> Caller:
        """Return who asks; raises QueryError 401 after noting the caller's anonymous window."""
        if known := self.recall():
            return known
        caller = await self.services.step(self.authenticate)
        CALLER.set(caller.bucket)  # again, because the step may have run in a thread
        return caller

    def recall(self) -> Caller | None:
        """Return who asks where that is known from memory, wherever the accounts are."""
        caller = self.caller = recalled(self.headers, self.services)
        if caller:
            CALLER.set(caller.bucket)
        return caller

    async def peek(self) -> None:
        """Note the caller's window for the headers of an answer that costs nothing."""
        try:
            caller = await self.identify()
        except QueryError:
            return  # the anonymous window has been noted
        await self.peek_of(caller)

    async def peek_of(self, caller: Caller) -> None:
        """Note the window of an identified caller."""
        self.decision = await self.services.patient_step(self.services.access.quota.peek, caller)

    def authenticate(self) -> Caller:
        """Return who asks, as `identify` does, in place."""
        caller = identify(self.scope, self.services)
        if isinstance(caller, Refused):
            self.decision = self.services.access.quota.peek(caller.anonymous)
            raise QueryError(401, *caller.reason, headers={"WWW-Authenticate": _CHALLENGE})
        self.caller = caller
        CALLER.set(caller.bucket)
        return caller

    async def body(self, most: int) -> bytes:
        """Return the request's body.

        Raises QueryError 413 as soon as it is longer than `most`, 400 when it does not arrive whole.
        """
        length = self.header(b"content-length")
        if length.isdigit() and int(length) > most:
            raise _too_long(most)
        parts, size = [], 0
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise QueryError(400, *BROKEN_BODY)  # broken chunks look like a client that is gone
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

    async def send(self, response: Response) -> None:
        """Send a whole response with the headers that every response carries."""
        status, body = response.status, response.body
        await self._send(self._head(status, response.headers, len(body)))
        # The body of an answer to HEAD goes no further than the server, but tells how long a packed one is.
        await self._send({"type": "http.response.body", "body": b"" if status == 304 else body})

    async def start(self, status: int, headers: tuple[Header, ...], length: int | None) -> None:
        """Send status and headers; `length` None = the body will be streamed, or is not known for HEAD."""
        await self._send(self._head(status, headers, length))

    def _head(self, status: int, headers: tuple[Header, ...], length: int | None) -> dict[str, Any]:
        all_headers = [*headers, *(_SECURE if self.services.secure else _COMMON)]
        if length is not None and status not in (204, 304):
            all_headers.append((b"content-length", b"%d" % length))
        if self.decision is None and self.scope["path"].startswith("/api"):
            self.decision = limits_of(self.scope, self.services)
        if self.decision is not None:
            all_headers += rate_limit_headers(self.decision)
        if self.timing:
            all_headers.append((b"server-timing", self.timing))
        self.started = True
        return {"type": "http.response.start", "status": status, "headers": all_headers}

    async def send_part(self, body: bytes, *, more: bool) -> None:
        """Send a part of a streamed body; waits while the client has not taken the parts before."""
        await self._send({"type": "http.response.body", "body": body, "more_body": more})

    def error(self, error: QueryError) -> Response:
        """Return an error in the envelope, in the caller's language."""
        extra = tuple((name.lower().encode(), value.encode()) for name, value in error.headers.items())
        body = encode_error(error.status, self.text(error.message), error.data)
        return Response(error.status, body, (JSON, *extra))

    async def send_error(self, error: QueryError) -> None:
        """Send an error in the envelope, with the figures of a refusal by the quota."""
        if isinstance(error, OverLimitError):
            self.decision = error.decision
        await self.send(self.error(error))

    async def send_preflight(self) -> None:
        """Answer a CORS preflight request."""
        await self.send(Response(204, b"", _PREFLIGHT))


def _too_long(most: int) -> QueryError:
    return QueryError(
        413,
        f"Tělo požadavku je větší než {most // 1024} kB.",
        f"The body of the request is larger than {most // 1024} kB.",
    )
