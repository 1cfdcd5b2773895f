"""The addresses of the REST API."""

from __future__ import annotations

import re

from soupis.api import companies, exports, persons, sources
from soupis.api.endpoint import READING, App, Endpoint, NotFound, Operation, UnmeteredEndpoint
from soupis.api.openapi.page import description_apps
from soupis.api.request_context import JSON, Receive, RequestContext, Response, Scope, Send
from soupis.queries.services import Provider

OPERATIONS = {
    "/api/v1/vyhledavani": Operation(READING, "search", companies.read_search, companies.answer_search),
    "/api/v1/firma/{ico}": Operation(READING, "detail", companies.read_ico, companies.answer_detail),
    "/api/v1/firma/{ico}/export": Operation(READING, "detail", exports.read_detail, exports.answer_detail),
    "/api/v1/firmy/dph": Operation(
        ("POST",), "vat", companies.read_vat, companies.answer_vat, cost=len, writes=True
    ),
    "/api/v1/osoby": Operation(READING, "person", persons.read_search, persons.answer_search),
    "/api/v1/osoba/{klic}": Operation(READING, "person", persons.read_key, persons.answer_profile),
}


def health(_exchange: RequestContext) -> Response:
    """Say that this process answers."""
    return Response(200, b'{"stav":"ok","status":"ok"}', (JSON, (b"cache-control", b"no-store")))


class Api:
    """ASGI application of all addresses below /api/.

    Exact addresses are looked up and the others matched one by one: a walk through a router's middlewares and
    routes takes as long as a whole company detail, 15 µs.
    """

    def __init__(self, services: Provider) -> None:
        apps: dict[str, App] = {path: Endpoint(item, services) for path, item in OPERATIONS.items()}
        apps["/api/v1/vyhledavani/export"] = exports.SearchExport(services)
        apps["/api/v1/zdroje"] = UnmeteredEndpoint(services, sources.answer, limited=True)
        apps["/api/suggest"] = UnmeteredEndpoint(services, companies.suggest)
        apps["/api/health"] = UnmeteredEndpoint(services, health)
        apps.update(description_apps(services))
        self.paths = tuple(apps)
        self._exact = {path: app for path, app in apps.items() if "{" not in path}
        self._matched = [(_pattern(path), app) for path, app in apps.items() if "{" in path]
        self._unknown = NotFound(services, limited=True)
        self._unknown_unlimited = NotFound(services, limited=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._find(scope)(scope, receive, send)

    def _find(self, scope: Scope) -> App:
        path: str = scope["path"]
        app = self._exact.get(path)
        if app is not None:
            return app
        for pattern, app in self._matched:
            if found := pattern.fullmatch(path):
                scope["path_params"] = found.groupdict()
                return app
        return self._unknown if path.startswith("/api/v1") else self._unknown_unlimited


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]*)", path), re.DOTALL)
