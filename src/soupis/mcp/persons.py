"""Tools about persons: search and profile."""

from __future__ import annotations

import msgspec

from soupis.api.persons import search_page
from soupis.mcp.answers import MOST_ITEMS, ending
from soupis.mcp.tool_call import ToolCall
from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.wire.mcp import OsobaOdpoved, OsobyNalezene, ProfilOsoby, VyhledatOsoby
from soupis.wire.person import OsobaProfil, OsobyStranka

_read_page = msgspec.json.Decoder(OsobyStranka).decode
_read_profile = msgspec.json.Decoder(OsobaProfil).decode


def search(call: ToolCall, asked: VyhledatOsoby) -> OsobyNalezene:
    """Return one page of persons."""
    page = _read_page(search_page(call.services, asked))
    return OsobyNalezene(
        pocet_celkem=page.pocet_celkem,
        start=page.start,
        pocet=page.pocet,
        osoby=page.osoby,
        **ending(call, keys=[item.klic for item in page.osoby]),
    )


def load(call: ToolCall, key: str) -> OsobaProfil:
    """Return the published profile of a person. Raises `QueryError` 404."""
    document = call.services.documents.person(key)
    if document is None:
        raise QueryError(404, *errors.NO_PERSON)
    return _read_profile(document.body)


def profile(call: ToolCall, asked: ProfilOsoby) -> OsobaOdpoved:
    """Return a person with engagements, current ones first."""
    found = load(call, asked.klic)
    total = len(found.angazma)
    found.angazma = [item for item in found.angazma if item.aktualni or not asked.jen_aktualni][:MOST_ITEMS]
    return OsobaOdpoved(
        osoba=found,
        pocet_celkem=total,
        vynechano=total - len(found.angazma),
        **ending(call, icos=[item.ico for item in found.angazma], keys=[found.klic]),
    )
