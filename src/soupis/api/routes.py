"""The addresses of the REST API."""

from __future__ import annotations

from collections.abc import Callable

from starlette.routing import BaseRoute, Mount, Route

from soupis.api import companies, exports, persons
from soupis.api.endpoint import Endpoint, NotFound, Operation, Provider, guarded
from soupis.api.exchange import JSON, Answer, Exchange, Receive, Scope, Send

OPERATIONS = {
    "/vyhledavani": Operation("GET", "search", companies.read_search, companies.answer_search),
    "/firma/{ico}": Operation("GET", "detail", companies.read_ico, companies.answer_detail),
    "/firma/{ico}/export": Operation("GET", "detail", exports.read_detail, exports.answer_detail),
    "/firmy/dph": Operation("POST", "vat", companies.read_vat, companies.answer_vat, cost=len),
    "/osoby": Operation("GET", "person", persons.read_search, persons.answer_search),
    "/osoba/{klic}": Operation("GET", "person", persons.read_key, persons.answer_profile),
}


class Free:
    """ASGI application of an operation that costs nothing and bears no rate-limit headers."""

    def __init__(self, services: Provider, answer: Callable[[Exchange], Answer]) -> None:
        self._services = services
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        exchange = Exchange(scope, receive, send, self._services())
        await guarded(exchange, "GET", self._run)

    async def _run(self, exchange: Exchange) -> None:
        await exchange.send(self._answer(exchange))


def health(_exchange: Exchange) -> Answer:
    """Say that this process answers."""
    return Answer(200, b'{"stav":"ok","status":"ok"}', (JSON, (b"cache-control", b"no-store")))


def api_routes(services: Provider) -> list[BaseRoute]:
    """Return the routes below the service's base address."""
    versioned: list[BaseRoute] = [Route("/vyhledavani/export", exports.SearchExport(services))]
    versioned += [Route(path, Endpoint(operation, services)) for path, operation in OPERATIONS.items()]
    versioned.append(Mount("/", NotFound(services, limited=True)))
    return [
        Mount("/api/v1", routes=versioned),
        Route("/api/suggest", Free(services, companies.suggest)),
        Route("/api/health", Free(services, health)),
    ]
