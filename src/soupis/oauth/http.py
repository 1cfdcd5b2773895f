"""Requests and answers of the endpoints that programs call: JSON, errors of OAuth, CORS."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import OperationalError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from soupis.accounts.errors import UnavailableError
from soupis.accounts.forms import FormError
from soupis.accounts.unreachable import report_unreachable
from soupis.oauth.errors import OAuthError

_log = structlog.stdlib.get_logger(__name__)

# Programs in browsers connect too; none of these answers depends on a cookie.
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Content-Type, MCP-Protocol-Version",
    "Access-Control-Max-Age": "86400",
}


def json_response(content: dict[str, Any], status: int = 200, *, max_age: int = 0) -> Response:
    """Return a JSON answer, open to pages of any site, that its reader may keep for so many seconds."""
    caching = f"private, max-age={max_age}" if max_age else "no-store"
    headers = {**_CORS, "Cache-Control": caching}
    return Response(msgspec.json.encode(content), status, headers, media_type="application/json")


def refusal(error: str, description: str, status: int = 400) -> Response:
    """Return an error in the words of OAuth."""
    return json_response({"error": error, "error_description": description}, status)


def endpoint(method: str, run: Callable[[Request], Awaitable[Response]]) -> Callable[..., Any]:
    """Return a handler that answers one method and the preflight of browsers, and words every failure."""

    async def handle(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_CORS)
        if request.method not in (method, "HEAD" if method == "GET" else method):
            response = refusal("invalid_request", f"This address takes only {method}.", 405)
            response.headers["Allow"] = f"{method}, OPTIONS"
            return response
        try:
            return await run(request)
        except OAuthError as error:
            return refusal(error.error, error.description)
        except FormError as error:
            return refusal("invalid_request", str(error))
        except ClientDisconnect:
            return Response(status_code=400)
        except (UnavailableError, OperationalError) as error:
            report_unreachable(error, path=request.url.path)
            return refusal("temporarily_unavailable", "The database cannot be reached now; try again.", 503)
        except Exception:
            _log.exception("oauth_failed", path=request.url.path)
            return refusal("server_error", "Something failed on our side; try again.", 500)

    return handle


def required(fields: dict[str, str], name: str) -> str:
    """Return a field. Raises `OAuthError` when it is missing."""
    if name not in fields:
        raise OAuthError("invalid_request", f"The parameter {name} is missing.")
    return fields[name]
