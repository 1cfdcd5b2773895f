"""CSV exports over HTTP; `queries/exports.py` makes the files."""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope, Send

from soupis.accounts.quota.tariffs import ROWS_PER_UNIT, export_units
from soupis.api.answers import REVALIDATE
from soupis.api.endpoint import MOST_BODY, READING, handle_errors
from soupis.api.request_context import JSON, NOT_KEPT, RequestContext, Response
from soupis.queries import companies
from soupis.queries.as_of import AsOf
from soupis.queries.charging import over_limit
from soupis.queries.code_names import check_codes
from soupis.queries.company_filters import company_query, has_criterion
from soupis.queries.errors import QueryError
from soupis.queries.exports import (
    CSV,
    ExportFile,
    ExportPreview,
    attachment,
    begin_export,
    company_table,
    most_rows,
    preview_export,
)
from soupis.queries.parameters import from_pairs, parse_pairs
from soupis.queries.services import Provider
from soupis.wire.base import encode, wrap
from soupis.wire.company import ExportNahled
from soupis.wire.requests import VyberFirem, VyhledavaniExportDotaz

_CRITERIA = ", ".join(field for field in VyberFirem.__struct_encode_fields__ if field != "razeni")

# Headers of the file that a preview does not have.
_OF_FILE = (b"content-type", b"content-disposition")


class SearchExport:
    """ASGI application of the search export; takes its parameters as a POST form as well."""

    def __init__(self, services: Provider) -> None:
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        context = RequestContext(scope, receive, send, self._services())
        await handle_errors(context, (*READING, "POST"), self._run)

    async def _run(self, context: RequestContext) -> None:
        services = context.services
        caller = await context.identify()
        await context.peek_of(caller)
        parameters = await _read(context)
        query = company_query(services, parameters)
        if context.decision and not context.decision.allowed:
            raise over_limit(context.decision)
        context.check_version(None)
        most = most_rows(caller, parameters.pocet)
        if parameters.nahled == "ano" or context.method == "HEAD":
            preview = await preview_export(services, caller, query, most)
            context.decision = preview.decision
            await _send_preview(context, preview, as_json=parameters.nahled == "ano")
            return
        file = await begin_export(services, caller, query, most)
        context.decision = file.decision
        try:
            await context.start(200, (*file.headers, NOT_KEPT), None)
            await _stream(context, file)
        finally:
            await file.close()


async def _send_preview(context: RequestContext, preview: ExportPreview, *, as_json: bool) -> None:
    """Answer with a preview in the envelope, or with the headers of the file alone."""
    headers = (*preview.headers, NOT_KEPT)
    if not as_json:
        await context.start(200, headers, None)
        await context.send_part(b"", more=False)
        return
    tariff_rows = context.asker.tariff.export_rows
    data = ExportNahled(
        pocet_celkem=preview.total,
        pocet_radku=preview.rows,
        jednotek=export_units(preview.rows),
        zbyva=preview.decision.remaining,
        nejvyssi_pocet=min(preview.total, tariff_rows, preview.decision.remaining * ROWS_PER_UNIT),
    )
    of_json = (JSON, *(header for header in headers if header[0] not in _OF_FILE))
    await context.send(Response(200, wrap(encode(data)), of_json))


async def _stream(context: RequestContext, file: ExportFile) -> None:
    """Send a file in chunks; stops when the client is gone."""
    gone = asyncio.create_task(context.gone())
    try:
        async for chunk in file.parts():
            if gone.done():
                return
            await context.send_part(chunk, more=True)
        await context.send_part(b"", more=False)
    finally:
        gone.cancel()


async def _read(context: RequestContext) -> VyhledavaniExportDotaz:
    pairs = parse_pairs(context.query)
    if context.method == "POST":
        kind = context.header(b"content-type").partition(b";")[0].strip().lower()
        body = await context.body(MOST_BODY)
        if body and kind != b"application/x-www-form-urlencoded":
            raise QueryError(
                400,
                "Tělo exportu musí být formulář (application/x-www-form-urlencoded).",
                "The body of an export must be a form (application/x-www-form-urlencoded).",
            )
        pairs += parse_pairs(body)
    parameters = from_pairs(VyhledavaniExportDotaz, pairs)
    if not has_criterion(parameters):
        raise QueryError(
            400,
            f"Export potřebuje aspoň jedno kritérium: {_CRITERIA}.",
            f"An export needs at least one criterion: {_CRITERIA}.",
        )
    await check_codes(context.services, parameters)
    return parameters


# --- detail export ---


def answer_detail_export(context: RequestContext, asked: int | AsOf) -> Response:
    """Return a company's detail, as of a day where one is given, as a long table: section, item, value."""
    ico: int = asked.key if isinstance(asked, AsOf) else asked
    number = context.services.changes.newest()  # before the document: what is published meanwhile follows
    if isinstance(asked, AsOf):
        document = companies.document_as_of(context.services, ico, asked.day)
        tag = b'"%x-%s-csv"' % (document.version, asked.day.encode())
        name = f"firma-{ico:08d}-{asked.day}.csv"
    else:
        document = companies.document(context.services, ico)
        tag, name = b'"%x-csv"' % document.version, f"firma-{ico:08d}.csv"
    context.check_version(tag)
    if context.holds(tag):
        return Response(304, b"", ((b"etag", tag), REVALIDATE, (b"x-service-poradi", b"%d" % number)))
    headers = (
        CSV,
        attachment(name),
        (b"etag", tag),
        REVALIDATE,
        (b"x-service-poradi", b"%d" % number),
    )
    return Response(200, company_table(document.body), headers)
