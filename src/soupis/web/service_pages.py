"""Pages about the service: assistants, developers, who runs it, terms, privacy."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from soupis.accounts.quota.tariffs import ANONYMOUS, FREE
from soupis.web.operator import Operator
from soupis.web.render import base_url_of, render

# What the examples call the service; a page shows its own address instead.
EXAMPLE_ADDRESS = "https://soupis.example"
QUICK_STARTS = {
    "Shell (curl)": "quickstart.sh",
    "Python": "quickstart.py",
    "JavaScript (Node.js)": "quickstart.mjs",
    "Java": "Quickstart.java",
    "PHP": "quickstart.php",
}


class QuickStart(NamedTuple):
    """A program that asks for one company."""

    language: str
    code: str


@cache
def quick_starts(base_url: str) -> list[QuickStart]:
    """Return the examples with the address of this service in them."""
    directory = files("soupis.web").joinpath("snippets")
    return [
        QuickStart(language, directory.joinpath(name).read_text().strip().replace(EXAMPLE_ADDRESS, base_url))
        for language, name in QUICK_STARTS.items()
    ]


class ServicePages:
    """Endpoints of pages that change with the settings only."""

    def __init__(self, operator: Operator) -> None:
        self._operator = operator

    async def assistant(self, request: Request) -> Response:
        """Say how to connect an AI assistant, client by client."""
        return render(request, "assistant.html", anonymous=ANONYMOUS, free=FREE)

    async def developers(self, request: Request) -> Response:
        """Say how to begin with the interface."""
        return render(
            request,
            "developers.html",
            starts=quick_starts(base_url_of(request)),
            version=version("soupis"),
            anonymous=ANONYMOUS,
            free=FREE,
        )

    async def contact(self, request: Request) -> Response:
        """Say who runs the service and how to reach them."""
        return render(request, "contact.html", operator=self._operator)

    async def terms(self, request: Request) -> Response:
        """Show the terms of use."""
        return render(request, "terms.html", operator=self._operator, anonymous=ANONYMOUS, free=FREE)

    async def privacy(self, request: Request) -> Response:
        """Say which personal data is shown, on what grounds, and how to object."""
        return render(request, "privacy.html", operator=self._operator)
