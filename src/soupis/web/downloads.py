"""Files of people: the CSV of a search and of a company, at the address of the page with .csv behind it.

They cost what the exports of REST cost, and show the same rows. What goes wrong is a page.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import Caller, Refused
from soupis.messages import Message
from soupis.queries import companies
from soupis.queries.as_of import past_day
from soupis.queries.callers import identify
from soupis.queries.charging import charged, over_limit
from soupis.queries.company_filters import has_criterion, search_of
from soupis.queries.errors import QueryError
from soupis.queries.exports import (
    CSV,
    ExportFile,
    attachment,
    begin_export,
    company_table,
    most_rows,
    preview_export,
)
from soupis.queries.parameters import check_names, from_pairs, parse_pairs
from soupis.queries.services import CALLER, Services
from soupis.request_headers import Header
from soupis.web.company import company_id
from soupis.web.company_filters import FILTERS, given_pairs
from soupis.web.results import answer_wrong
from soupis.web.site import Site
from soupis.wire.requests import FirmaDotaz, VyhledavaniExportDotaz

_NO_CRITERION = Message(
    "Stáhnout lze jen hledání, které něco omezuje: napište text, nebo zvolte filtr.",
    "Only a search that is narrowed can be downloaded: write a text, or choose a filter.",
)
# They depend on who asks, and hold no secret that their length could tell.
# What the page of results has in its address beside the filters: it does not change the rows.
_OF_THE_PAGE = ("strana", "zobrazeni")
_CACHING: Header = (b"cache-control", b"private, no-cache")


class Downloads:
    """The endpoints /hledat.csv and /firma/{ico}.csv."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def search(self, request: Request) -> Response:
        """Send the companies that a search finds. Raises QueryError 401, 429 or 503."""
        services, caller = self._site.services, await self._caller(request)
        try:
            check_names(request.scope["query_string"], (*FILTERS, "pocet", *_OF_THE_PAGE))
            parameters, query = await search_of(services, given_pairs(request))
            wanted = _wanted_rows(request)
            if not has_criterion(parameters):
                raise QueryError(400, *_NO_CRITERION)
        except QueryError as error:
            return answer_wrong(request, error, "/hledat")
        decision = await services.patient_step(services.access.quota.peek, caller)
        if not decision.allowed:
            raise over_limit(decision)
        most = most_rows(caller, wanted)
        if request.method == "HEAD":
            preview = await preview_export(services, caller, query, most)
            response = Response(headers=_texts(*preview.headers))
            del response.headers["content-length"]  # GET streams a file of unknown length
            return response
        return _ExportResponse(await begin_export(services, caller, query, most))

    async def company(self, request: Request) -> Response:
        """Send what is known of a company, as of a day if one is given (`kDatu`).

        Raises QueryError 400, 401, 404, 429 or 503.
        """
        services, ico = self._site.services, company_id(request)
        if isinstance(ico, Response):
            return ico
        day = _wanted_day(request)
        async with charged(services, await self._caller(request), 1, "detail"):
            table = await services.read(_company_table, services, ico, day)
        name = f"firma-{ico:08d}-{day}.csv" if day else f"firma-{ico:08d}.csv"
        return Response(table, headers=_texts(CSV, attachment(name)))

    async def _caller(self, request: Request) -> Caller:
        services = self._site.services
        caller = await services.step(identify, request.scope, services)
        if isinstance(caller, Refused):
            raise QueryError(401, *caller.reason)
        CALLER.set(caller.bucket)
        return caller


class _ExportResponse(StreamingResponse):
    """A search export as it is sent; the export ends with it."""

    def __init__(self, file: ExportFile) -> None:
        super().__init__(file.parts(), headers=_texts(*file.headers))
        self._export = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._export.close()


def _company_table(services: Services, ico: int, day: str | None) -> bytes:
    if day is None:
        return company_table(companies.document(services, ico).body)
    return company_table(companies.document_as_of(services, ico, day).body)


def _wanted_day(request: Request) -> str | None:
    text = from_pairs(FirmaDotaz, parse_pairs(request.scope["query_string"])).k_datu
    return past_day(text) if text else None


def _wanted_rows(request: Request) -> int | None:
    given = [("pocet", value) for value in request.query_params.getlist("pocet") if value]
    return from_pairs(VyhledavaniExportDotaz, given).pocet


def _texts(*headers: Header) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in (*headers, _CACHING)}
