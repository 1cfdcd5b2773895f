"""Tools about persons: search and profile."""

from __future__ import annotations

import re

import msgspec

from soupis.identifiers import ICO
from soupis.mcp.answers import MOST_ITEMS, ending, next_page, some_sources
from soupis.mcp.short import short_person
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import companies, persons
from soupis.queries.as_of import past_day
from soupis.queries.heavy import is_large
from soupis.sources import ARES, PUBLIC_REGISTER, WIRE_NAMES
from soupis.wire.mcp import OsobaOdpoved, OsobyNalezene, ProfilOsoby, VyhledatOsoby
from soupis.wire.person import OsobaKDatu

_decode_as_of = msgspec.json.Decoder(OsobaKDatu).decode
_ICO = re.compile(ICO, re.ASCII)
_SOURCES = [WIRE_NAMES[source] for source in (PUBLIC_REGISTER, ARES)]


async def search(call: ToolCall, arguments: VyhledatOsoby) -> OsobyNalezene:
    """Return one page of persons."""
    page = await persons.search_page(
        call.services,
        arguments.q,
        arguments.start,
        arguments.pocet,
        arguments.rok,
        _company_name(call, arguments.firma),
    )
    items = [short_person(persons.decode_item(item)) for item in page.items]
    return OsobyNalezene(
        pocet_celkem=page.total,
        start=page.start,
        pocet=len(items),
        osoby=items,
        **ending(
            call,
            keys=[item.klic for item in items],
            sources=some_sources(call, *_SOURCES),
            next_steps=_after_search(arguments, page.total, len(items)),
        ),
    )


def _company_name(call: ToolCall, company: str | None) -> str | None:
    """Return the name of the company that is meant; an ID stands for the name. Raises `QueryError` 404."""
    if company is None:
        return None
    ico = company.replace(" ", "").upper().removeprefix("CZ")
    if _ICO.fullmatch(ico):
        return companies.detail(call.services, int(ico)).obchodni_jmeno
    return company


def _after_search(arguments: VyhledatOsoby, total: int, count: int) -> list[Message]:
    if total == 0:
        return [
            Message(
                "Nikdo nenalezen: zkuste jen příjmení, bez rok a firma; firmy hledá vyhledat_firmy.",
                "Nobody found: try the surname alone, without rok and firma; vyhledat_firmy finds companies.",
            )
        ]
    narrow = Message("Jmenovce rozliší rok nebo firma.", "rok or firma tells namesakes apart.")
    return [
        *next_page(total, arguments.start, count),
        *([narrow] if total > count and not (arguments.rok and arguments.firma) else []),
        Message("Firmy osoby: profil_osoby s klic.", "Companies of a person: profil_osoby with klic."),
    ]


async def profile(call: ToolCall, arguments: ProfilOsoby) -> OsobaOdpoved:
    """Return a person with engagements, current ones first, today or as of a day."""
    if arguments.k_datu:
        document = persons.document_as_of(call.services, arguments.klic, past_day(arguments.k_datu)).body
    else:
        document = persons.view(call.services, arguments.klic).body
    return await call.services.heavy.run_if(is_large(document), _profile, call, arguments, document)


def _profile(call: ToolCall, arguments: ProfilOsoby, document: bytes) -> OsobaOdpoved:
    person = _decode_as_of(document) if arguments.k_datu else persons.decode_profile(document)
    total = len(person.angazma)
    relevant = [item for item in person.angazma if item.aktualni or not arguments.jen_aktualni]
    person.angazma = relevant[:MOST_ITEMS]
    return OsobaOdpoved(
        osoba=person,
        pocet_celkem=total,
        vynechano=total - len(person.angazma),
        **ending(
            call,
            icos=[item.ico for item in person.angazma],
            keys=[person.klic],
            sources=some_sources(call, *_SOURCES),
            next_steps=[_AFTER_PROFILE] if arguments.jen_aktualni else [],
        ),
    )


_AFTER_PROFILE = Message(
    "Bývalé funkce přidá jenAktualni false; s kým je spojena, řeknou vazby.",
    "jenAktualni false adds former offices; vazby tells whom the person is tied to.",
)
