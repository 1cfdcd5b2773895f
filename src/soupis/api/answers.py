"""Answers of the REST operations: what `queries/` returns, as HTTP responses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from soupis.accounts.quota.headers import Header
from soupis.api.request_context import JSON, RequestContext, Response
from soupis.identifiers import is_ico
from soupis.queries import companies, freshness, objectives, persons, readiness
from soupis.queries.as_of import AsOf
from soupis.queries.companies import PageRequest
from soupis.queries.errors import QueryError
from soupis.queries.parameters import parse
from soupis.queries.services import Services
from soupis.wire.base import encode, wrap
from soupis.wire.requests import NapovedaDotaz, OsobyDotaz, ZadneParametry
from soupis.wire.sources import Pripravenost, Zdroje

Key = TypeVar("Key")
Find = Callable[[Services, Key], tuple[int, bytes]]

_MOST_VAT_IDS = 100
_MOST_SHOWN = 40

# A copy may be kept but has to be asked about each time, so that a changed VAT status is seen at once.
REVALIDATE: Header = (b"cache-control", b"no-cache")


def published(
    find: Find[Key],
) -> Callable[[RequestContext, Key], Response]:
    """Return what answers with a published document, or with 304 when the caller has its version.

    `find` returns the version and the JSON of a document, or raises QueryError 404.
    """

    def answer(context: RequestContext, key: Key) -> Response:
        version, body = find(context.services, key)
        tag = b'"%x"' % version
        if context.holds(tag):
            return Response(304, b"", ((b"etag", tag), REVALIDATE))
        return Response(200, wrap(body), (JSON, (b"etag", tag), REVALIDATE))

    return answer


def person(context: RequestContext, asked: str | AsOf) -> Response | Awaitable[Response]:
    """Answer with a person's profile, as of a day where one is given."""
    return _person_as_of(context, asked) if isinstance(asked, AsOf) else _published_person(context, asked)


async def _person_as_of(context: RequestContext, asked: AsOf) -> Response:
    document = await persons.document_as_of(context.services, asked.key, asked.day)
    return _as_of(context, document, asked.day)


async def company_as_of(context: RequestContext, asked: AsOf) -> Response:
    """Answer with a company as of a day."""
    document = await companies.document_as_of(context.services, asked.key, asked.day)
    return _as_of(context, document, asked.day)


def _as_of(context: RequestContext, document: tuple[int, bytes], day: str) -> Response:
    version, body = document
    tag = b'"%x-%s"' % (version, day.encode())
    if context.holds(tag):
        return Response(304, b"", ((b"etag", tag), REVALIDATE))
    return Response(200, wrap(body), (JSON, (b"etag", tag), REVALIDATE))


_published_person = published(persons.view)


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


def suggest(context: RequestContext) -> Response:
    """Return at most eight suggestions as a bare array; parameters that are wrong suggest nothing."""
    try:
        text = parse(NapovedaDotaz, context.query).q or ""
    except QueryError:
        text = ""
    body = encode(companies.suggest(context.services, text))
    return Response(200, body, (JSON, (b"cache-control", b"public, max-age=60")))


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


def health(_context: RequestContext) -> Response:
    """Say that this process answers."""
    return Response(200, b'{"stav":"ok","status":"ok"}', (JSON, (b"cache-control", b"no-store")))


def ready(context: RequestContext) -> Response:
    """Say whether this node can answer all; waits for the databases, so not for the event loop.

    Raises QueryError 503 with the reasons.
    """
    parse(ZadneParametry, context.query)
    if reasons := readiness.look(context.services).reasons:
        raise QueryError(503, *readiness.not_ready(reasons), headers={"Retry-After": "5"})
    return Response(200, wrap(encode(Pripravenost())), (JSON, (b"cache-control", b"no-store")))


class VatBatch(NamedTuple):
    """The distinct company IDs of a batch, and the body that they came in."""

    icos: list[int]
    body: bytes


def read_vat_batch(_services: Services, body: bytes) -> VatBatch:
    """Return a batch, its company IDs in the order of their first appearance.

    Raises QueryError 400.
    """
    try:
        batch = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise QueryError(
            400,
            'Tělo požadavku musí být JSON tvaru {"ico": ["45274649"]}.',
            'The body must be JSON of the form {"ico": ["45274649"]}.',
        ) from None
    items = _items_of(batch)
    for position, item in enumerate(items, 1):
        if not isinstance(item, str) or not is_ico(item):
            quoted = _shown(item)
            raise QueryError(
                400,
                f"Položka {position} pole ico není IČO o 8 číslicích zapsané jako text: {quoted}.",
                f"Item {position} of the array ico is not a company ID of 8 digits as a text: {quoted}.",
            )
    return VatBatch(list(dict.fromkeys(map(int, items))), body)


def _items_of(batch: Any) -> list[Any]:
    if not isinstance(batch, dict) or not isinstance(batch.get("ico"), list):
        raise QueryError(
            400,
            'V těle chybí pole ico, správně: {"ico": ["45274649"]}.',
            'The body lacks the array ico, right is: {"ico": ["45274649"]}.',
        )
    if unknown := [_shown(name) for name in batch if name != "ico"]:
        raise QueryError(
            400,
            f"Tělo má jen pole ico, navíc přišlo: {', '.join(unknown[:5])}.",
            f"The body has only the array ico, got also: {', '.join(unknown[:5])}.",
        )
    items: list[Any] = batch["ico"]
    if not 1 <= len(items) <= _MOST_VAT_IDS:
        raise QueryError(
            400,
            f"Pole ico musí mít 1 až {_MOST_VAT_IDS} položek, přišlo {len(items)}.",
            f"The array ico must have 1 to {_MOST_VAT_IDS} items, got {len(items)}.",
        )
    return items


def _shown(value: Any) -> str:
    """Return what came as it came, in JSON: short, and without characters that cannot be seen."""
    text = "".join(char if char.isprintable() else "·" for char in msgspec.json.encode(value).decode("utf-8"))
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
