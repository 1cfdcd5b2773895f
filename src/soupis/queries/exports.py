"""CSV exports: what they cost before anybody downloads them, and the files themselves.

A search export is read and sent row by row, in constant memory. It is charged for the rows handed over, and
one runs at a time per caller.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

import structlog

from soupis.accounts.callers import Caller, Refused
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.exports import Export, ExportRunning
from soupis.accounts.quota.tariffs import ROWS_PER_UNIT, Tariff, export_units
from soupis.accounts.unreachable import report_unreachable
from soupis.queries.callers import Scope, identify
from soupis.queries.charging import OverLimitError, charged, over_limit, renewal_of
from soupis.queries.errors import UNREACHABLE, QueryError, left_of, units_of
from soupis.queries.services import Services
from soupis.request_headers import Header
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.store.extras import decode_company_extra
from soupis.times import prague_today
from soupis.wire import gradual
from soupis.wire.csv import BYTE_ORDER_MARK, COLUMNS, DETAIL_COLUMNS, LINE_END, cell, line, quoted
from soupis.wire.derived import csv_line_of

_decode_document = gradual.decoder(dict[str, Any])
_log = structlog.stdlib.get_logger(__name__)

CSV: Header = (b"content-type", b"text/csv; charset=utf-8")
# Rows handed over at once: small enough that other requests are answered in between.
_CHUNK = 100


class ExportRows(NamedTuple):
    """The rows of an export in chunks of CSV lines, and how many hits the search has altogether.

    `number` is a line of the change log up to which nothing is missing in the rows.
    """

    total: int
    chunks: AsyncIterator[list[bytes]]
    number: int


class ExportOffer(NamedTuple):
    """What an export would give and cost before anybody downloads it."""

    rows: int
    total: int
    units: int
    remaining: int
    tariff: Tariff
    fits: int  # rows that the remaining units pay for

    @property
    def cut(self) -> bool:
        """Whether the tariff cuts the result."""
        return self.rows < self.total


class ExportPreview(NamedTuple):
    """What an export would give and cost; counting it has cost one unit."""

    total: int
    rows: int
    headers: tuple[Header, ...]
    decision: Decision


class ExportFile:
    """A search export that has begun: the headers of the file, and its content.

    All that it can cost has been taken; what was not handed over goes back by `close`.
    """

    def __init__(self, services: Services, export: Export, found: ExportRows, rows: int) -> None:
        self.headers = file_headers(found.total, rows, found.number)
        self.decision = export.decision
        self._services = services
        self._export = export
        self._chunks = found.chunks
        self._rows = rows

    async def parts(self) -> AsyncIterator[bytes]:
        """Yield the file in chunks; a chunk counts as handed over when the next one is requested.

        Should rows fail on the way, the last line says so, because the answer has begun and ends like a whole
        one.
        """
        try:
            yield BYTE_ORDER_MARK + ";".join(COLUMNS).encode() + LINE_END
            async for chunk in self._chunks:
                yield LINE_END.join(chunk) + LINE_END
                await asyncio.sleep(0)  # others are answered, and it gets known that the client is gone
                await self._services.step(self._export.sent, len(chunk))
        except Exception as error:
            if isinstance(error, UNREACHABLE):
                report_unreachable(error, what="export")
            else:
                _log.exception("export_failed")
            yield _broken_off(self._export.rows, self._rows).encode() + LINE_END

    async def close(self) -> None:
        """Unlock the export and refund what was not handed over; to be called however the export ends."""
        await self._services.step(self._export.close)


def most_rows(caller: Caller, wanted: int | None) -> int:
    """Return how many rows an export may have, by the tariff and by the number that was asked for."""
    return min(wanted or caller.tariff.export_rows, caller.tariff.export_rows)


async def begin_export(services: Services, caller: Caller, query: CompanyQuery, most: int) -> ExportFile:
    """Return an export of at most `most` rows, locked and paid for.

    Raises QueryError 429 when another one of the caller runs, OverLimitError when it costs more than is left.
    """
    found = await export_rows(services, query, most)
    rows = min(found.total, most)
    units = export_units(rows)
    begun = await services.patient_step(services.access.quota.begin_export, caller, units)
    if isinstance(begun, Export):
        return ExportFile(services, begun, found, rows)
    if isinstance(begun, ExportRunning):
        raise QueryError(
            429,
            "Jiný váš export právě běží; spusťte další, až skončí.",
            "Another export of yours is running; start the next one when it has ended.",
            {"Retry-After": str(begun.retry_after)},
        )
    if begun.remaining == 0:
        raise over_limit(begun)
    fits = begun.remaining * ROWS_PER_UNIT
    cost, left, renewal = units_of(units), left_of(begun.remaining), renewal_of(begun)
    raise OverLimitError(
        begun,
        f"Export stojí {cost.cs}, {left.cs}. Vejde se nejvýše {fits} řádků (pocet={fits}). Nic nebylo "
        f"započítáno; limit se obnoví {renewal.cs}.",
        f"The export costs {cost.en}, {left.en}. At most {fits} rows fit (pocet={fits}). Nothing was "
        f"charged; the limit renews {renewal.en}.",
        begun.retry_after,
    )


async def preview_export(services: Services, caller: Caller, query: CompanyQuery, most: int) -> ExportPreview:
    """Count the rows of an export, for one unit: counting takes as long as a search."""
    async with charged(services, caller, 1, "export") as decision:
        found = await export_rows(services, query, most)
    rows = min(found.total, most)
    return ExportPreview(found.total, rows, file_headers(found.total, rows, found.number), decision)


def file_headers(total: int, rows: int, number: int) -> tuple[Header, ...]:
    """Return the headers of a search export of so many rows out of `total`."""
    cut = rows < total
    day = prague_today().isoformat()
    name = f"firmy-{day}-zkraceno-{rows}-z-{total}.csv" if cut else f"firmy-{day}.csv"
    return (
        CSV,
        attachment(name),
        (b"x-service-zkraceno", b"true" if cut else b"false"),
        (b"x-service-pocet-celkem", b"%d" % total),
        (b"x-service-pocet-radku", b"%d" % rows),
        (b"x-service-jednotek", b"%d" % export_units(rows)),
        (b"x-service-poradi", b"%d" % number),
    )


def attachment(name: str) -> Header:
    """Return the header that makes a browser save an answer as a file."""
    return (b"content-disposition", f'attachment; filename="{name}"'.encode())


def _broken_off(sent: int, rows: int) -> str:
    return f"CHYBA: export byl přerušen poruchou po {sent} z {rows} řádků; spusťte jej prosím znovu."


async def export_rows(services: Services, query: CompanyQuery, most: int) -> ExportRows:
    """Return the first `most` rows of a search in its order; lines are read as they are taken.

    The index is asked in threads: counting and ranking a whole country takes it tens of milliseconds. Raises
    QueryError 503 when too much such work waits; an export that has begun goes on.
    """
    number, (total, batches) = await services.in_thread(_begin, services.companies, query, most)
    return ExportRows(total, _chunks(services, batches), number)


def _begin(
    search: CompanySearch, query: CompanyQuery, most: int
) -> tuple[int, tuple[int, Iterator[list[int]]]]:
    number = search.held_change()  # before the search, and the lines are read later still
    return number, search.export(query, most)


async def _chunks(services: Services, batches: Iterator[list[int]]) -> AsyncIterator[list[bytes]]:
    loop, pool = asyncio.get_running_loop(), services.exporting
    while icos := await loop.run_in_executor(pool, next, batches, None):
        for start in range(0, len(icos), _CHUNK):
            if lines := await loop.run_in_executor(pool, _lines, services, icos[start : start + _CHUNK]):
                yield lines


def _lines(services: Services, icos: list[int]) -> list[bytes]:
    return [
        csv_line_of(detail.body, is_registration=decode_company_extra(detail.extra).is_registration)
        for detail in services.documents.details(icos)
        if detail
    ]


async def export_offer(services: Services, scope: Scope, total: int) -> ExportOffer | None:
    """Return what an export of `total` hits costs the caller, None if refused."""
    caller = await services.step(identify, scope, services)
    if isinstance(caller, Refused):
        return None
    rows = min(total, caller.tariff.export_rows)
    remaining = (await services.step(services.access.quota.peek, caller)).remaining
    fits = min(rows, remaining * ROWS_PER_UNIT)
    return ExportOffer(rows, total, export_units(rows), remaining, caller.tariff, fits)


# --- a company ---


def company_table(document: bytes) -> bytes:
    """Flatten a detail: simple values under "firma", every other part under its own name.

    A list that is not known is a simple value without a text, one that is empty has the row "pocet" with 0,
    inside of an item too ("1.exekuce.pocet").
    Items of lists are numbered from 1: section "statutarniOrgany", item "1.clenove.2.osoba.prijmeni".
    """
    lines = [line(DETAIL_COLUMNS)]
    for name, value in _decode_document(document).items():
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
        if part == []:
            lines.append(f"{start}{name}.pocet;0")
        elif isinstance(part, (dict, list)):
            _add_lines(lines, f"{start}{name}.", part)
        else:
            lines.append(f"{start}{name};{quoted(cell(part))}")
