"""Persons as every face asks for them: search pages and profiles."""

from __future__ import annotations

import msgspec

from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.queries.search_page import SearchPage
from soupis.queries.services import Services
from soupis.search.persons import is_heavy
from soupis.store.documents import Document
from soupis.wire.person import OsobaPolozka, OsobaProfil

_SHORTEST = 3

decode_profile = msgspec.json.Decoder(OsobaProfil).decode
decode_item = msgspec.json.Decoder(OsobaPolozka).decode


async def search_page(
    services: Services, text: str, start: int, count: int, year: int | None = None
) -> SearchPage:
    """Return a page of search items (`wire.person.OsobaPolozka`); `year` = of birth.

    Raises QueryError 503 when too many demanding searches run already.
    """
    page = await services.heavy.run_if(is_heavy(text), services.persons.search, text, start, count, year)
    return SearchPage(page.total, start, services.documents.person_summaries(page.ids))


def is_searchable(text: str) -> bool:
    """Tell whether a text is long enough for a search of persons."""
    return len(text) >= _SHORTEST


def document(services: Services, key: str) -> Document:
    """Return the published profile, a JSON `OsobaProfil`; raises QueryError 404 for an unknown key."""
    published = services.documents.person(key)
    if published is None:
        raise QueryError(404, *errors.NO_PERSON)
    return published


def profile(services: Services, key: str) -> OsobaProfil:
    """Return the published profile; raises QueryError 404 for an unknown key."""
    return decode_profile(document(services, key).body)
