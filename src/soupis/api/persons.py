"""Person search and profile."""

from __future__ import annotations

import re

from soupis.api.companies import not_found, versioned
from soupis.api.exchange import Answer, Exchange
from soupis.queries import errors, parameters
from soupis.queries.errors import ApiError
from soupis.queries.services import Services
from soupis.wire.base import wrap
from soupis.wire.requests import OsobyDotaz, ZadneParametry

_KEY = re.compile(r"[a-z0-9-]+-\d{4}-[0-9a-f]{6}", re.ASCII)


async def read_search(exchange: Exchange) -> OsobyDotaz:
    """Return the checked parameters of a person search."""
    return parameters.parse(OsobyDotaz, exchange.query)


def answer_search(exchange: Exchange, asked: OsobyDotaz) -> Answer:
    """Return one page of persons."""
    return Answer(200, wrap(search_page(exchange.services, asked)))


def search_page(services: Services, asked: OsobyDotaz) -> bytes:
    """Return one page of persons, a JSON `OsobyStranka`."""
    page = services.persons.search(asked.q, asked.start, asked.pocet)
    items = services.documents.person_summaries(page.ids)
    head = f'{{"pocetCelkem":{page.total},"start":{asked.start},"pocet":{len(items)},"osoby":['
    return head.encode() + b",".join(items) + b"]}"


async def read_key(exchange: Exchange) -> str:
    """Return the person key in the path."""
    key: str = exchange.scope["path_params"]["klic"]
    if not _KEY.fullmatch(key):
        raise ApiError(400, *errors.BAD_KEY)
    parameters.parse(ZadneParametry, exchange.query)
    return key


def answer_profile(exchange: Exchange, key: str) -> Answer:
    """Return the published profile of a person."""
    document = exchange.services.documents.person(key)
    if document is None:
        return not_found(exchange, ApiError(404, *errors.NO_PERSON))
    return versioned(exchange, document.version, document.body)
