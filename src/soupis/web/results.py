"""Results of a search: companies with filters and counts, or persons, page by page."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from soupis.messages import Message
from soupis.queries import companies, persons
from soupis.queries.companies import Counts, PageRequest
from soupis.queries.company_filters import company_query, has_criterion
from soupis.queries.errors import QueryError
from soupis.queries.exports import ExportOffer, export_offer
from soupis.queries.parameters import from_pairs
from soupis.queries.search_page import SearchPage
from soupis.web.company import page_number
from soupis.web.render import render, writer_of
from soupis.web.site import Site
from soupis.wire.requests import VyhledavaniDotaz

ON_PAGE = 20
_LAST_PAGE = 10_000 // ON_PAGE + 1
_SHOWN_COUNTS = 12
_FILTERS = ("q", "kraj", "obec", "forma", "nace")
_ICO = re.compile(r"(?:CZ)?\s*(\d{8})", re.ASCII | re.IGNORECASE)


class Choice(NamedTuple):
    """One value of a filter: how many companies have it, and where a click on it leads."""

    code: str
    name: str
    hits: int
    share: float  # per cent of the biggest choice
    chosen: bool
    address: str


class ResultPages:
    """The endpoint /hledat."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def search(self, request: Request) -> Response:
        """Show companies, or persons when parameters for (`co=osoby`)."""
        filters = {name: request.query_params.getlist(name) for name in _FILTERS}
        pairs = [(name, value) for name, values in filters.items() for value in values if value.strip()]
        try:
            parameters = from_pairs(VyhledavaniDotaz, pairs)
            query = company_query(self._site.services, parameters)
            parameters.kraj = str(query.region) if query.region else None
        except QueryError as error:
            return self._answer_wrong(request, error.message)
        ico = self._company_of_id(parameters)
        if ico is not None:
            return RedirectResponse(writer_of(request).address(f"/firma/{ico}"), 303)
        if request.query_params.get("co") == "osoby":
            return await self._answer_persons(request, parameters)
        services = self._site.services
        page = page_number(request, _LAST_PAGE)
        start = min((page - 1) * ON_PAGE, 10_000)
        result = await companies.search_page(services, PageRequest(query, start, ON_PAGE))
        pages = max(1, min(-(-result.total // ON_PAGE), _LAST_PAGE))
        return render(
            request,
            "results.html",
            compress=True,
            parameters=parameters,
            code_name=await self._site.code_lists.translate(writer_of(request).english),
            total=result.total,
            companies=[companies.decode_item(item) for item in result.items],
            is_vat_old=companies.is_vat_old,
            persons_total=await self._persons_total(parameters),
            filters=await self._filters(request, parameters, await companies.counts(services, query)),
            offer=await self._offer(request, parameters, result.total),
            export_fields=[(name, value) for name, value in _pairs(parameters) if name != "strana"],
            page=min(page, pages),
            pages=pages,
            start=start,
            page_address=lambda number: _address(request, parameters, strana=number if number > 1 else None),
            persons_address=_address(request, VyhledavaniDotaz(q=parameters.q), co="osoby"),
            problem=None,
        )

    def _answer_wrong(self, request: Request, problem: Message) -> Response:
        english = writer_of(request).english
        return render(
            request,
            "results_wrong.html",
            status=400,
            problem=problem.en if english else problem.cs,
            text=request.query_params.get("q", "")[:100],
        )

    def _company_of_id(self, parameters: VyhledavaniDotaz) -> str | None:
        """Return the ID when the query is nothing but the ID of a company that is published."""
        match = _ICO.fullmatch((parameters.q or "").replace(" ", ""))
        if not match or parameters.kraj or parameters.obec or parameters.forma or parameters.nace:
            return None
        return match[1] if companies.exists(self._site.services, int(match[1])) else None

    # --- persons ---

    async def _persons_total(self, parameters: VyhledavaniDotaz) -> int:
        text = parameters.q or ""
        if not persons.is_searchable(text):
            return 0
        return (await persons.search_page(self._site.services, text, 0, 0)).total

    async def _answer_persons(self, request: Request, parameters: VyhledavaniDotaz) -> Response:
        services = self._site.services
        text = parameters.q or ""
        page = page_number(request, _LAST_PAGE)
        start = min((page - 1) * ON_PAGE, 10_000)
        long_enough = persons.is_searchable(text)
        result = SearchPage(0, start, [])
        if long_enough:
            result = await persons.search_page(services, text, start, ON_PAGE)
        total = result.total
        pages = max(1, min(-(-total // ON_PAGE), _LAST_PAGE))
        only_text = VyhledavaniDotaz(q=parameters.q)
        return render(
            request,
            "results_persons.html",
            compress=True,
            text=text,
            long_enough=long_enough,
            total=total,
            persons=[persons.decode_item(item) for item in result.items],
            companies_total=await companies.count_found(services, company_query(services, only_text)),
            companies_address=_address(request, only_text),
            page=min(page, pages),
            pages=pages,
            page_address=lambda number: _address(
                request, only_text, co="osoby", strana=number if number > 1 else None
            ),
        )

    # --- filters ---

    async def _filters(
        self, request: Request, parameters: VyhledavaniDotaz, counts: Counts
    ) -> dict[str, list[Choice]]:
        """Return the choices of every filter, the most frequent first; a chosen one leads to its removal."""
        divisions = await self._site.code_lists.names("nace2025")
        older = await self._site.code_lists.names("nace2008")
        return {
            "kraj": self._choices(
                request, parameters, "kraj", counts.kraj,
                await self._site.code_lists.names("region"), {parameters.kraj} if parameters.kraj else set(),
            ),
            "forma": self._choices(
                request, parameters, "forma", counts.forma, await self._site.code_lists.names("legal_form"),
                set(parameters.forma),
            ),
            "nace": self._choices(
                request, parameters, "nace", counts.nace, {**older, **divisions}, set(parameters.nace)
            ),
        }  # fmt: skip

    def _choices(
        self,
        request: Request,
        parameters: VyhledavaniDotaz,
        name: str,
        counts: dict[str, int],
        names: dict[str, Message],
        chosen: set[str],
    ) -> list[Choice]:
        english = writer_of(request).english
        ordered = sorted(counts.items(), key=lambda item: (item[0] not in chosen, -item[1], item[0]))
        most = max(counts.values(), default=1)
        choices = []
        for code, count in ordered[:_SHOWN_COUNTS]:
            label = names.get(code)
            value = None if code in chosen else code if name == "kraj" else [code]
            choices.append(
                Choice(
                    code,
                    (label.en if english else label.cs) if label else code,
                    count,
                    round(100 * count / most, 1),
                    code in chosen,
                    _address(request, _with(parameters, name, value)),
                )
            )
        return choices

    # --- export ---

    async def _offer(self, request: Request, parameters: VyhledavaniDotaz, total: int) -> ExportOffer | None:
        """Return what an export costs this caller; None where nothing limits the search."""
        if not total or not has_criterion(parameters):
            return None
        return await export_offer(self._site.services, request.scope, total)


def _with(parameters: VyhledavaniDotaz, name: str, value: object) -> VyhledavaniDotaz:
    return msgspec.structs.replace(
        parameters, **{name: value if value is not None else [] if name != "kraj" else None}
    )


def _pairs(parameters: VyhledavaniDotaz) -> list[tuple[str, str]]:
    pairs = [(name, getattr(parameters, name)) for name in ("q", "kraj", "obec") if getattr(parameters, name)]
    pairs += [("forma", code) for code in parameters.forma] + [("nace", code) for code in parameters.nace]
    return pairs


def _address(request: Request, parameters: VyhledavaniDotaz, **more: object) -> str:
    pairs = _pairs(parameters) + [(name, str(value)) for name, value in more.items() if value is not None]
    return writer_of(request).address("/hledat") + (f"?{urlencode(pairs)}" if pairs else "")
