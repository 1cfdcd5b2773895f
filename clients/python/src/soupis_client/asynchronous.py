"""The client for programs that do other things while it waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Self, TypeVar

import httpx

from soupis_client import calls
from soupis_client.calls import Call
from soupis_client.errors import SoupisError
from soupis_client.exports import Export
from soupis_client.retrying import Retrying
from soupis_client.wire.changes import Zmena, Zmeny
from soupis_client.wire.company import ExportNahled, FirmaDetail, FirmaPolozka, FirmyStranka
from soupis_client.wire.person import OsobaPolozka, OsobaProfil, OsobyStranka
from soupis_client.wire.requests import VyberFirem
from soupis_client.wire.sources import Zdroje
from soupis_client.wire.vat import DphFirma

T = TypeVar("T")

_SECONDS = 30.0


class AsyncSoupis:
    """Asks one installation of Soupis; without `key` as anybody may, 30 queries a day.

    Methods raise `SoupisError` or one of its kinds. One object serves many queries; close it, or use it in a
    `with` block.
    """

    def __init__(self, address: str, key: str | None = None, retrying: Retrying | None = None) -> None:
        headers = {"Accept": "application/json", "User-Agent": "soupis-client"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        self._http = httpx.AsyncClient(base_url=address, headers=headers, timeout=_SECONDS)
        self._retrying = retrying or Retrying()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def company(self, ico: str) -> FirmaDetail:
        """Return all that is known of one company, by its ID of eight digits. One unit."""
        return await self._ask(calls.company(ico))

    async def companies_page(self, where: VyberFirem | str, start: int = 0, count: int = 20) -> FirmyStranka:
        """Return a page of a search, by a text or by filters. One unit."""
        return await self._ask(calls.companies_page(where, start, count))

    async def companies(self, where: VyberFirem | str) -> AsyncIterator[FirmaPolozka]:
        """Yield the companies of a search, as far as pages reach (10,050). One unit for each fifty."""
        for start in range(0, calls.LAST_START + 1, calls.MOST_OF_PAGE):
            page = await self.companies_page(where, start, calls.MOST_OF_PAGE)
            for item in page.firmy:
                yield item
            if start + page.pocet >= page.pocet_celkem:
                return

    async def person(self, key: str) -> OsobaProfil:
        """Return a person and their engagements, by the key from another answer. One unit."""
        return await self._ask(calls.person(key))

    async def persons_page(
        self, name: str, year: int | None = None, start: int = 0, count: int = 20
    ) -> OsobyStranka:
        """Return a page of persons by name and year of birth. One unit."""
        return await self._ask(calls.persons_page(name, year, start, count))

    async def persons(self, name: str, year: int | None = None) -> AsyncIterator[OsobaPolozka]:
        """Yield persons by name and year of birth. One unit for each fifty."""
        for start in range(0, calls.LAST_START + 1, calls.MOST_OF_PAGE):
            page = await self.persons_page(name, year, start, calls.MOST_OF_PAGE)
            for item in page.osoby:
                yield item
            if start + page.pocet >= page.pocet_celkem:
                return

    async def vat(self, icos: Sequence[str]) -> list[DphFirma]:
        """Return the VAT status of any number of companies; `dph` None = not verified, queued for look-up.

        A unit for each different ID.
        """
        found: list[DphFirma] = []
        for first in range(0, len(icos), calls.MOST_OF_BATCH):
            answer = await self._ask(calls.vat(icos[first : first + calls.MOST_OF_BATCH]))
            found.extend(answer.firmy)
        return found

    async def sources(self) -> Zdroje:
        """Return how fresh the registers are. Free."""
        return await self._ask(calls.sources())

    async def changes_page(self, after: int, count: int = calls.MOST_CHANGES, wait: int = 0) -> Zmeny:
        """Return changes after a number; where there is none, wait for one up to `wait` (30) seconds.

        One unit. Raises `GoneError` where changes from so far back are kept no longer.
        """
        return await self._ask(calls.changes_page(after, count, wait))

    async def changes(self, after: int, wait: int = 0) -> AsyncIterator[Zmena]:
        """Yield the changes after a number (`Export.position`, or `poradi` of the last one seen).

        Ends when there are no more; with `wait` it waits for more, for ever, and each wait costs a unit.
        """
        while True:
            page = await self.changes_page(after, wait=wait)
            for change in page.zmeny:
                yield change
            if not page.zmeny and not wait:
                return
            after = page.dalsi

    async def export(self, where: VyberFirem | str, rows: int | None = None) -> Export:
        """Return the whole result of a search as CSV, `rows` at most. A unit for each hundred rows."""
        return await self._ask(calls.export(where, rows))

    async def export_preview(self, where: VyberFirem | str) -> ExportNahled:
        """Return how many rows such an export has and what it costs. One unit."""
        return await self._ask(calls.export_preview(where))

    async def _ask(self, call: Call[T]) -> T:
        attempt = 0
        while True:
            attempt += 1
            try:
                answer = await self._http.request(
                    call.method,
                    call.path,
                    params=call.parameters,
                    json=call.body,
                    headers=call.headers,
                    timeout=_SECONDS + call.patience,
                )
            except httpx.TransportError as error:
                pause = self._retrying.pause_after_failure(error, attempt)
                if pause is None:
                    raise SoupisError(f"No answer from {self._http.base_url}: {error}") from error
            else:
                if answer.is_success:
                    return call.read(answer)
                pause = self._retrying.pause_after_answer(answer, attempt)
                if pause is None:
                    raise calls.error_of(answer)
            await asyncio.sleep(pause)
