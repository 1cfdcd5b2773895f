"""Answers of the REST operations: what `queries/` returns, as HTTP responses."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from soupis.api.bodies import read_icos
from soupis.api.operation import PathAndQuery
from soupis.api.request_context import JSON, NOT_KEPT, RequestContext, Response
from soupis.queries import companies, freshness, objectives, persons, readiness
from soupis.queries.as_of import AsOf
from soupis.queries.code_names import check_codes
from soupis.queries.companies import Document, PageRequest
from soupis.queries.errors import QueryError
from soupis.queries.filings import FilingsQuery
from soupis.queries.parameters import parse
from soupis.queries.services import Services
from soupis.request_headers import Header
from soupis.wire.base import encode, wrap
from soupis.wire.company import ListinyStranka, Napoveda
from soupis.wire.requests import ListinyDotaz, NapovedaDotaz, OsobyDotaz, VyhledavaniDotaz, ZadneParametry
from soupis.wire.sources import Pripravenost, Zdroje

_MOST_VAT_IDS = 100

# A copy may be kept but has to be asked about each time, so that a changed VAT status is seen at once.
REVALIDATE: Header = (b"cache-control", b"no-cache")


def published(context: RequestContext, document: Document, day: str = "") -> Response:
    """Answer with a document, as of a day where one is given, or with 304 when the caller has its version."""
    tag = b'"%x-%s"' % (document.version, day.encode()) if day else b'"%x"' % document.version
    context.check_version(tag)
    if context.holds(tag):
        return Response(304, b"", ((b"etag", tag), REVALIDATE))
    return Response(200, wrap(document.body), (JSON, (b"etag", tag), REVALIDATE))


def person(context: RequestContext, asked: str | AsOf) -> Response:
    """Answer with a person's profile, as of a day where one is given."""
    if isinstance(asked, AsOf):
        document = persons.document_as_of(context.services, asked.key, asked.day)
        return published(context, document, asked.day)
    return published(context, persons.view(context.services, asked))


def company_as_of(context: RequestContext, asked: AsOf) -> Response:
    """Answer with a company as of a day."""
    return published(context, companies.document_as_of(context.services, asked.key, asked.day), asked.day)


async def read_search(services: Services, parameters: VyhledavaniDotaz) -> PageRequest:
    """Return the page of companies that is asked for. Raises QueryError 400."""
    await check_codes(services, parameters)
    return await companies.page_request(services, parameters)


async def search_companies(context: RequestContext, request: PageRequest) -> Response:
    """Return one page of companies."""
    page = await companies.search_page(context.services, request)
    facets = encode(await companies.facets(context.services, request))
    more = b',"fasety":' + facets + b',"navrhyObci":' + encode(request.towns)
    return Response(200, wrap(page.encode("firmy", more)))


async def search_persons(context: RequestContext, parameters: OsobyDotaz) -> Response:
    """Return one page of persons."""
    page = await persons.search_page(
        context.services,
        parameters.q,
        parameters.start,
        parameters.pocet,
        parameters.rok,
        town=parameters.obec,
        only_current=parameters.jen_aktivni == "true",
        order=parameters.razeni,
    )
    return Response(200, wrap(page.encode("osoby")))


async def filings(context: RequestContext, asked: PathAndQuery) -> Response:
    """Return one page of a company's filed documents; raises QueryError 404 for an unknown company."""
    parameters: ListinyDotaz = asked.query
    query = FilingsQuery(parameters.typ, parameters.rok, parameters.start, parameters.pocet)
    is_read = await context.services.read(companies.are_filings_read, context.services, asked.key)
    page = await context.services.filings.page(asked.key, query)
    answer = ListinyStranka(
        pocet_celkem=page.total if is_read else None,
        start=query.start,
        pocet=len(page.items),
        bez_roku=page.without_year if is_read else None,
        listiny=page.items if is_read else None,
    )
    return Response(200, wrap(encode(answer)))


async def suggest(context: RequestContext) -> Response:
    """Return at most eight suggestions as a bare array.

    Parameters that are wrong suggest nothing, and neither does a service that is too busy.
    """
    try:
        text = parse(NapovedaDotaz, context.query).q or ""
    except QueryError:
        text = ""
    found: list[Napoveda] = []
    with suppress(QueryError):
        found = await context.services.read(companies.suggest, context.services, text)
    body = encode(found)
    return Response(200, body, (JSON, (b"cache-control", b"private, max-age=60")))


def sources(context: RequestContext) -> Response:
    """Return the state of all sources."""
    parse(ZadneParametry, context.query)
    states = freshness.source_states(context.services, english=context.english)
    return Response(200, wrap(encode(Zdroje(zdroje=states))), (JSON, (b"cache-control", b"no-cache")))


def answer_objectives(context: RequestContext) -> Response:
    """Return the objectives and what was measured of them; asks the accounts database."""
    parse(ZadneParametry, context.query)
    found = objectives.objectives(context.services, english=context.english)
    return Response(200, wrap(encode(found)), (JSON, (b"cache-control", b"no-cache")))


def health(context: RequestContext) -> Response:
    """Say that this process answers, and how far republishing is."""
    body = b'{"stav":"ok","status":"ok"}'
    if renewal := freshness.renewal(context.services):
        body = body[:-1] + b',"obnovaDokumentu":' + encode(renewal) + b"}"
    return Response(200, body, (JSON, NOT_KEPT))


def ready(context: RequestContext) -> Response:
    """Say whether this node can answer all; waits for the databases, so not for the event loop.

    Raises QueryError 503 with the reasons.
    """
    parse(ZadneParametry, context.query)
    if reasons := readiness.look(context.services).reasons:
        raise QueryError(503, *readiness.not_ready(reasons), headers={"Retry-After": "5"})
    return Response(200, wrap(encode(Pripravenost())), (JSON, NOT_KEPT))


class VatBatch(NamedTuple):
    """The distinct company IDs of a batch, and the body that they came in."""

    icos: list[int]
    body: bytes


def read_vat_batch(_services: Services, body: bytes) -> VatBatch:
    """Return a batch, its company IDs in the order of their first appearance.

    Raises QueryError 400.
    """
    return VatBatch(list(dict.fromkeys(map(int, read_icos(body, _MOST_VAT_IDS)))), body)
