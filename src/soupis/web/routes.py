"""The addresses of the web site's public pages."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from soupis.api.endpoint import Provider
from soupis.web.language import both_languages
from soupis.web.render import render
from soupis.web.static_files import answer_static
from soupis.web.theme import set_theme


def web_routes(services: Provider, engine: Callable[[], Engine]) -> list[BaseRoute]:
    """Return the routes of the public pages; `engine` gives the system of record (code lists, freshness)."""

    async def home(request: Request) -> Response:
        return render(request, "base.html")

    pages = [
        Route("/", home),
        Route("/vzhled", set_theme, methods=["POST"]),
    ]
    return [Route("/static/{name}", answer_static), *both_languages(pages)]
