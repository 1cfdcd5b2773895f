"""Receipts over HTTP: issued with answers, given to their owners, and the keys that verify them."""

from __future__ import annotations

import re
from collections.abc import Awaitable

import msgspec
from starlette.routing import BaseRoute, Route

from soupis.accounts.errors import UnavailableError
from soupis.api.answers import VatBatch, company_as_of, published
from soupis.api.endpoint import UnmeteredEndpoint
from soupis.api.request_context import JSON, NOT_KEPT, RequestContext, Response
from soupis.queries import companies, receipts
from soupis.queries.as_of import AsOf
from soupis.queries.errors import BAD_RECEIPT, QueryError
from soupis.queries.parameters import parse
from soupis.queries.services import Provider
from soupis.receipts import signatures
from soupis.receipts.receipts import RECEIPT_ID, Asked, Said
from soupis.request_headers import Header
from soupis.wire.base import wrap
from soupis.wire.requests import ZadneParametry

# Hashing a larger answer takes longer than a change of threads.
_LARGE_BODY = 256 * 1024
_JWKS: Header = (b"content-type", b"application/jwk-set+json")
_HOUR: Header = (b"cache-control", b"private, max-age=3600")


async def check_vat(context: RequestContext, batch: VatBatch) -> Response:
    """Return the VAT statuses that are verified, with a receipt if any is; queue the others."""
    answer = await companies.vat_batch(context.services, context.asker, batch.icos)
    said = receipts.said_of_batch(answer.body, answer.names)
    return await _receipted(context, Response(200, wrap(answer.body)), said, batch.body)


def company_detail(context: RequestContext, asked: int | AsOf) -> Response | Awaitable[Response]:
    """Return a company's detail; with a receipt where it says a VAT status and is sent whole.

    As of a day there is no VAT status, and so no receipt.
    """
    if isinstance(asked, AsOf):
        return company_as_of(context, asked)
    document = companies.view(context.services, asked, as_is=True)
    response = published(context, document)
    if not document.says_vat or response.status != 200 or context.method == "HEAD":
        return response
    return _receipted_where_possible(context, response, receipts.said_of_detail(document.body))


def receipt(context: RequestContext) -> Response:
    """Return a receipt to its owner; asks the accounts database."""
    identifier = context.scope["path_params"]["id"]
    if not re.fullmatch(RECEIPT_ID, identifier):
        raise QueryError(400, *BAD_RECEIPT)
    parse(ZadneParametry, context.query)
    return Response(200, wrap(receipts.find(context.services, context.asker, identifier)), (JSON, NOT_KEPT))


def receipt_routes(services: Provider) -> list[BaseRoute]:
    """Return the route of the public keys."""
    return [Route("/.well-known/jwks.json", UnmeteredEndpoint(services, key_set, waits=True))]


def key_set(context: RequestContext) -> Response:
    """Return all public keys that ever signed receipts (RFC 7517), the newest first."""
    keys = [signatures.public_jwk(public) for public in context.services.receipts.keys.public().values()]
    return Response(200, msgspec.json.encode({"keys": keys}), (_JWKS, _HOUR))


async def _receipted_where_possible(context: RequestContext, response: Response, said: Said) -> Response:
    """Return an answer with its receipt; without one while accounts across the network are away."""
    try:
        return await _receipted(context, response, said)
    except UnavailableError:
        if context.services.access.database.local:
            raise
        return response


async def _receipted(context: RequestContext, response: Response, said: Said, body: bytes = b"") -> Response:
    """Return an answer with the number of its receipt, which is stored by then.

    An answer in which no source had said anything has no receipt, because there is nothing to prove.
    """
    if not any(said.sources.values()):
        return response
    query = f"?{context.query.decode('latin-1')}" if context.query else ""
    asked = Asked(context.method, f"{context.scope['path']}{query}", body)
    services = context.services
    identifier = await services.patient_step(
        services.receipts.issue,
        context.asker,
        asked,
        response.body,
        said,
        in_thread=len(response.body) > _LARGE_BODY,
    )
    return Response(200, response.body, (*response.headers, (b"x-service-doklad", identifier.encode())))
