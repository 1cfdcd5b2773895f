"""Companies side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from soupis.queries import companies
from soupis.queries.errors import QueryError
from soupis.queries.relations import Identity, Party, Relation, relations_of_company
from soupis.queries.services import Services
from soupis.times import prague_today
from soupis.web.filings import group_filings
from soupis.web.language import bare_path
from soupis.web.render import render, writer_of
from soupis.web.site import Site
from soupis.web.vat_box import VatWords, vat_words
from soupis.wire.acting import acting
from soupis.wire.acting_words import ActingWords, acting_words
from soupis.wire.company import FirmaDetail, Listina, StavPodrobne
from soupis.wire.states import entered_insolvency

MOST = 3
_ICO = re.compile(r"(?:CZ)?\d{1,8}", re.ASCII | re.IGNORECASE)


class Compared(NamedTuple):
    """What the table shows of one company."""

    firm: FirmaDetail
    vat: VatWords
    acting: ActingWords | None
    entered_insolvency: StavPodrobne | None
    members: list[Party]
    partners: list[Party]
    statements: list[Listina]


class ComparisonPages:
    """The endpoint /porovnani."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def compare(self, request: Request) -> Response:
        """Show up to three companies side by side; what is missing is asked for."""
        written = [text.strip() for text in request.query_params.getlist("ico") if text.strip()]
        icos, wrong = _ids(written)
        if not wrong and [f"{ico:08d}" for ico in icos] != written:
            address = writer_of(request).address(bare_path(request), ico=[f"{ico:08d}" for ico in icos])
            return RedirectResponse(address, 308)
        services = self._site.services
        compared, unknown = [], []
        for ico in icos:
            try:
                compared.append(await services.read(_compared, services, ico))
            except QueryError as error:
                if error.status != 404:
                    raise
                unknown.append(f"{ico:08d}")
        return render(
            request,
            "comparison.html",
            companies=compared,
            wrong=wrong,
            unknown=unknown,
            written=written[:MOST],
            most=MOST,
            common=_common(compared),
            code_name=await self._site.code_lists.translate(writer_of(request).english),
        )


def _ids(written: list[str]) -> tuple[list[int], list[str]]:
    """Return the different IDs that were written, and what is no ID."""
    icos: list[int] = []
    wrong = []
    for text in written[: 2 * MOST]:
        if not _ICO.fullmatch(text.replace(" ", "")):
            wrong.append(text[:40])
        elif (ico := int(re.sub(r"\D", "", text))) not in icos and len(icos) < MOST:
            icos.append(ico)
    return icos, wrong


def _compared(services: Services, ico: int) -> Compared:
    detail = companies.decode_detail(companies.document(services, ico).body)
    relations = [relation for relation in relations_of_company(detail, []) if relation.current]
    members = _parties(relation for relation in relations if not relation.share)
    partners = _parties(relation for relation in relations if relation.share)
    groups = group_filings(detail.listiny.posledni) if detail.listiny else []
    old = detail.dph is not None and companies.is_vat_old(detail.dph.overeno_k)
    found = acting(detail, prague_today().isoformat())
    return Compared(
        detail,
        vat_words(detail.dph, detail.dph_rozpor, old=old),
        acting_words(found) if found else None,
        entered_insolvency(detail),
        members,
        partners,
        next((group.filings for group in groups if group.main), []),
    )


def _parties(relations: Iterable[Relation]) -> list[Party]:
    found: dict[Identity, Party] = {}
    for relation in relations:
        found.setdefault(relation.party.identity, relation.party)
    return list(found.values())


def _common(compared: list[Compared]) -> list[Party]:
    """Return who takes part in all of the companies now."""
    if len(compared) < 2:
        return []
    own = [{party.identity: party for party in (*item.members, *item.partners)} for item in compared]
    return [party for key, party in own[0].items() if all(key in others for others in own[1:])]
