"""For search engines: robots.txt and the sitemap of all companies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from soupis.identifiers import format_ico
from soupis.web.language import LANGUAGES, address
from soupis.web.render import base_url_of
from soupis.web.site import Site

# Of ten IDs in a row one has the right check digit, so a file of so many IDs holds at most 50,000 addresses,
# the most that a sitemap may have.
_IDS_IN_FILE = 500_000
_FILES = 100_000_000 // _IDS_IN_FILE
_AT_ONCE = 2_000
_PAGES = (
    *("/", "/tarify", "/o-datech", "/stav", "/doklad", "/asistent", "/vyvojari", "/kontakt", "/podminky"),
    "/soukromi", "/statistiky",
)  # fmt: skip
# Results of any search, files that cost units, and accounts; statistics of the country are shown.
_HIDDEN = (
    *("/hledat", "/statistiky?", "/statistiky/", "/navrhy", "/ucet", "/prihlaseni", "/registrace"),
    *("/obnova-hesla", "/provoz", "/firma/*.csv$"),
)
_XML = "application/xml"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_DAY = {"Cache-Control": "public, max-age=86400"}


class CrawlerFiles:
    """Endpoints of robots.txt and of the sitemap."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def robots(self, request: Request) -> Response:
        """Keep crawlers off results and accounts, and show them the sitemap."""
        lines = ["User-agent: *"]
        lines += [f"Disallow: {address(language, path)}" for language in LANGUAGES for path in _HIDDEN]
        lines += [
            "Disallow: /api/v1/",
            "Disallow: /mcp",
            "",
            f"Sitemap: {base_url_of(request)}/sitemap.xml",
            "",
        ]
        return PlainTextResponse("\n".join(lines), headers=_DAY)

    async def index(self, request: Request) -> Response:
        """List the files of the sitemap that hold any company."""
        documents = self._site.services.documents
        base = base_url_of(request)
        files = [f"{base}/sitemap-stranky.xml"]
        files += [
            f"{base}/sitemap-firmy-{number}.xml"
            for number in range(_FILES)
            if documents.icos(number * _IDS_IN_FILE, (number + 1) * _IDS_IN_FILE, 1)
        ]
        entries = "".join(f"<sitemap><loc>{address}</loc></sitemap>\n" for address in files)
        return Response(
            f"{_HEAD}<sitemapindex {_SPACE}>\n{entries}</sitemapindex>\n", media_type=_XML, headers=_DAY
        )

    async def pages(self, request: Request) -> Response:
        """List the pages about the service."""
        base = base_url_of(request)
        entries = "".join(
            f"<url><loc>{base}{address(language, path)}</loc></url>\n"
            for language in LANGUAGES
            for path in _PAGES
        )
        return Response(f"{_HEAD}<urlset {_SPACE}>\n{entries}</urlset>\n", media_type=_XML, headers=_DAY)

    async def companies(self, request: Request) -> Response:
        """List the companies of one range of IDs."""
        number = request.path_params["number"]
        if number >= _FILES:
            raise HTTPException(404)
        return StreamingResponse(self._entries(base_url_of(request), number), media_type=_XML, headers=_DAY)

    async def _entries(self, base: str, number: int) -> AsyncIterator[str]:
        yield f"{_HEAD}<urlset {_SPACE}>\n"
        low, high = number * _IDS_IN_FILE, (number + 1) * _IDS_IN_FILE
        while icos := self._site.services.documents.icos(low, high, _AT_ONCE):
            yield "".join(f"<url><loc>{base}/firma/{format_ico(ico)}</loc></url>\n" for ico in icos)
            low = icos[-1] + 1
            await asyncio.sleep(0)  # other requests are answered in between
        yield "</urlset>\n"
