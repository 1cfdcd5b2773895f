"""Exports of searches: the rows, and what they cost before anybody downloads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

from soupis.accounts.callers import Refused
from soupis.accounts.quota.tariffs import ROWS_PER_UNIT, Tariff, export_units
from soupis.queries.callers import Scope, identify
from soupis.queries.services import Services
from soupis.search.companies import CompanyQuery, CompanySearch

# Rows handed over in one piece: small enough that other requests are answered in between.
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


async def export_rows(services: Services, query: CompanyQuery, most: int) -> ExportRows:
    """Return the first `most` rows of a search in its order; lines are read as they are taken.

    The index is asked in threads: counting and ranking a whole country takes it tens of milliseconds. Raises
    QueryError 503 when too much such work waits; an export that has begun goes on.
    """
    number, (total, batches) = await services.heavy.run(_begin, services.companies, query, most)
    return ExportRows(total, _chunks(services, batches), number)


def _begin(
    search: CompanySearch, query: CompanyQuery, most: int
) -> tuple[int, tuple[int, Iterator[list[int]]]]:
    number = search.held_change()  # before the search, and the lines are read later still
    return number, search.export(query, most)


async def _chunks(services: Services, batches: Iterator[list[int]]) -> AsyncIterator[list[bytes]]:
    while icos := await asyncio.to_thread(next, batches, None):
        for start in range(0, len(icos), _CHUNK):
            if lines := services.documents.csv_lines(icos[start : start + _CHUNK]):
                yield lines


async def export_offer(services: Services, scope: Scope, total: int) -> ExportOffer | None:
    """Return what an export of `total` hits costs the caller, None if refused."""
    caller = await services.step(identify, scope, services)
    if isinstance(caller, Refused):
        return None
    rows = min(total, caller.tariff.export_rows)
    remaining = (await services.step(services.access.quota.peek, caller)).remaining
    fits = min(rows, remaining * ROWS_PER_UNIT)
    return ExportOffer(rows, total, export_units(rows), remaining, caller.tariff, fits)
