"""CSV exports: streamed in constant memory, charged for the rows handed over, one at a time per caller."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import Caller
from soupis.accounts.quota.exports import Export, ExportRunning
from soupis.accounts.quota.tariffs import ROWS_PER_UNIT, export_units
from soupis.api.answers import REVALIDATE
from soupis.api.endpoint import MOST_BODY, READING, exhausted, handle_errors
from soupis.api.request_context import JSON, NOT_KEPT, RequestContext, Response
from soupis.queries import companies
from soupis.queries.as_of import AsOf
from soupis.queries.code_names import with_codes
from soupis.queries.company_filters import company_query, has_criterion
from soupis.queries.errors import QueryError, left_of, units_of
from soupis.queries.exports import export_rows
from soupis.queries.heavy import is_large
from soupis.queries.parameters import from_pairs, parse_pairs
from soupis.queries.services import Provider
from soupis.request_headers import Header
from soupis.times import prague_today
from soupis.wire.base import encode, wrap
from soupis.wire.company import ExportNahled
from soupis.wire.csv import BYTE_ORDER_MARK, COLUMNS, DETAIL_COLUMNS, LINE_END, cell, line, quoted
from soupis.wire.requests import VyberFirem, VyhledavaniExportDotaz

_CSV: Header = (b"content-type", b"text/csv; charset=utf-8")
_CRITERIA = ", ".join(field for field in VyberFirem.__struct_encode_fields__ if field != "razeni")
# Headers of the file that an answer which is none does not bear.
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
            raise exhausted(context.decision)
        cap = min(parameters.pocet or caller.tariff.export_rows, caller.tariff.export_rows)
        if context.method == "HEAD" or context.prefers("application/json", "text/csv"):
            await _preview(context, caller, parameters, cap)
            return
        # Nothing is read here but the number of rows, on which the cost depends; the rows come one by one.
        total, chunks, number = await export_rows(services, query, cap)
        rows = min(total, cap)
        export = await _begin(context, caller, rows)
        context.decision = export.decision
        try:
            await context.start(200, _headers(total, rows, number), None)
            await _stream(context, export, chunks, rows)
        finally:
            await context.services.step(export.close)


async def _preview(
    context: RequestContext, caller: Caller, parameters: VyhledavaniExportDotaz, cap: int
) -> None:
    """Tell what an export would give and cost, for one unit: counting takes as long as a search."""
    services = context.services
    quota = services.access.quota
    decision = context.decision = await services.patient_step(quota.consume, caller, 1, "export")
    if not decision.allowed:
        raise exhausted(decision)
    try:
        total, _chunks, number = await export_rows(services, company_query(services, parameters), cap)
    except BaseException:
        context.decision = await services.step(quota.refund, caller, decision, "export")
        raise
    rows = min(total, cap)
    if not context.prefers("application/json", "text/csv"):
        await context.start(200, _headers(total, rows, number), None)
        await context.send_part(b"", more=False)
        return
    preview = ExportNahled(
        pocet_celkem=total,
        pocet_radku=rows,
        jednotek=export_units(rows),
        zbyva=decision.remaining,
        nejvyssi_pocet=min(total, caller.tariff.export_rows, decision.remaining * ROWS_PER_UNIT),
    )
    headers = (JSON, *(header for header in _headers(total, rows, number) if header[0] not in _OF_FILE))
    await context.send(Response(200, wrap(encode(preview)), headers))


async def _begin(context: RequestContext, caller: Caller, rows: int) -> Export:
    """Take the lock and all that the export can cost; raises QueryError 429 when either is not to be had."""
    units = export_units(rows)
    services = context.services
    begun = await services.patient_step(services.access.quota.begin_export, caller, units)
    if isinstance(begun, Export):
        return begun
    if isinstance(begun, ExportRunning):
        context.decision = begun.decision
        raise QueryError(
            429,
            "Jiný váš export právě běží; spusťte další, až skončí.",
            "Another export of yours is running; start the next one when it has ended.",
            {"Retry-After": str(begun.retry_after)},
        )
    context.decision = begun
    if begun.remaining == 0:
        raise exhausted(begun)
    fits = begun.remaining * ROWS_PER_UNIT
    cost, left = units_of(units), left_of(begun.remaining)
    raise QueryError(
        429,
        f"Export stojí {cost.cs}, {left.cs}. Vejde se nejvýše pocet={fits}. Nic nebylo započítáno.",
        f"The export costs {cost.en}, {left.en}. At most pocet={fits} fits. Nothing was charged.",
        {"Retry-After": str(begun.retry_after)},
    )


async def _stream(
    context: RequestContext, export: Export, chunks: AsyncIterator[list[bytes]], rows: int
) -> None:
    """Send the rows in chunks, each counted when it was handed over; stops when the client is gone."""
    gone = asyncio.create_task(context.gone())
    try:
        await context.send_part(BYTE_ORDER_MARK + ";".join(COLUMNS).encode() + LINE_END, more=True)
        async for chunk in chunks:
            await context.send_part(LINE_END.join(chunk) + LINE_END, more=True)
            await asyncio.sleep(0)  # others are answered, and it gets known that the client is gone
            if gone.done():
                return
            await context.services.step(export.sent, len(chunk))
    except Exception:
        # The transport would end this answer like a whole one: say in it that it is not.
        await context.send_part(_broken_off(export.rows, rows).encode() + LINE_END, more=False)
        raise
    else:
        await context.send_part(b"", more=False)
    finally:
        gone.cancel()


def _broken_off(sent: int, rows: int) -> str:
    return f"CHYBA: export byl přerušen poruchou po {sent} z {rows} řádků; spusťte jej prosím znovu."


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
    return await with_codes(context.services, parameters)


def _headers(total: int, rows: int, number: int) -> tuple[Header, ...]:
    cut = rows < total
    day = prague_today().isoformat()
    name = f"firmy-{day}-zkraceno-{rows}-z-{total}.csv" if cut else f"firmy-{day}.csv"
    return (
        _CSV,
        (b"content-disposition", f'attachment; filename="{name}"'.encode()),
        NOT_KEPT,
        (b"x-service-zkraceno", b"true" if cut else b"false"),
        (b"x-service-pocet-celkem", b"%d" % total),
        (b"x-service-pocet-radku", b"%d" % rows),
        (b"x-service-jednotek", b"%d" % export_units(rows)),
        (b"x-service-poradi", b"%d" % number),
    )


# --- detail export ---


async def answer_detail_export(context: RequestContext, asked: int | AsOf) -> Response:
    """Return a company's detail, as of a day where one is given, as a long table: section, item, value."""
    ico: int = asked.key if isinstance(asked, AsOf) else asked
    number = context.services.changes.newest()  # before the document: what is published meanwhile follows
    if isinstance(asked, AsOf):
        document = await companies.document_as_of(context.services, ico, asked.day)
        tag = b'"%x-%s-csv"' % (document.version, asked.day.encode())
        name = f"firma-{ico:08d}-{asked.day}.csv"
    else:
        document = companies.document(context.services, ico)
        tag, name = b'"%x-csv"' % document.version, f"firma-{ico:08d}.csv"
    if context.holds(tag):
        return Response(304, b"", ((b"etag", tag), REVALIDATE, (b"x-service-poradi", b"%d" % number)))
    table = await context.services.heavy.run_if(is_large(document.body), detail_table, document.body)
    headers = (
        _CSV,
        (b"content-disposition", f'attachment; filename="{name}"'.encode()),
        (b"etag", tag),
        REVALIDATE,
        (b"x-service-poradi", b"%d" % number),
    )
    return Response(200, table, headers)


def detail_table(document: bytes) -> bytes:
    """Flatten a detail: simple values under "firma", every other part under its own name.

    A list that is not known is a simple value without a text, one that is empty has the row "pocet" with 0.
    Items of lists are numbered from 1: section "statutarniOrgany", item "1.clenove.2.osoba.prijmeni".
    """
    lines = [line(DETAIL_COLUMNS)]
    for name, value in msgspec.json.decode(document).items():
        if value == []:
            lines.append(f"{name};pocet;0")
        elif isinstance(value, (dict, list)):
            _add_lines(lines, f"{name};", value)
        else:
            _add_lines(lines, "firma;", {name: value})
    return BYTE_ORDER_MARK + b"".join(text.encode() + LINE_END for text in lines)


def _add_lines(lines: list[str], start: str, value: dict[str, Any] | list[Any]) -> None:
    """Add a line for each leaf; names of ours need no quotes. A third of the time of nested generators."""
    for name, part in value.items() if isinstance(value, dict) else enumerate(value, 1):
        if isinstance(part, (dict, list)):
            _add_lines(lines, f"{start}{name}.", part)
        else:
            lines.append(f"{start}{name};{quoted(cell(part))}")
