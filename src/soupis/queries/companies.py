"""Companies as every face asks for them: search pages, details, batches of VAT statuses, suggestions."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import NamedTuple

import msgspec

from soupis.accounts.callers import Anonymous, Caller
from soupis.identifiers import has_valid_check_digit
from soupis.messages import Message
from soupis.queries import errors
from soupis.queries.as_of import company_as_of
from soupis.queries.company_filters import UnknownTownError, company_query
from soupis.queries.errors import QueryError
from soupis.queries.search_page import SearchPage
from soupis.queries.services import Services
from soupis.search.companies import CompanyQuery, Facets, Hit, is_heavy
from soupis.search.why import MAY_BE_OF_FORMER_NAME, Texts, former_name, why
from soupis.store.documents import Document as Document  # with which faces answer
from soupis.store.lookup_queue import Share
from soupis.times import utc_now, utc_text
from soupis.wire import gradual
from soupis.wire.base import Wire, encode
from soupis.wire.company import (
    FasetaHodnota,
    Fasety,
    FirmaDetail,
    FirmaPolozka,
    Listiny,
    Nalezeno,
    Napoveda,
    Oprava,
)
from soupis.wire.derived import item_of, name_and_vat_of
from soupis.wire.person import Angazma
from soupis.wire.requests import Faseta, VyhledavaniDotaz

STATES = {"aktivni": Message("aktivní", "active"), "zanikla": Message("zaniklá", "ceased")}
_MOST_SUGGESTIONS = 8
_LONGEST_SUGGESTED = 100
_VAT_FRESH = timedelta(days=1)  # the register is read anew about daily

decode_detail = gradual.decoder(FirmaDetail)
_decode_engagements = gradual.decoder(list[Angazma])


# --- search ---


class PageRequest(NamedTuple):
    """A page that is asked for: the query of the index, the offset, the number of items, filters to count.

    `towns` are names that may be meant where the town that was written is none.
    """

    query: CompanyQuery
    start: int
    size: int
    facets: tuple[Faseta, ...] = ()
    towns: tuple[str, ...] | None = None


class Counts(NamedTuple):
    """How many of the companies found there are, by the codes of each filter that is counted."""

    kraj: dict[str, int]
    forma: dict[str, int]
    nace: dict[str, int]
    stav: dict[str, int]


class Totals(NamedTuple):
    """The whole database in numbers; None companies where the index cannot be read."""

    companies: int | None
    counts: Counts


UNKNOWN_TOTALS = Totals(None, Counts({}, {}, {}, {}))


async def page_request(services: Services, parameters: VyhledavaniDotaz) -> PageRequest:
    """Return the page that parameters ask for; a town that is none finds nothing and suggests others.

    Forms and activities are given by their codes.

    Raises QueryError 400 as `company_query` does for the rest.
    """
    towns = None
    try:
        query = company_query(services, parameters)
    except UnknownTownError as error:
        others = company_query(services, msgspec.structs.replace(parameters, obec=None))
        query = msgspec.structs.replace(others, town=parameters.obec)
        towns = tuple(error.towns)
    facets = tuple(dict.fromkeys(parameters.fasety))
    return PageRequest(query, parameters.start, parameters.pocet, facets, towns)


async def search_page(services: Services, request: PageRequest) -> SearchPage[FirmaPolozka]:
    """Return a page of search items (`wire.company.FirmaPolozka`), with former names that matched.

    Raises QueryError 503 when too many demanding searches run already.
    """
    run = services.in_thread if is_heavy(request.query) else services.read
    return await run(_page, services, request)


def _page(services: Services, request: PageRequest) -> SearchPage[FirmaPolozka]:
    query, start, size = request[:3]
    page = services.companies.search(query, start, size)
    details = services.documents.details(hit.ico for hit in page.hits)
    is_explained = bool(query.text.strip()) and None not in details
    items = []
    for hit, stored in zip(page.hits, details, strict=True):
        if stored is None:
            continue
        item = item_of(stored.body)
        if is_explained:
            _add_reason(item, stored.body, hit, query.text)
        items.append(item)
    return SearchPage(page.total, start, items)


async def count_found(services: Services, query: CompanyQuery) -> int:
    """Return how many companies a search finds; raises QueryError 503 as `search_page` does."""
    run = services.in_thread if is_heavy(query) else services.read
    return (await run(services.companies.search, query, 0, 1)).total


def totals(services: Services) -> Totals:
    """Return how many companies can be found, and where they are; passes over all of them."""
    everything = CompanyQuery()
    total = services.companies.search(everything, 0, 1).total
    return Totals(total, _counts_of(services.companies.counts(everything)))


async def counts(services: Services, query: CompanyQuery) -> Counts:
    """Return how many of the companies found there are by the codes of each filter.

    Raises QueryError 503 as `search_page` does.
    """
    # Counting passes over all hits, however simple the search.
    return _counts_of(await services.in_thread(services.companies.counts, query))


def _counts_of(facets: Facets) -> Counts:
    regions = {str(region): count for region, count in facets.regions.items()}
    states = {"aktivni" if living else "zanikla": count for living, count in facets.living.items()}
    return Counts(regions, facets.legal_forms, facets.nace_divisions, states)


async def facets(services: Services, request: PageRequest) -> Fasety | None:
    """Return how many of all companies found there are by the filters that are asked for, None for none.

    Raises QueryError 503 as `search_page` does.
    """
    if not request.facets:
        return None
    found = await counts(services, request.query)
    return Fasety(**{name: await _facet(services, name, getattr(found, name)) for name in request.facets})


async def _facet(services: Services, name: Faseta, found: dict[str, int]) -> list[FasetaHodnota]:
    names = await facet_names(services, name)
    in_order = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [
        FasetaHodnota(kod=code, nazev=names[code].cs if code in names else None, pocet=count)
        for code, count in in_order
    ]


async def facet_names(services: Services, name: Faseta) -> dict[str, Message]:
    """Return the names of the values of a filter by their codes."""
    lists = services.code_lists
    if name == "stav":
        return STATES
    if name == "nace":
        # Divisions that only the older revision has are still stated.
        return {**await lists.names("nace2008"), **await lists.names("nace2025")}
    if name == "forma":
        # Companies that only the Register of Persons knows have a form of its list.
        return {**await lists.names("legal_form_ros"), **await lists.names("legal_form")}
    return await lists.names("region")


def _add_reason(item: FirmaPolozka, detail: bytes, hit: Hit, text: str) -> None:
    """Say in a search item why it was found."""
    former: list[str] = []
    if hit.step.startswith(_BY_FORMER_NAME) or hit.step in MAY_BE_OF_FORMER_NAME:
        names = msgspec.json.decode(detail, type=_FormerNames).former
        former = [name.jmeno for name in names or ()]
    seat = item.sidlo
    reason = why(
        hit.step,
        text,
        Texts(
            ico=item.ico,
            name=item.obchodni_jmeno or "",
            former_names=former,
            address=(seat.text_plny or seat.text) if seat else None,
            district=seat.nazev_okresu if seat else None,
            mark=item.spisova_znacka,
            region=seat.nazev_kraje if seat else None,
        ),
    )
    item.nalezeno = Nalezeno(
        stupen=hit.step,
        pole=reason.field,
        text=reason.text,
        opravy=[Oprava(hledano=one.sought, nalezeno=one.met) for one in reason.corrections],
    )
    if former and (hit.step.startswith(_BY_FORMER_NAME) or reason.field == _BY_FORMER_NAME):
        is_of_former = reason.field == _BY_FORMER_NAME
        item.drivejsi_jmeno = reason.text if is_of_former else former_name(text, former)


_BY_FORMER_NAME = "drivejsiJmeno"


class _FormerName(msgspec.Struct):
    jmeno: str


class _FormerNames(msgspec.Struct, rename={"former": "drivejsiJmena"}):
    former: list[_FormerName] | None = None


# --- detail ---


def document(services: Services, ico: int) -> Document:
    """Return the published detail, a JSON `FirmaDetail`; raises QueryError 404 for an unknown company."""
    published = services.documents.company(ico)
    if published is None:
        raise QueryError(404, *errors.NO_COMPANY)
    return published


def view(services: Services, ico: int, *, as_is: bool = False) -> Document:
    """Return the published detail to show the company; its slow sources are then read again soon.

    `as_is` = it will not be decoded. Raises QueryError 404 for an unknown company.
    """
    published = services.documents.company(ico, as_is=as_is)
    if published is None:
        raise QueryError(404, *errors.NO_COMPANY)
    services.refresh_hints.note(ico)
    return published


class _FilingsOfDetail(Wire, kw_only=True):
    listiny: Listiny | None = None


_decode_filings = msgspec.json.Decoder(_FilingsOfDetail).decode


def are_filings_read(services: Services, ico: int) -> bool:
    """Tell whether the collection of documents was read; raises QueryError 404 for an unknown company."""
    return _decode_filings(view(services, ico).body).listiny is not None


def detail(services: Services, ico: int) -> FirmaDetail:
    """Return the published detail; raises QueryError 404 for an unknown company."""
    return decode_detail(document(services, ico).body)


def document_as_of(services: Services, ico: int, day: str) -> Document:
    """Return a company as of a day, a JSON `FirmaKDatu`; raises QueryError 404 for an unknown company."""
    published = view(services, ico)
    return Document(published.version, encode(company_as_of(decode_detail(published.body), day)))


def exists(services: Services, ico: int) -> bool:
    """Tell whether anything is published of a company."""
    return services.documents.has_company(ico)


def engagements(services: Services, ico: int) -> list[Angazma]:
    """Return the engagements of a company in others."""
    return decode_engagements(services.documents.engagements_of_company(ico))


def decode_engagements(body: bytes | None) -> list[Angazma]:
    """Return engagements as documents hold them; None = nowhere."""
    return _decode_engagements(body) if body else []


# --- VAT ---


class VatAnswer(NamedTuple):
    """What is verified of a batch, a JSON `DphOdpoved`; who is not; the names of all by their IDs."""

    body: bytes
    unverified: list[int]
    names: dict[str, str | None]


async def vat_batch(services: Services, caller: Caller, icos: list[int]) -> VatAnswer:
    """Return what is verified; the rest is queued, except IDs that cannot exist."""
    answer = await services.read(vat_statuses, services, icos)
    new = answer.unverified
    if services.lookups.local:
        new = services.lookups.not_waiting(new, share_of(caller), has_valid_check_digit)
    if new:  # a queue that others are writing to may make it wait
        await asyncio.to_thread(queue_vat, services, caller, new)
    return answer


def vat_statuses(services: Services, icos: list[int]) -> VatAnswer:
    """Return the VAT statuses of companies."""
    details = services.documents.details(icos)
    known = [name_and_vat_of(detail.body) if detail else (None, None) for detail in details]
    companies = b",".join(
        b'{"ico":"%08d","dph":%s}' % (ico, vat or b"null") for ico, (_, vat) in zip(icos, known, strict=True)
    )
    unverified = [ico for ico, (_, vat) in zip(icos, known, strict=True) if vat is None]
    unverified_list = b",".join(b'"%08d"' % ico for ico in unverified)
    return VatAnswer(
        b'{"pocet":%d,"neovereno":[%s],"firmy":[%s]}' % (len(icos), unverified_list, companies),
        unverified,
        {f"{ico:08d}": name for ico, (name, _) in zip(icos, known, strict=True)},
    )


def is_vat_old(verified: str | None) -> bool:
    """Tell whether a status was checked over a day ago, or nobody knows when: it is told as what it was."""
    return verified is None or verified < utc_text(utc_now() - _VAT_FRESH)


def queue_vat(services: Services, caller: Caller | None, icos: list[int]) -> None:
    """Queue the look-up of VAT statuses, except of IDs with a wrong check digit, which cannot exist.

    `caller` is None for a local program, which is not counted.
    """
    services.lookups.ask(icos, share_of(caller), has_valid_check_digit)


def share_of(caller: Caller | None) -> Share:
    """Return the share of the look-up queue that a caller's look-ups belong to."""
    return Share.ANONYMOUS if isinstance(caller, Anonymous) else Share.ACCOUNTS


def is_vat_queued(services: Services, ico: int) -> bool:
    """Tell whether a company's look-up waits already."""
    entry = services.lookups.entry(ico)
    return entry is not None and not entry.given_up


# --- suggestions ---


def suggest(services: Services, text: str) -> list[Napoveda]:
    """Return at most eight suggestions for a text that is being written; too long a one has none."""
    if not text or len(text) > _LONGEST_SUGGESTED:
        return []
    icos = services.companies.suggest(text, _MOST_SUGGESTIONS)
    items = (item_of(detail.body) for detail in services.documents.details(icos) if detail)
    return [
        Napoveda(
            obchodni_jmeno=item.obchodni_jmeno or item.ico,
            ico=item.ico,
            sidlo=item.sidlo.text if item.sidlo else None,
        )
        for item in items
    ]
