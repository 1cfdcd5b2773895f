"""Person search and profile."""

from __future__ import annotations

import re

from soupis.api.companies import not_found, versioned
from soupis.api.request_context import RequestContext, Response
from soupis.queries import errors, parameters
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.wire.base import wrap
from soupis.wire.requests import OsobyDotaz, ZadneParametry

_KEY = re.compile(r"[a-z0-9-]+-\d{4}-[0-9a-f]{6}", re.ASCII)


async def read_search(context: RequestContext) -> OsobyDotaz:
    """Return the checked parameters of a person search."""
    return parameters.parse(OsobyDotaz, context.query)


def answer_search(context: RequestContext, asked: OsobyDotaz) -> Response:
    """Return one page of persons."""
    return Response(200, wrap(search_page(context.services, asked)))


def search_page(services: Services, asked: OsobyDotaz) -> bytes:
    """Return one page of persons, a JSON `OsobyStranka`."""
    page = services.persons.search(asked.q, asked.start, asked.pocet)
    items = services.documents.person_summaries(page.ids)
    head = f'{{"pocetCelkem":{page.total},"start":{asked.start},"pocet":{len(items)},"osoby":['
    return head.encode() + b",".join(items) + b"]}"


async def read_key(context: RequestContext) -> str:
    """Return the person key in the path."""
    key: str = context.scope["path_params"]["klic"]
    if not _KEY.fullmatch(key):
        raise QueryError(400, *errors.BAD_KEY)
    parameters.parse(ZadneParametry, context.query)
    return key


def answer_profile(context: RequestContext, key: str) -> Response:
    """Return the published profile of a person."""
    document = context.services.documents.person(key)
    if document is None:
        return not_found(context, QueryError(404, *errors.NO_PERSON))
    return versioned(context, document.version, document.body)
