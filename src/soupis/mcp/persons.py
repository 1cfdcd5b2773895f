"""Tools about persons: search and profile."""

from __future__ import annotations

from soupis.mcp.answers import MOST_ITEMS, ending
from soupis.mcp.tool_call import ToolCall
from soupis.queries import persons
from soupis.queries.heavy import is_large
from soupis.wire.mcp import OsobaOdpoved, OsobyNalezene, ProfilOsoby, VyhledatOsoby


async def search(call: ToolCall, arguments: VyhledatOsoby) -> OsobyNalezene:
    """Return one page of persons."""
    page = await persons.search_page(
        call.services, arguments.q, arguments.start, arguments.pocet, arguments.rok
    )
    items = list(map(persons.decode_item, page.items))
    return OsobyNalezene(
        pocet_celkem=page.total,
        start=page.start,
        pocet=len(items),
        osoby=items,
        **ending(call, keys=[item.klic for item in items]),
    )


async def profile(call: ToolCall, arguments: ProfilOsoby) -> OsobaOdpoved:
    """Return a person with engagements, current ones first."""
    document = persons.document(call.services, arguments.klic).body
    return await call.services.heavy.run_if(is_large(document), _profile, call, arguments, document)


def _profile(call: ToolCall, arguments: ProfilOsoby, document: bytes) -> OsobaOdpoved:
    person = persons.decode_profile(document)
    total = len(person.angazma)
    relevant = [item for item in person.angazma if item.aktualni or not arguments.jen_aktualni]
    person.angazma = relevant[:MOST_ITEMS]
    return OsobaOdpoved(
        osoba=person,
        pocet_celkem=total,
        vynechano=total - len(person.angazma),
        **ending(call, icos=[item.ico for item in person.angazma], keys=[person.klic]),
    )
