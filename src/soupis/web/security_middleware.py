"""Around every answer: security headers, the limit of pages per client, pages for errors."""

from __future__ import annotations

from contextlib import AsyncExitStack
from ipaddress import IPv4Address, IPv6Network
from typing import Any

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from soupis.accounts.client_ip import NETWORK_FACTOR, own_network
from soupis.accounts.unreachable import report_unreachable
from soupis.heavy_work import pause_before_refusal
from soupis.public_internet import Address
from soupis.queries import errors
from soupis.queries.charging import OverLimitError, used_up
from soupis.queries.errors import QueryError
from soupis.queries.http_rules import broken_rule
from soupis.queries.services import Provider
from soupis.request_headers import Header
from soupis.web.limiter import PageLimiter
from soupis.web.render import render

_log = structlog.stdlib.get_logger(__name__)

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
# Of pages that lead to a consent: assistants open them in another window and wait beside it for the end,
# which they would not learn if the browser parted the two.
OPENED_BY_OTHERS = {"Cross-Origin-Opener-Policy": "unsafe-none"}
_EVERYWHERE = ((b"x-content-type-options", b"nosniff"),)
_DOCUMENTS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_HSTS = ((b"strict-transport-security", b"max-age=31536000"),)
# Paths that are no pages of the site.
_NOT_PAGES = (
    "/api/v1/",
    "/api/suggest",
    "/navrhy",
    "/en/navrhy",
    "/api/health",
    "/mcp",
    "/oauth/token",
    "/oauth/register",
    "/oauth/revoke",
    "/.well-known/",
    "/static/",
    "/metrics",
)


class SecurityMiddleware:
    """ASGI middleware around the whole application.

    Every answer gets the headers it lacks (its own win); a page beyond the limit of its address becomes a
    page that says so (429), a failure a page without details (500).
    """

    def __init__(self, app: ASGIApp, services: Provider, base_url: str, pages_per_minute: int) -> None:
        self._app = app
        self._services = services
        self._base_url = base_url
        self._everywhere = _EVERYWHERE + (_HSTS if base_url.startswith("https://") else ())
        self._limiter = PageLimiter(pages_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})["base_url"] = self._base_url
        started = False

        async def send_secured(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = self._with_headers(message.get("headers", []))
            await send(message)

        if scope["path"].startswith(_NOT_PAGES):
            try:
                await self._app(scope, receive, send_secured)
            except Exception:
                _log.exception("request_failed", path=scope["path"])
                if not started:
                    raise
            return
        if broken := broken_rule(scope):
            await _page(Request(scope), broken.status)(scope, receive, send_secured)
            return
        services = self._services()
        client = services.access.client_ip.of(scope)
        if wait := self._take_page(client):
            await pause_before_refusal()
            page = _page(Request(scope), 429, {"Retry-After": str(wait)}, wait=wait)
            await page(scope, receive, send_secured)
            return
        async with AsyncExitStack() as turn:
            if scope["method"] == "GET":  # forms have bounds of their own, and may wait for a password
                await turn.enter_async_context(services.turns.of(f"pages {own_network(client)}"))

            async def send_page(message: Message) -> None:
                await turn.aclose()  # a page is whole when it begins; nobody waits for who reads it slowly
                await send_secured(message)

            try:
                await self._app(scope, receive, send_page)
            except Exception:
                _log.exception("page_failed", path=scope["path"])
                if started:  # Starlette has answered, and raised it again for whoever logs it
                    return
                await _page(Request(scope), 500)(scope, receive, send_page)

    def _take_page(self, client_ip: Address) -> int:
        """Take a page of a client: return 0, or in how many seconds it may read the next one."""
        wait = self._limiter.take(own_network(client_ip))
        if wait or isinstance(client_ip, IPv4Address):
            return wait
        return self._limiter.take(str(IPv6Network((client_ip, 48), strict=False)), NETWORK_FACTOR)

    def _with_headers(self, headers: Any) -> list[Header]:
        own = {name.lower(): value for name, value in headers}
        defaults = self._everywhere
        if own.get(b"content-type", b"").startswith((b"text/html", b"image/svg")):
            defaults += _DOCUMENTS
        return [*headers, *(header for header in defaults if header[0] not in own)]


def _page(request: Request, status: int, headers: dict[str, str] | None = None, **context: Any) -> Response:
    return render(
        request,
        "error.html",
        status=status,
        headers=headers,
        code=status,
        **{"wait": None, "sentence": None, "over_limit": False, **context},
    )


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Answer an HTTPException with a page; an address with a slash too many leads to the one without it."""
    assert isinstance(error, HTTPException)
    path: str = request.scope["path"]
    if error.status_code == 404 and path.endswith("/"):
        # Without a host: what a client says of ours would lead elsewhere whoever a cache hands this to.
        query = request.url.query
        return RedirectResponse(f"/{path.strip('/')}" + (f"?{query}" if query else ""), 308)
    return _page(request, error.status_code, dict(error.headers or {}))


async def answer_query_error(request: Request, error: Exception) -> Response:
    """Answer a QueryError that a page did not turn into one of its own: a busy service, a refused file."""
    assert isinstance(error, QueryError)
    sentence, is_over_limit = error.message, False
    if isinstance(error, OverLimitError):
        is_over_limit = True
        if not error.decision.remaining:  # the page has buttons in the place of advice for programs
            sentence = used_up(error.decision)
    return _page(request, error.status, error.headers, sentence=sentence, over_limit=is_over_limit)


async def answer_unreachable(request: Request, error: Exception) -> Response:
    """Answer that a database or an index cannot be reached, is full or is damaged."""
    report_unreachable(error, path=request.url.path)
    return _page(request, 502, {"Retry-After": str(errors.RETRY_SECONDS)})


async def answer_failure(request: Request, _error: Exception) -> Response:
    """Answer a fault of ours with a page without details; the server logs the error itself."""
    return _page(request, 500)


ERROR_HANDLERS = {
    HTTPException: answer_http_error,
    QueryError: answer_query_error,
    **dict.fromkeys(errors.UNREACHABLE, answer_unreachable),
    Exception: answer_failure,
}
