"""Tools about companies: search, detail, VAT."""

from __future__ import annotations

import asyncio
from typing import TypeVar, get_args, get_origin

import msgspec

from soupis.mcp.answers import MOST_ITEMS, all_sources, ending, insolvency_in_words, vat_in_words
from soupis.mcp.tool_call import ToolCall
from soupis.queries import companies
from soupis.queries.company_filters import company_query
from soupis.queries.heavy import is_large
from soupis.queries.reasons import in_words
from soupis.wire.company import Clen, FirmaDetail, FyzickaOsoba, Listiny, Organ, PravnickaOsoba, Spolecnik
from soupis.wire.mcp import (
    DetailFirmy,
    DphOvereni,
    DphVysledek,
    FirmaNalezena,
    FirmaOdpoved,
    FirmyNalezene,
    OveritDph,
    VyhledatFirmy,
)
from soupis.wire.vat import DphOdpoved

Listed = TypeVar("Listed", Clen, Spolecnik)

UNVERIFIED = "neovereno"
_VAT_SOURCES = ("ares", "registrDph")

# What registers list of a company: null where they were not read for it.
_LISTS = [
    field
    for field in msgspec.structs.fields(FirmaDetail)
    if type(None) in get_args(field.type)
    and any(get_origin(kind) is list or kind is Listiny for kind in get_args(field.type))
]
_NO_FILINGS = Listiny(pocet=0, posledni=[])

_decode_found = msgspec.json.Decoder(FirmaNalezena).decode
_read_batch = msgspec.json.Decoder(DphOdpoved).decode


def check_search(call: ToolCall, arguments: VyhledatFirmy) -> int:
    """Check what the schema cannot say and return the cost. Raises `QueryError` 400."""
    company_query(call.services, arguments)
    return 1


async def search(call: ToolCall, arguments: VyhledatFirmy) -> FirmyNalezene:
    """Return one page of companies."""
    request = companies.page_request(call.services, arguments)
    page = await companies.search_page(call.services, request)
    items = list(map(_decode_found, page.items))
    for item in items:
        if item.nalezeno:
            reason = in_words(item.nalezeno)
            item.proc = call.text(reason) if reason else None
            item.nalezeno = None  # the sentence says it
        # Null could be read as “not a payer”.
        item.dph_stav = item.dph_stav or UNVERIFIED
    return FirmyNalezene(
        pocet_celkem=page.total,
        start=page.start,
        pocet=len(items),
        firmy=items,
        fasety=await companies.facets(call.services, request),
        **ending(call, icos=[item.ico for item in items]),
    )


async def detail(call: ToolCall, arguments: DetailFirmy) -> FirmaOdpoved:
    """Return everything that is known of one company, present members first."""
    document = companies.view(call.services, int(arguments.ico)).body
    return await call.services.heavy.run_if(is_large(document), _detail, call, arguments, document)


def _detail(call: ToolCall, arguments: DetailFirmy, document: bytes) -> FirmaOdpoved:
    company = companies.decode_detail(document)
    left_out = 0
    for body in _bodies(company):
        relevant = _most_relevant(body.clenove, arguments.jen_aktualni)
        left_out += len(body.clenove) - len(relevant)
        body.clenove = relevant
    if company.spolecnici is not None:
        partners = _most_relevant(company.spolecnici, arguments.jen_aktualni)
        left_out += len(company.spolecnici) - len(partners)
        company.spolecnici = partners
    unread, nothing = what_is_missing(company)
    if company.ostatni_skutecnosti is not None:
        left_out += len(company.ostatni_skutecnosti[MOST_ITEMS:])
        del company.ostatni_skutecnosti[MOST_ITEMS:]  # valid ones stand first
    people = persons_of(company)
    return FirmaOdpoved(
        firma=company,
        dph_vyklad=vat_in_words(call, company.ico, company.dph),
        insolvence_vyklad=insolvency_in_words(call, company),
        neprecteno=unread,
        bez_zaznamu=nothing,
        vynechano=left_out,
        **ending(
            call,
            icos=[company.ico, *(who.ico for who in people if isinstance(who, PravnickaOsoba))],
            keys=[who.klic for who in people],
            sources=company.zdroje,
        ),
    )


def persons_of(company: FirmaDetail) -> list[FyzickaOsoba | PravnickaOsoba]:
    """Return all members, those who act for them, and partners of a company, in the order of the document."""
    members = [member for body in _bodies(company) for member in body.clenove]
    people: list[FyzickaOsoba | PravnickaOsoba] = []
    for member in members:
        people += [member.osoba, *member.zastupci]
    return [*people, *(partner.osoba for partner in company.spolecnici or ())]


def what_is_missing(company: FirmaDetail) -> tuple[list[str], list[str]]:
    """Return the fields whose sources were not read for a company, and those that were read and are empty."""
    lists = {field.encode_name: getattr(company, field.name) for field in _LISTS}
    unread = [name for name, value in lists.items() if value is None]
    empty = [name for name, value in lists.items() if value in ([], _NO_FILINGS)]
    return unread, empty


def _bodies(company: FirmaDetail) -> list[Organ]:
    return [*(company.statutarni_organy or ()), *(company.ostatni_organy or ())]


def _most_relevant(items: list[Listed], only_current: bool) -> list[Listed]:
    relevant = [item for item in items if item.aktualni or not only_current]
    relevant.sort(key=lambda item: not item.aktualni)
    return relevant[:MOST_ITEMS]


def distinct_ids(_call: ToolCall, arguments: OveritDph) -> int:
    """Return what a VAT check costs: a unit for each different ID."""
    return len(set(arguments.ico))


async def check_vat(call: ToolCall, arguments: OveritDph) -> DphOvereni:
    """Return the verified VAT status of companies; the others are queued for look-up."""
    # A queue that others are writing to may make it wait.
    return await asyncio.to_thread(_check_vat, call, arguments)


def _check_vat(call: ToolCall, arguments: OveritDph) -> DphOvereni:
    batch = _read_batch(companies.vat_batch(call.services, list(dict.fromkeys(map(int, arguments.ico)))))
    results = [
        DphVysledek(
            ico=item.ico,
            overeno=item.dph is not None and item.dph.stav is not None,
            vyklad=vat_in_words(call, item.ico, item.dph),
            dph=item.dph,
        )
        for item in batch.firmy
    ]
    old = [
        int(item.ico) for item in results if item.dph is not None and companies.is_vat_old(item.dph.overeno_k)
    ]
    companies.queue_vat(call.services, old)
    sources = [source for source in all_sources(call) if source.zdroj in _VAT_SOURCES]
    return DphOvereni(
        pocet_celkem=batch.pocet,
        neovereno=[item.ico for item in results if not item.overeno],
        firmy=results,
        **ending(call, icos=[item.ico for item in results], sources=sources),
    )
