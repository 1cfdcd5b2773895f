"""The page of a company, its ties and the full list of the people in it."""

from __future__ import annotations

import re
from datetime import date

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from soupis.identifiers import has_valid_check_digit
from soupis.queries.relations import Party, Tie, party_of_company, ties_of_company, ties_of_engagements
from soupis.times import prague_today
from soupis.web.graph import build_graph
from soupis.web.language import bare_path
from soupis.web.render import base_url_of, render, without_direction_marks, writer_of
from soupis.web.site import Site
from soupis.web.timeline import build_timeline
from soupis.web.vat_box import is_old, vat_words
from soupis.wire.company import FirmaDetail

_ICO = re.compile(r"\d{1,8}", re.ASCII)
# Rows of one list on the page of a company; the rest stands on the page of all people.
MOST_MEMBERS = 40
_PEOPLE_ON_PAGE = 200


class CompanyPages:
    """Endpoints below /firma/."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def detail(self, request: Request) -> Response:
        """Show a company."""
        ico = _ico_of(request)
        if isinstance(ico, Response):
            return ico
        detail = self._site.company(ico)
        self._site.services.refresh_hints.note(ico)
        engagements = self._site.engagements_of_company(ico)
        ties = ties_of_company(detail, [])
        return render(
            request,
            "company.html",
            compress=True,
            firm=detail,
            party=party_of_company(detail),
            code_name=self._site.translate(writer_of(request).english),
            vat=vat_words(detail.dph),
            vat_is_old=detail.dph is not None and is_old(detail.dph),
            asked=request.query_params.get("overeni") == "1",
            engagements=engagements,
            timeline=build_timeline(ties, today()),
            tie_count=len({tie.party.identity for tie in [*ties, *ties_of_engagements(engagements)]}),
            sources={source.zdroj for source in detail.zdroje},
            most=MOST_MEMBERS,
            json_ld=json_ld(detail, f"{base_url_of(request)}{bare_path(request)}"),
        )

    async def people(self, request: Request) -> Response:
        """Show everybody who is or was in the company, page by page."""
        ico = _ico_of(request)
        if isinstance(ico, Response):
            return ico
        detail = self._site.company(ico)
        ties = ties_of_company(detail, [])
        pages = max(1, -(-len(ties) // _PEOPLE_ON_PAGE))
        page = page_number(request, pages)
        shown = ties[(page - 1) * _PEOPLE_ON_PAGE : page * _PEOPLE_ON_PAGE]
        return render(
            request,
            "people.html",
            compress=True,
            party=party_of_company(detail),
            ties=shown,
            total=len(ties),
            page=page,
            pages=pages,
        )

    async def ties(self, request: Request) -> Response:
        """Show the graph and table of ties around a company."""
        ico = _ico_of(request)
        if isinstance(ico, Response):
            return ico
        return answer_ties(request, self._site, party_of_company(self._site.company(ico)))

    async def verify(self, request: Request) -> Response:
        """Put the company's VAT status into the queue of look-ups and go back to its page."""
        ico = _ico_of(request)
        if isinstance(ico, Response):
            return ico
        detail = self._site.company(ico)
        if detail.dph is None and has_valid_check_digit(ico):
            self._site.services.lookups.ask([ico])
        return RedirectResponse(writer_of(request).address(f"/firma/{detail.ico}", overeni="1") + "#dph", 303)


def answer_ties(request: Request, site: Site, root: Party) -> Response:
    """Return the page with the ties around a party."""
    seen: dict[tuple[str, str], list[Tie]] = {}

    def neighbours(party: Party) -> list[Tie]:
        if party.identity not in seen:
            seen[party.identity] = _ties_of(site, party)
        return seen[party.identity]

    graph = build_graph(root, neighbours)
    return render(
        request,
        "ties.html",
        compress=True,
        root=root,
        graph=graph,
        ties=neighbours(root),
        most=_PEOPLE_ON_PAGE,
    )


def _ties_of(site: Site, party: Party) -> list[Tie]:
    if party.key is None:
        return []
    if party.kind == "person":
        person = site.find_person(party.key)
        return ties_of_engagements(person.angazma) if person else []
    detail = site.find_company(int(party.key))
    if detail is None:
        return []
    return ties_of_company(detail, site.engagements_of_company(int(party.key)))


def page_number(request: Request, last: int) -> int:
    """Return the page that is asked for, within 1 and `last`."""
    text = request.query_params.get("strana", "")
    return max(1, min(int(text), last)) if text.isascii() and text.isdigit() and len(text) < 7 else 1


def json_ld(detail: FirmaDetail, url: str) -> Markup:
    """Return a schema.org description, safe inside a script element."""
    seat = detail.sidlo
    described = {
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": without_direction_marks(detail.obchodni_jmeno) or detail.ico,
        "identifier": {"@type": "PropertyValue", "propertyID": "IČO", "value": detail.ico},
        "taxID": detail.dph.dic if detail.dph else None,
        "url": url,
        "foundingDate": detail.datum_vzniku,
        "dissolutionDate": detail.datum_zaniku if detail.stav == "zanikla" else None,
        "alternateName": [without_direction_marks(item.jmeno) for item in detail.drivejsi_jmena[:20]] or None,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": without_direction_marks(seat.text),
            "addressLocality": seat.nazev_obce,
            "postalCode": f"{seat.psc:05d}" if seat.psc else None,
            "addressRegion": seat.nazev_kraje,
            "addressCountry": "CZ",
        }
        if seat
        else None,
    }
    text = msgspec.json.encode(_without_none(described)).decode()
    # Inside a script element only these could end it or start a comment; JSON has escapes for them.
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)  # noqa: S704 - escaped just above


def _without_none(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_none(item) for name, item in value.items() if item is not None}
    return value


def _ico_of(request: Request) -> int | Response:
    """Return the ID in the path; a short one leads to its full form, anything else is no page."""
    text = request.path_params["ico"]
    if not _ICO.fullmatch(text):
        raise HTTPException(404)
    if len(text) < 8:
        path = bare_path(request).replace(text, text.zfill(8), 1)
        return RedirectResponse(writer_of(request).address(path), 308)
    return int(text)


def today() -> date:
    """Return the day in Prague."""
    return prague_today()
