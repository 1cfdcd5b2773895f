"""The page of a company and the full list of the people in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from soupis.accounts.same_origin import is_same_origin
from soupis.accounts.throttle import LOOKUP_FROM_CLIENT, ThrottledError
from soupis.bank_accounts import group_iban
from soupis.folding import without_direction_marks
from soupis.public_internet import Address
from soupis.queries import companies
from soupis.queries.filings import FilingsQuery, Year
from soupis.queries.relations import (
    current_first,
    party_of_company,
    relations_of_company,
    relations_of_engagements,
)
from soupis.sources import ISIR, WIRE_NAMES
from soupis.times import prague_today
from soupis.web.day_axis import day_texts
from soupis.web.filings import group_filings
from soupis.web.language import bare_path
from soupis.web.page_budget import rows_of_each, texts_that_fit
from soupis.web.past_company import past_page
from soupis.web.payment import payable_accounts
from soupis.web.registers import map_address, register_entries
from soupis.web.render import base_url_of, render, writer_of
from soupis.web.site import Site
from soupis.web.timeline import build_timeline
from soupis.web.vat_box import vat_words
from soupis.wire.acting import acting
from soupis.wire.acting_words import acting_words
from soupis.wire.company import FirmaDetail
from soupis.wire.states import entered_insolvency

_ICO = re.compile(r"\d{1,8}|CZ(?P<of_tax_id>\d{8})", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)
_PEOPLE_ON_PAGE = 200
_ENTRIES_ON_PAGE = 100
_FILINGS_ON_PAGE = 50
_YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
_NO_YEAR = "neuveden"
# Of their shareholders only a sole one is entered in the register.
JOINT_STOCK = frozenset({"121", "932"})


class CompanyPages:
    """Endpoints below /firma/."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def detail(self, request: Request) -> Response:
        """Show a company."""
        ico = company_id(request)
        if isinstance(ico, Response):
            return ico
        services = self._site.services
        if days := day_texts(request):
            return await services.read(past_page, request, self._site, ico, days)
        code_name = await self._site.code_lists.translate(writer_of(request).english)
        return await services.read(self._page, request, ico, code_name)

    def _page(self, request: Request, ico: int, code_name: Callable[[str | None], str]) -> Response:
        detail = companies.decode_detail(self._site.company(ico, viewed=True))
        engagements = companies.engagements(self._site.services, ico)
        relations = current_first(relations_of_company(detail, []))
        accounts = detail.dph.zverejnene_ucty_podrobne if detail.dph else []
        vat_is_old = detail.dph is not None and companies.is_vat_old(detail.dph.overeno_k)
        related = [*relations, *relations_of_engagements(engagements)]
        return render(
            request,
            "company.html",
            firm=detail,
            party=party_of_company(detail),
            code_name=code_name,
            account_details={item.ucet: item for item in accounts},
            group_iban=group_iban,
            vat=vat_words(detail.dph, detail.dph_rozpor, old=vat_is_old),
            vat_is_old=vat_is_old,
            vat_queued=request.query_params.get("overeni") == "1",
            engagements=engagements,
            timeline=build_timeline(relations, prague_today()),
            related_count=len({relation.party.identity for relation in related}),
            sources={source.zdroj for source in detail.zdroje},
            in_register=detail.statutarni_organy is not None,
            acting=acting_words(found) if (found := acting(detail, prague_today().isoformat())) else None,
            entered_insolvency=entered_insolvency(detail),
            has_shares=detail.pravni_forma is not None and detail.pravni_forma.kod in JOINT_STOCK,
            payable=payable_accounts(detail.dph),
            filings=group_filings(detail.listiny.posledni) if detail.listiny else [],
            register_entries=register_entries(detail),
            map_address=map_address(detail),
            insolvency_read=next(
                (source.aktualizovano for source in detail.zdroje if source.zdroj == WIRE_NAMES[ISIR]), None
            ),
            today=prague_today().isoformat(),
            most=rows_of_each([len(engagements), len(accounts), *_tables_of(detail)]),
            texts_that_fit=texts_that_fit,
            json_ld=json_ld(detail, f"{base_url_of(request)}{bare_path(request)}"),
        )

    async def people(self, request: Request) -> Response:
        """Show everybody who is or was in the company, page by page."""
        return await self._list_page(request, self._people_page)

    async def _list_page(self, request: Request, page: Callable[[Request, int], Response]) -> Response:
        ico = company_id(request)
        if isinstance(ico, Response):
            return ico
        return await self._site.services.read(page, request, ico)

    def _people_page(self, request: Request, ico: int) -> Response:
        detail = companies.decode_detail(self._site.company(ico))
        relations = current_first(relations_of_company(detail, []))
        pages = max(1, -(-len(relations) // _PEOPLE_ON_PAGE))
        page = page_number(request, pages)
        shown = relations[(page - 1) * _PEOPLE_ON_PAGE : page * _PEOPLE_ON_PAGE]
        return render(
            request,
            "people.html",
            party=party_of_company(detail),
            relations=shown,
            total=len(relations),
            read=detail.statutarni_organy is not None,
            timeline=build_timeline(shown, prague_today(), most=_PEOPLE_ON_PAGE),
            page=page,
            pages=pages,
        )

    async def entries(self, request: Request) -> Response:
        """Show all that the register has entered as texts: lines of business and further entries."""
        return await self._list_page(request, self._entries_page)

    def _entries_page(self, request: Request, ico: int) -> Response:
        detail = companies.decode_detail(self._site.company(ico))
        facts = detail.ostatni_skutecnosti or []  # valid ones stand first
        pages = max(1, -(-len(facts) // _ENTRIES_ON_PAGE))
        page = page_number(request, pages)
        return render(
            request,
            "entries.html",
            firm=detail,
            name=detail.obchodni_jmeno or detail.ico,
            facts=facts[(page - 1) * _ENTRIES_ON_PAGE : page * _ENTRIES_ON_PAGE],
            total=len(facts),
            page=page,
            pages=pages,
        )

    async def filings(self, request: Request) -> Response:
        """Show all filed documents, page by page, or those of one year (`rok`; "neuveden" = not stated)."""
        ico = company_id(request)
        if isinstance(ico, Response):
            return ico
        detail = await self._site.detail(ico)
        every = detail.listiny.pocet if detail.listiny else 0
        page = page_number(request, max(1, -(-every // _FILINGS_ON_PAGE)))
        start = (page - 1) * _FILINGS_ON_PAGE
        text, year = _year_in(request)
        query = FilingsQuery(year=year, start=start, size=_FILINGS_ON_PAGE)
        found = await self._site.services.filings.page(ico, query)
        return render(
            request,
            "filings.html",
            firm=detail,
            name=detail.obchodni_jmeno or detail.ico,
            found=found,
            year=text,
            page=page,
            pages=max(1, -(-found.total // _FILINGS_ON_PAGE)),
        )

    async def verify(self, request: Request) -> Response:
        """Put the company's VAT status into the queue of look-ups and go back to its page."""
        ico = company_id(request)
        if isinstance(ico, Response):
            return ico
        headers, services = request.headers, self._site.services
        if not is_same_origin(headers.get("sec-fetch-site"), headers.get("origin"), services.base_url):
            raise HTTPException(403)
        detail = await self._site.detail(ico)
        if detail.dph is None or companies.is_vat_old(detail.dph.overeno_k):
            try:
                await run_in_threadpool(self._queue_vat, ico, services.access.client_ip.of(request.scope))
            except ThrottledError as error:
                raise HTTPException(429, headers={"Retry-After": str(error.retry_after)}) from None
        return RedirectResponse(writer_of(request).address(f"/firma/{detail.ico}", overeni="1") + "#dph", 303)

    def _queue_vat(self, ico: int, client: Address) -> None:
        """Queue a look-up that does not wait yet; counted, for the register allows few in a day."""
        services = self._site.services
        if companies.is_vat_queued(services, ico):
            return
        access = services.access
        caller = access.authenticator.anonymous(client)
        access.throttle.attempt(access.throttle.buckets_of("lookup", caller, LOOKUP_FROM_CLIENT))
        companies.queue_vat(services, caller, [ico])


def _tables_of(detail: FirmaDetail) -> Iterator[int]:
    """Yield how many rows each table of members and of partners has: those of now, and former ones."""
    bodies = [*(detail.statutarni_organy or ()), *(detail.ostatni_organy or ())]
    shares = (detail.spolecnici or (), detail.uvolnene_podily or ())
    for listed in (*(body.clenove for body in bodies), *shares):
        now = sum(item.aktualni for item in listed)
        yield now
        yield len(listed) - now


def _year_in(request: Request) -> tuple[str | None, Year | None]:
    """Return the year of filed documents in the query string, as its text and as a value."""
    text = request.query_params.get("rok", "")
    if text == _NO_YEAR:
        return text, "unknown"
    return (text, int(text)) if _YEAR.fullmatch(text) else (None, None)


def page_number(request: Request, last: int) -> int:
    """Return the requested page, within 1 and `last`."""
    return number_in(request, "strana", 1, 1, last)


def number_in(request: Request, name: str, default: int, least: int, most: int) -> int:
    """Return a number of the query string, the nearest within the bounds; what is none is the default."""
    text = request.query_params.get(name, "")
    return max(least, min(int(text) if _NUMBER.fullmatch(text) else default, most))


def json_ld(detail: FirmaDetail, url: str) -> Markup:
    """Return a schema.org description, safe inside a script element."""
    seat, former = detail.sidlo, detail.drivejsi_jmena or ()
    organization = {
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": without_direction_marks(detail.obchodni_jmeno) or detail.ico,
        "identifier": {"@type": "PropertyValue", "propertyID": "IČO", "value": detail.ico},
        "taxID": detail.dph.dic if detail.dph else None,
        "url": url,
        "foundingDate": detail.datum_vzniku,
        "dissolutionDate": detail.datum_zaniku if detail.stav == "zanikla" else None,
        "alternateName": [without_direction_marks(item.jmeno) for item in former[:20]] or None,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": without_direction_marks(seat.text),
            "addressLocality": seat.nazev_obce,
            "postalCode": str(seat.psc) if seat.psc else None,
            "addressRegion": seat.nazev_kraje,
            "addressCountry": "CZ" if seat.kod_kraje else None,
        }
        if seat
        else None,
    }
    text = msgspec.json.encode(_without_none(organization)).decode()
    # Inside a script element only these could end it or start a comment; JSON has escapes for them.
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)  # noqa: S704 - escaped just above


def _without_none(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_none(item) for name, item in value.items() if item is not None}
    return value


def company_id(request: Request) -> int | Response:
    """Return the ID in the path; a short one and a tax ID lead to its full form, anything else is no page."""
    text = request.path_params["ico"]
    match = _ICO.fullmatch(text)
    if not match:
        raise HTTPException(404)
    if len(text) != 8:
        path = bare_path(request).replace(text, match["of_tax_id"] or text.zfill(8), 1)
        query = request.url.query
        return RedirectResponse(writer_of(request).address(path) + (f"?{query}" if query else ""), 308)
    return int(text)
