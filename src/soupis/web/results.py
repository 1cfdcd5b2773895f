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
from soupis.queries.company_filters import (
    UnknownTownError,
    company_query,
    has_criterion,
    has_filter,
    search_of,
)
from soupis.queries.errors import QueryError
from soupis.queries.exports import ExportOffer, export_offer
from soupis.queries.parameters import from_pairs, parse_pairs
from soupis.queries.reasons import in_words, marked_name, sought_account, unpublished_account
from soupis.queries.search_page import SearchPage
from soupis.web.company import page_number
from soupis.web.company_filters import (
    IN_FORM,
    address_of,
    given_pairs,
    listed_names,
    options,
    pairs_of,
    used,
    was_shortened,
    without_filters,
)
from soupis.web.render import render, writer_of
from soupis.web.site import Site
from soupis.wire.person import OsobaPolozka
from soupis.wire.requests import OsobyDotaz, VyhledavaniDotaz

ON_PAGE = 20
# Parameters of the search for persons beside the text, the same as those of the interface.
_PERSON_FILTERS = ("rok", "obec", "jenAktivni", "razeni")
PERSON_ORDERS = {
    "relevance": Message("nejlepší shoda", "best match"),
    "-pocetAktivnich": Message("nejvíc současných firem", "most present companies"),
    "rok": Message("nejstarší", "oldest"),
    "-rok": Message("nejmladší", "youngest"),
}
STATISTICS = "/statistiky"
TABLE = "tabulka"  # the value of `zobrazeni`; without it results are cards
_LAST_PAGE = 10_000 // ON_PAGE + 1
_SHOWN_COUNTS = 12
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
        try:
            parse_pairs(request.scope["query_string"])
            # Filters and orders of persons have the names of those of companies, and other values.
            persons_only = request.query_params.get("co") == "osoby"
            given = [pair for pair in given_pairs(request) if pair[0] == "q" or not persons_only]
            parameters, query = await search_of(self._site.services, given)
        except QueryError as error:
            return answer_wrong(request, error, "/hledat")
        ico = self._company_of_id(parameters)
        if ico is not None:
            return RedirectResponse(writer_of(request).address(f"/firma/{ico}"), 303)
        if persons_only:
            return await self._answer_persons(request, parameters)
        services = self._site.services
        page = page_number(request, _LAST_PAGE)
        start = min((page - 1) * ON_PAGE, 10_000)
        result = await companies.search_page(services, PageRequest(query, start, ON_PAGE))
        items = result.items
        text = parameters.q or ""
        meant = await persons.meant(services, text, next(iter(items), None))
        if meant.rather and start == 0 and "co" not in request.query_params and not has_filter(parameters):
            return await self._answer_persons(request, parameters)
        pages = max(1, min(-(-result.total // ON_PAGE), _LAST_PAGE))

        def page_address(number: int) -> str:
            return _address(request, parameters, strana=number if number > 1 else None)

        if page > pages:
            return RedirectResponse(page_address(pages), 303)
        names = await listed_names(services)
        return render(
            request,
            "results.html",
            parameters=parameters,
            shortened=was_shortened(request),
            code_name=await self._site.code_lists.translate(writer_of(request).english),
            total=result.total,
            companies=items,
            name_parts=lambda item: marked_name(item, text),
            reason=in_words,
            sought_account=sought_account(text),
            unpublished=unpublished_account(services, text),
            is_vat_old=companies.is_vat_old,
            persons_total=meant.total,
            filters=self._filters(request, parameters, await companies.counts(services, query), names),
            options=options(parameters),
            in_form=sum(bool(getattr(parameters, name)) for name in IN_FORM),
            used=[(one.name, _address(request, one.without)) for one in used(parameters, names)],
            unfiltered=_address(request, without_filters(parameters)),
            offer=await self._offer(request, parameters, result.total),
            export_fields=[(name, value) for name, value in pairs_of(parameters) if name != "strana"],
            page=page,
            pages=pages,
            start=start,
            page_address=page_address,
            as_table=_is_table(request),
            view_address=lambda view: _address(
                request, parameters, strana=page if page > 1 else None, zobrazeni=view
            ),
            statistics_address=address_of(request, STATISTICS, parameters),
            persons_address=_address(request, VyhledavaniDotaz(q=parameters.q), co="osoby"),
            problem=None,
        )

    def _company_of_id(self, parameters: VyhledavaniDotaz) -> str | None:
        """Return the ID when the query is nothing but the ID of a company that is published."""
        match = _ICO.fullmatch((parameters.q or "").replace(" ", ""))
        if not match or has_filter(parameters):
            return None
        return match[1] if companies.exists(self._site.services, int(match[1])) else None

    # --- persons ---

    async def _answer_persons(self, request: Request, parameters: VyhledavaniDotaz) -> Response:
        services = self._site.services
        text = parameters.q or ""
        narrowed, problem = None, None
        # An order of companies is none of persons, whom one box may show instead.
        names = _PERSON_FILTERS if request.query_params.get("co") == "osoby" else ("rok",)
        given = [
            (name, written.strip())
            for name in names
            for written in request.query_params.getlist(name)
            if written.strip()
        ]
        try:
            if text or given:
                narrowed = from_pairs(OsobyDotaz, [("q", text), *given])
        except QueryError as error:
            problem = error.message
        written = dict(reversed(given))
        company = request.query_params.get("firma", "").strip()[:100] or None
        page = page_number(request, _LAST_PAGE)
        start = min((page - 1) * ON_PAGE, 10_000)
        long_enough = persons.is_searchable(text)
        result: SearchPage[OsobaPolozka] = SearchPage(0, start, [])
        companies_total = None
        only_text = VyhledavaniDotaz(q=parameters.q)
        if long_enough and narrowed:
            companies_total = await companies.count_found(services, company_query(services, only_text))
            result = await persons.search_page(
                services,
                text,
                start,
                ON_PAGE,
                narrowed.rok,
                company,
                town=narrowed.obec,
                only_current=narrowed.jen_aktivni == "true",
                order=narrowed.razeni,
            )
        total = result.total
        pages = max(1, min(-(-total // ON_PAGE), _LAST_PAGE))

        def page_address(number: int) -> str:
            return _address(
                request,
                only_text,
                co="osoby",
                **written,
                firma=company,
                strana=number if number > 1 else None,
                zobrazeni=None,
            )

        if page > pages and not problem:
            return RedirectResponse(page_address(pages), 303)
        return render(
            request,
            "results_persons.html",
            status=400 if problem else 200,
            problem=problem,
            written={name: written.get(name, "")[:100] for name in _PERSON_FILTERS},
            orders=PERSON_ORDERS,
            text=text,
            shortened=was_shortened(request),
            company=company,
            long_enough=long_enough,
            total=total,
            unread=total == 0 and persons.are_unread(services),
            persons=result.items,
            reason=in_words,
            companies_total=companies_total,  # None: nothing was searched for
            companies_address=_address(request, only_text, co="firmy"),
            page=page,
            pages=pages,
            page_address=page_address,
        )

    # --- filters ---

    def _filters(
        self,
        request: Request,
        parameters: VyhledavaniDotaz,
        counts: Counts,
        names: dict[str, dict[str, Message]],
    ) -> dict[str, list[Choice]]:
        """Return the choices of every filter, the most frequent first; a chosen one leads to its removal."""
        kraj = {parameters.kraj} if parameters.kraj else set()
        forma, nace = set(parameters.forma), set(parameters.nace)
        return {
            "kraj": self._choices(request, parameters, "kraj", counts.kraj, names["kraj"], kraj),
            "forma": self._choices(request, parameters, "forma", counts.forma, names["forma"], forma),
            "nace": self._choices(request, parameters, "nace", counts.nace, names["nace"], nace),
        }

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


def answer_wrong(request: Request, error: QueryError, path: str) -> Response:
    """Say what is wrong with a search; a town that is not clear leads to those it may be, at a path."""
    message = error.message
    others = [(name, value) for name, value in given_pairs(request) if name != "obec"]
    towns = error.towns if isinstance(error, UnknownTownError) else []
    address = writer_of(request).address(path)
    return render(
        request,
        "results_wrong.html",
        status=error.status,
        problem=message.en if writer_of(request).english else message.cs,
        text=request.query_params.get("q", ""),
        towns={town: f"{address}?{urlencode([*others, ('obec', town)])}" for town in towns},
    )


def _with(parameters: VyhledavaniDotaz, name: str, value: object) -> VyhledavaniDotaz:
    return msgspec.structs.replace(
        parameters, **{name: value if value is not None else [] if name != "kraj" else None}
    )


def _is_table(request: Request) -> bool:
    return request.query_params.get("zobrazeni") == TABLE


def _address(request: Request, parameters: VyhledavaniDotaz, **more: object) -> str:
    """Return the address of results; the view stays as it is unless `more` names another."""
    if _is_table(request):
        more = {"zobrazeni": TABLE} | more
    return address_of(request, "/hledat", parameters, **more)
