"""Results of a search: companies with filters and counts, or persons, page by page."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from soupis.accounts.quota.tariffs import ROWS_PER_UNIT, Tariff, export_units
from soupis.api.companies import company_query
from soupis.api.request_context import RequestContext
from soupis.folding import fold
from soupis.messages import Message
from soupis.queries import parameters
from soupis.queries.errors import QueryError
from soupis.search.companies import Facets
from soupis.web.company import page_number
from soupis.web.render import render, writer_of
from soupis.web.site import Site
from soupis.wire.company import FirmaDetail, FirmaPolozka
from soupis.wire.person import OsobaPolozka
from soupis.wire.requests import VyhledavaniDotaz

ON_PAGE = 20
_LAST_PAGE = 10_000 // ON_PAGE + 1
_SHOWN_COUNTS = 12
_FILTERS = ("q", "kraj", "obec", "forma", "nace")
_SHORTEST_PERSON = 3
_ICO = re.compile(r"(?:CZ)?\s*(\d{8})", re.ASCII | re.IGNORECASE)

_decode_item = msgspec.json.Decoder(FirmaPolozka).decode
_decode_person = msgspec.json.Decoder(OsobaPolozka).decode


class Choice(NamedTuple):
    """One value of a filter: how many companies have it, and where a click on it leads."""

    code: str
    name: str
    found: int
    share: float  # per cent of the biggest choice
    chosen: bool
    address: str


class ExportOffer(NamedTuple):
    """What an export would give and cost before anybody downloads it."""

    rows: int
    total: int
    units: int
    remaining: int
    tariff: Tariff
    fits: int  # rows that the remaining units pay for

    @property
    def cut(self) -> bool:
        """Whether the tariff cuts the result."""
        return self.rows < self.total


class ResultPages:
    """The endpoint /hledat."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def search(self, request: Request) -> Response:
        """Show companies, or persons when asked for (`co=osoby`)."""
        given = {name: request.query_params.getlist(name) for name in _FILTERS}
        pairs = [(name, value) for name, values in given.items() for value in values if value.strip()]
        try:
            asked = parameters.from_pairs(VyhledavaniDotaz, pairs)
            query = company_query(asked)
            asked.kraj = str(query.region) if query.region else None
        except QueryError as error:
            return self._answer_wrong(request, error.message)
        found = self._company_of_id(asked)
        if found is not None:
            return RedirectResponse(writer_of(request).address(f"/firma/{found}"), 303)
        if request.query_params.get("co") == "osoby":
            return self._answer_persons(request, asked)
        services = self._site.services
        page = page_number(request, _LAST_PAGE)
        start = min((page - 1) * ON_PAGE, 10_000)
        result = services.companies.search(query, start, ON_PAGE)
        hits = [(hit, services.documents.company_summaries([hit.ico])) for hit in result.hits]
        companies = [(self._item(body[0], hit.former, asked.q), hit.former) for hit, body in hits if body]
        pages = max(1, min(-(-result.total // ON_PAGE), _LAST_PAGE))
        persons = self._persons_total(asked)
        return render(
            request,
            "results.html",
            compress=True,
            asked=asked,
            code_name=self._site.translate(writer_of(request).english),
            total=result.total,
            companies=companies,
            persons_total=persons,
            filters=self._filters(request, asked, services.companies.counts(query)),
            offer=await self._offer(request, asked, result.total),
            export_fields=[(name, value) for name, value in _pairs(asked) if name != "strana"],
            page=min(page, pages),
            pages=pages,
            start=start,
            page_address=lambda number: _address(request, asked, strana=number if number > 1 else None),
            persons_address=_address(request, VyhledavaniDotaz(q=asked.q), co="osoby"),
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

    def _company_of_id(self, asked: VyhledavaniDotaz) -> str | None:
        """Return the ID when the query is nothing but the ID of a company that is known."""
        match = _ICO.fullmatch((asked.q or "").replace(" ", ""))
        if not match or asked.kraj or asked.obec or asked.forma or asked.nace:
            return None
        return match[1] if self._site.services.documents.company(int(match[1])) else None

    def _item(self, body: bytes, former: bool, text: str | None) -> FirmaPolozka:
        item = _decode_item(body)
        if former and text:
            detail = self._site.find_company(int(item.ico))
            item.drivejsi_jmeno = _most_like(text, detail) if detail else None
        return item

    # --- persons ---

    def _persons_total(self, asked: VyhledavaniDotaz) -> int:
        if len(asked.q or "") < _SHORTEST_PERSON:
            return 0
        return self._site.services.persons.search(asked.q or "", 0, 0).total

    def _answer_persons(self, request: Request, asked: VyhledavaniDotaz) -> Response:
        services = self._site.services
        text = asked.q or ""
        page = page_number(request, _LAST_PAGE)
        start = min((page - 1) * ON_PAGE, 10_000)
        long_enough = len(text) >= _SHORTEST_PERSON
        total, bodies = 0, []
        if long_enough:
            result = services.persons.search(text, start, ON_PAGE)
            total, bodies = result.total, services.documents.person_summaries(result.ids)
        pages = max(1, min(-(-total // ON_PAGE), _LAST_PAGE))
        only_text = VyhledavaniDotaz(q=asked.q)
        return render(
            request,
            "results_persons.html",
            compress=True,
            text=text,
            long_enough=long_enough,
            total=total,
            persons=[_decode_person(body) for body in bodies],
            companies_total=services.companies.search(company_query(only_text), 0, 1).total,
            companies_address=_address(request, only_text),
            page=min(page, pages),
            pages=pages,
            page_address=lambda number: _address(
                request, only_text, co="osoby", strana=number if number > 1 else None
            ),
        )

    # --- filters ---

    def _filters(self, request: Request, asked: VyhledavaniDotaz, facets: Facets) -> dict[str, list[Choice]]:
        """Return the choices of every filter, the most frequent first; a chosen one leads to its removal."""
        divisions = self._site.code_names("nace2025")
        older = self._site.code_names("nace2008")
        return {
            "kraj": self._choices(
                request, asked, "kraj", {str(key): n for key, n in facets.regions.items()},
                self._site.code_names("region"), {asked.kraj} if asked.kraj else set(),
            ),
            "forma": self._choices(
                request, asked, "forma", facets.legal_forms, self._site.code_names("legal_form"),
                set(asked.forma),
            ),
            "nace": self._choices(
                request, asked, "nace", facets.nace_divisions, {**older, **divisions}, set(asked.nace)
            ),
        }  # fmt: skip

    def _choices(
        self,
        request: Request,
        asked: VyhledavaniDotaz,
        name: str,
        counts: dict[str, int],
        names: dict[str, Message],
        chosen: set[str],
    ) -> list[Choice]:
        english = writer_of(request).english
        ordered = sorted(counts.items(), key=lambda item: (item[0] not in chosen, -item[1], item[0]))
        most = max(counts.values(), default=1)
        found = []
        for code, count in ordered[:_SHOWN_COUNTS]:
            known = names.get(code)
            value = None if code in chosen else code if name == "kraj" else [code]
            found.append(
                Choice(
                    code,
                    (known.en if english else known.cs) if known else code,
                    count,
                    round(100 * count / most, 1),
                    code in chosen,
                    _address(request, _with(asked, name, value)),
                )
            )
        return found

    # --- export ---

    async def _offer(self, request: Request, asked: VyhledavaniDotaz, total: int) -> ExportOffer | None:
        """Return what an export costs this caller; None where nothing limits the search."""
        if not total or not (asked.q or asked.kraj or asked.obec or asked.forma or asked.nace):
            return None
        services = self._site.services
        context = RequestContext(request.scope, request.receive, _sends_nothing, services)
        try:
            caller = await context.identify()
        except QueryError:
            return None
        rows = min(total, caller.tariff.export_rows)
        remaining = (await context.step(services.access.quota.peek, caller)).remaining
        return ExportOffer(
            rows, total, export_units(rows), remaining, caller.tariff, min(rows, remaining * ROWS_PER_UNIT)
        )


async def _sends_nothing(_message: object) -> None:
    """Stand for the connection where only the caller is asked for."""


def _with(asked: VyhledavaniDotaz, name: str, value: object) -> VyhledavaniDotaz:
    return msgspec.structs.replace(
        asked, **{name: value if value is not None else [] if name != "kraj" else None}
    )


def _pairs(asked: VyhledavaniDotaz) -> list[tuple[str, str]]:
    pairs = [(name, getattr(asked, name)) for name in ("q", "kraj", "obec") if getattr(asked, name)]
    pairs += [("forma", code) for code in asked.forma] + [("nace", code) for code in asked.nace]
    return pairs


def _address(request: Request, asked: VyhledavaniDotaz, **more: object) -> str:
    pairs = _pairs(asked) + [(name, str(value)) for name, value in more.items() if value is not None]
    return writer_of(request).address("/hledat") + (f"?{urlencode(pairs)}" if pairs else "")


def _most_like(text: str, detail: FirmaDetail) -> str | None:
    """Return the former name that shares the most words with a text, the newest of several."""
    words = set(fold(text).split())
    names = [item.jmeno for item in detail.drivejsi_jmena]
    return max(names, key=lambda name: len(words & set(fold(name).split())), default=None)
