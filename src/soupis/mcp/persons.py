"""Tools about persons: search and profile."""

from __future__ import annotations

from collections.abc import Collection

from soupis.mcp.answers import MOST_ITEMS, ending, next_page, some_sources
from soupis.mcp.arguments import company_id
from soupis.mcp.short import short_person
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import companies, persons
from soupis.queries.as_of import past_day
from soupis.queries.relations import party_of_company, relations_of
from soupis.sources import ARES, PUBLIC_REGISTER, WIRE_NAMES
from soupis.wire import gradual
from soupis.wire.mcp import OsobaOdpoved, OsobyNalezene, ProfilOsoby, VyhledatOsoby
from soupis.wire.person import OsobaKDatu, OsobaProfil

_decode_as_of = gradual.decoder(OsobaKDatu)
_UNREAD = Message(
    "NEZJIŠTĚNO: veřejný rejstřík se zatím nečetl. Neznamená to, že taková osoba není; firmy hledá"
    " vyhledat_firmy.",
    "NOT KNOWN: the public register has not been read yet. That does not mean that there is no such person;"
    " vyhledat_firmy finds companies.",
)
_SOURCES = [WIRE_NAMES[source] for source in (PUBLIC_REGISTER, ARES)]


async def search(call: ToolCall, arguments: VyhledatOsoby) -> OsobyNalezene:
    """Return one page of persons."""
    ico = company_id(arguments.firma) if arguments.firma else None
    among = None if ico is None else await call.services.in_thread(_persons_of, call, int(ico))
    page = await persons.search_page(
        call.services,
        arguments.q,
        arguments.start,
        arguments.pocet,
        arguments.rok,
        arguments.firma if among is None else None,
        among,
        town=arguments.obec,
        only_current=arguments.jen_aktivni,
        order=arguments.razeni,
    )
    items = [short_person(call, item) for item in page.items]
    return OsobyNalezene(
        pocet_celkem=page.total,
        start=page.start,
        pocet=len(items),
        osoby=items,
        **ending(
            call,
            keys=[item.klic for item in items],
            sources=some_sources(call, *_SOURCES),
            next_steps=_after_search(call, arguments, page.total, len(items)),
        ),
    )


def _persons_of(call: ToolCall, ico: int) -> Collection[int]:
    """Return the store's numbers of all who are or were engaged in a company. Raises `QueryError` 404.

    The name of the company would find persons of its namesakes as well, and not every company has one.
    """
    company = party_of_company(companies.detail(call.services, ico))
    parties = {relation.party for relation in relations_of(call.services, company)}
    keys = {party.key for party in parties if party.kind == "person" and party.key}
    return call.services.documents.person_numbers(keys)


def _after_search(call: ToolCall, arguments: VyhledatOsoby, total: int, count: int) -> list[Message]:
    if total == 0 and persons.are_unread(call.services):
        return [_UNREAD]
    if total == 0:
        return [
            Message(
                "Nikdo nenalezen: zkuste jen příjmení, bez dalších filtrů; firmy hledá vyhledat_firmy.",
                "Nobody found: try the surname alone, without filters; vyhledat_firmy finds companies.",
            )
        ]
    narrow = Message("Jmenovce rozliší rok nebo firma.", "rok or firma tells namesakes apart.")
    return [
        *next_page(total, arguments.start, count),
        *([narrow] if total > count and not (arguments.rok and arguments.firma) else []),
        Message("Firmy osoby: profil_osoby s klic.", "Companies of a person: profil_osoby with klic."),
    ]


def profile(call: ToolCall, arguments: ProfilOsoby) -> OsobaOdpoved:
    """Return a person with engagements, current ones first, today or as of a day."""
    person: OsobaProfil | OsobaKDatu
    if arguments.k_datu:
        day = past_day(arguments.k_datu)
        person = _decode_as_of(persons.document_as_of(call.services, arguments.klic, day).body)
    else:
        person = persons.decode_profile(persons.view(call.services, arguments.klic).body)
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
