"""Tools about companies: search, detail, VAT."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from soupis.api.companies import company_query, search_page, vat_batch
from soupis.mcp.answers import MOST_ITEMS, all_sources, ending, vat_in_words
from soupis.mcp.tool_call import ToolCall
from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.wire.company import Clen, FirmaDetail, FirmyStranka, FyzickaOsoba, PravnickaOsoba, Spolecnik
from soupis.wire.mcp import (
    DetailFirmy,
    DphOvereni,
    DphVysledek,
    FirmaOdpoved,
    FirmyNalezene,
    OveritDph,
    VyhledatFirmy,
)
from soupis.wire.vat import DphOdpoved

Listed = TypeVar("Listed", Clen, Spolecnik)

UNVERIFIED = "neovereno"
_VAT_SOURCES = ("ares", "registrDph")

_read_page = msgspec.json.Decoder(FirmyStranka).decode
_read_detail = msgspec.json.Decoder(FirmaDetail).decode
_read_batch = msgspec.json.Decoder(DphOdpoved).decode


def check_search(asked: VyhledatFirmy) -> int:
    """Check what the schema cannot say and return the cost. Raises `QueryError` 400."""
    company_query(asked)
    return 1


def search(call: ToolCall, asked: VyhledatFirmy) -> FirmyNalezene:
    """Return one page of companies."""
    page = _read_page(search_page(call.services, asked))
    for item in page.firmy:
        # Null would leave it to the reader's imagination what is not known.
        item.dph_stav = item.dph_stav or UNVERIFIED
    return FirmyNalezene(
        pocet_celkem=page.pocet_celkem,
        start=page.start,
        pocet=page.pocet,
        firmy=page.firmy,
        **ending(call, icos=[item.ico for item in page.firmy]),
    )


def load(call: ToolCall, ico: str) -> FirmaDetail:
    """Return the published detail of a company. Raises `QueryError` 404."""
    document = call.services.documents.company(int(ico))
    if document is None:
        raise QueryError(404, *errors.NO_COMPANY)
    return _read_detail(document.body)


def detail(call: ToolCall, asked: DetailFirmy) -> FirmaOdpoved:
    """Return everything that is known of one company, present members first."""
    found = load(call, asked.ico)
    call.services.refresh_hints.note(int(asked.ico))
    dropped = 0
    for body in (*found.statutarni_organy, *found.ostatni_organy):
        kept = _most_relevant(body.clenove, asked.jen_aktualni)
        dropped += len(body.clenove) - len(kept)
        body.clenove = kept
    partners = _most_relevant(found.spolecnici, asked.jen_aktualni)
    dropped += len(found.spolecnici) - len(partners)
    found.spolecnici = partners
    people = persons_of(found)
    return FirmaOdpoved(
        firma=found,
        dph_vyklad=vat_in_words(call, found.ico, found.dph),
        vynechano=dropped,
        **ending(
            call,
            icos=[found.ico, *(who.ico for who in people if isinstance(who, PravnickaOsoba))],
            keys=[who.klic for who in people],
            sources=found.zdroje,
        ),
    )


def persons_of(found: FirmaDetail) -> list[FyzickaOsoba | PravnickaOsoba]:
    """Return all members, those who act for them, and partners of a company, in the order of the document."""
    members = [
        member for body in (*found.statutarni_organy, *found.ostatni_organy) for member in body.clenove
    ]
    people: list[FyzickaOsoba | PravnickaOsoba] = []
    for member in members:
        people += [member.osoba, *member.zastupci]
    return [*people, *(partner.osoba for partner in found.spolecnici)]


def _most_relevant(items: list[Listed], only_current: bool) -> list[Listed]:
    kept = [item for item in items if item.aktualni or not only_current]
    kept.sort(key=lambda item: not item.aktualni)
    return kept[:MOST_ITEMS]


def distinct_ids(asked: OveritDph) -> int:
    """Return what a VAT check costs: a unit for each different ID."""
    return len(set(asked.ico))


def check_vat(call: ToolCall, asked: OveritDph) -> DphOvereni:
    """Return the verified VAT status of companies; the others are queued for look-up."""
    batch = _read_batch(vat_batch(call.services, list(dict.fromkeys(map(int, asked.ico)))))
    results = [
        DphVysledek(
            ico=item.ico,
            overeno=item.dph is not None and item.dph.stav is not None,
            vyklad=vat_in_words(call, item.ico, item.dph),
            dph=item.dph,
        )
        for item in batch.firmy
    ]
    sources = [source for source in all_sources(call) if source.zdroj in _VAT_SOURCES]
    return DphOvereni(
        pocet_celkem=batch.pocet,
        neovereno=[item.ico for item in results if not item.overeno],
        firmy=results,
        **ending(call, icos=[item.ico for item in results], sources=sources),
    )
