"""Addresses under /.well-known/ that say what there is: not charged.

The documents about OAuth are served by `oauth/`.
"""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from starlette.routing import BaseRoute, Route

from soupis.api.endpoint import UnmeteredEndpoint
from soupis.api.request_context import NOT_KEPT, RequestContext, Response
from soupis.queries.services import Provider
from soupis.request_headers import Header
from soupis.times import utc_now

_CACHED: Header = (b"cache-control", b"private, max-age=3600")
_LINKSET = b'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
# RFC 9116 advises less than a year; the date moves on as long as somebody runs the service.
_VALID = timedelta(days=180)


def well_known_routes(services: Provider) -> list[BaseRoute]:
    """Return the routes of api-catalog, security.txt and change-password."""
    return [
        Route("/.well-known/api-catalog", UnmeteredEndpoint(services, api_catalog)),
        Route("/.well-known/security.txt", UnmeteredEndpoint(services, security)),
        Route("/.well-known/change-password", UnmeteredEndpoint(services, change_password)),
    ]


def api_catalog(context: RequestContext) -> Response:
    """Return the catalogue of interfaces (RFC 9727): where each is and what describes it."""
    base = context.services.base_url

    def link(path: str, kind: str) -> dict[str, str]:
        return {"href": f"{base}{path}", "type": kind}

    catalog = {
        "linkset": [
            {
                "anchor": f"{base}/api/v1/",
                "service-desc": [link("/api/v1/openapi.json", "application/json")],
                "service-doc": [link("/api/docs", "text/html")],
                "status": [link("/api/health", "application/json")],
            }
        ]
    }
    own = f'<{base}/.well-known/api-catalog>; rel="api-catalog"'.encode()
    headers = ((b"content-type", _LINKSET), (b"link", own), _CACHED)
    return Response(200, msgspec.json.encode(catalog), headers)


def security(context: RequestContext) -> Response:
    """Return whom to tell of a weakness (RFC 9116): the security mailbox (RFC 2142) of the service's host."""
    base = context.services.base_url
    expires = (utc_now() + _VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: mailto:security@{_mail_host(base)}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: cs, en",
        f"Canonical: {base}/.well-known/security.txt",
    ]
    body = "".join(f"{line}\n" for line in lines).encode()
    return Response(200, body, ((b"content-type", b"text/plain; charset=utf-8"), _CACHED))


def change_password(_context: RequestContext) -> Response:
    """Lead password managers to the page where a password is changed."""
    return Response(302, b"", ((b"location", b"/ucet"), NOT_KEPT))


def _mail_host(base: str) -> str:
    host = urlsplit(base).hostname or "localhost"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return f"[{host}]" if address.version == 4 else f"[IPv6:{host}]"
