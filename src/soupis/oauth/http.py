"""Requests and answers of the endpoints that programs call: forms, JSON, errors of OAuth, CORS."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from soupis.accounts.errors import UnavailableError
from soupis.oauth.grants import OAuthError
from soupis.wire.base import encode

_log = structlog.stdlib.get_logger(__name__)

MOST_BODY = 16 * 1024
_MOST_FIELDS = 50
# Programs in browsers connect too; none of these answers depends on a cookie.
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Content-Type, MCP-Protocol-Version",
    "Access-Control-Max-Age": "86400",
}
in_thread = run_in_threadpool


def json_answer(content: dict[str, Any], status: int = 200, *, keep: int = 0) -> Response:
    """Return a JSON answer, open to pages of any site, that may be kept for so many seconds."""
    caching = f"public, max-age={keep}" if keep else "no-store"
    return Response(
        encode(content), status, {**_CORS, "Cache-Control": caching}, media_type="application/json"
    )


def refusal(error: str, description: str, status: int = 400) -> Response:
    """Return an error in the words of OAuth."""
    return json_answer({"error": error, "error_description": description}, status)


def endpoint(method: str, run: Callable[[Request], Awaitable[Response]]) -> Callable[..., Any]:
    """Return a handler that answers one method and the preflight of browsers, and words every failure."""

    async def handle(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_CORS)
        if request.method not in (method, "HEAD" if method == "GET" else method):
            answer = refusal("invalid_request", f"This address takes only {method}.", 405)
            answer.headers["Allow"] = f"{method}, OPTIONS"
            return answer
        try:
            return await run(request)
        except OAuthError as error:
            return refusal(error.error, error.description)
        except ClientDisconnect:
            return Response(status_code=400)
        except UnavailableError:
            _log.error("store_unreachable", path=request.url.path)
            return refusal("temporarily_unavailable", "The database cannot be reached now; try again.", 503)
        except Exception:
            _log.exception("oauth_failed", path=request.url.path)
            return refusal("server_error", "Something failed on our side; try again.", 500)

    return handle


async def read_body(request: Request) -> bytes:
    """Return the body. Raises `OAuthError` when it is too long."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BODY:
            raise OAuthError("invalid_request", f"The body is larger than {MOST_BODY // 1024} kB.")
        parts.append(part)
    return b"".join(parts)


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form body. Raises `OAuthError` for another type or a field given twice."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise OAuthError("invalid_request", "The body has to be application/x-www-form-urlencoded.")
    return read_fields(await read_body(request))


def read_fields(raw: bytes) -> dict[str, str]:
    """Return the fields of a form or a query string; empty ones count as not given (RFC 6749, 3.1)."""
    try:
        pairs = parse_qsl(raw.decode("ascii"), max_num_fields=_MOST_FIELDS, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise OAuthError("invalid_request", "The parameters are not properly encoded.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise OAuthError("invalid_request", "A parameter may be given only once.")
    return fields


def required(fields: dict[str, str], name: str) -> str:
    """Return a field. Raises `OAuthError` when it is missing."""
    if name not in fields:
        raise OAuthError("invalid_request", f"The parameter {name} is missing.")
    return fields[name]
