"""The client for programs that do other things while it waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Self, TypeVar

import httpx

from soupis_client import calls
from soupis_client.calls import Answered, Call
from soupis_client.errors import SoupisError
from soupis_client.exports import Export
from soupis_client.retrying import Retrying
from soupis_client.wire.changes import Zmena, Zmeny
from soupis_client.wire.company import (
    ExportNahled,
    FirmaDetail,
    FirmaKDatu,
    FirmaPolozka,
    FirmyStranka,
    Listina,
    ListinyStranka,
)
from soupis_client.wire.person import OsobaKDatu, OsobaPolozka, OsobaProfil, OsobyStranka
from soupis_client.wire.requests import Faseta, RazeniOsob, VyberFirem
from soupis_client.wire.sources import Zdroje
from soupis_client.wire.vat import DphFirma, DphOdpoved
from soupis_client.wire.watching import (
    SledovanaFirma,
    SledovaniVysledek,
    Webhook,
    WebhookDetail,
    WebhookTajemstvi,
    WebhookZkouska,
)

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

    async def company_as_of(self, ico: str, day: str) -> FirmaKDatu:
        """Return a company as the registers had it on a day ("2012-03-15"); None = not known. One unit."""
        return await self._ask(calls.company_as_of(ico, day))

    async def company_with_receipt(self, ico: str) -> Answered[FirmaDetail]:
        """Return the same as `company`, with the bytes and the number of the receipt. One unit."""
        return await self._ask(calls.company_with_receipt(ico))

    async def filings_page(
        self, ico: str, kind: str | None = None, year: int | None = None, start: int = 0, count: int = 20
    ) -> ListinyStranka:
        """Return a page of filed documents, of a kind ("výroční zpráva") or about a year. One unit."""
        return await self._ask(calls.filings_page(ico, kind, year, start, count))

    async def filings(
        self, ico: str, kind: str | None = None, year: int | None = None
    ) -> list[Listina] | None:
        """Return all such documents; None = the collection was not read yet. One unit for each fifty."""
        found: list[Listina] = []
        for start in range(0, calls.LAST_START + 1, calls.MOST_OF_PAGE):
            page = await self.filings_page(ico, kind, year, start, calls.MOST_OF_PAGE)
            if page.listiny is None or page.pocet_celkem is None:
                return None
            found += page.listiny
            if len(found) >= page.pocet_celkem or not page.listiny:
                break
        return found

    async def companies_page(
        self, where: VyberFirem | str, start: int = 0, count: int = 20, *, facets: Sequence[Faseta] = ()
    ) -> FirmyStranka:
        """Return a page of a search, by a text or by filters, and the counts of these facets. One unit."""
        return await self._ask(calls.companies_page(where, start, count, facets))

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

    async def person_as_of(self, key: str, day: str) -> OsobaKDatu:
        """Return a person and where the registers had them on a day. One unit."""
        return await self._ask(calls.person_as_of(key, day))

    async def persons_page(
        self,
        name: str,
        year: int | None = None,
        start: int = 0,
        count: int = 20,
        *,
        town: str | None = None,
        only_current: bool = False,
        order: RazeniOsob | None = None,
    ) -> OsobyStranka:
        """Return a page of persons by name, year of birth and town, or only those in a company. One unit."""
        return await self._ask(calls.persons_page(name, year, start, count, town, only_current, order))

    async def persons(
        self,
        name: str,
        year: int | None = None,
        *,
        town: str | None = None,
        only_current: bool = False,
        order: RazeniOsob | None = None,
    ) -> AsyncIterator[OsobaPolozka]:
        """Yield the persons of such a search, as far as pages reach. One unit for each fifty."""
        for start in range(0, calls.LAST_START + 1, calls.MOST_OF_PAGE):
            page = await self.persons_page(
                name, year, start, calls.MOST_OF_PAGE, town=town, only_current=only_current, order=order
            )
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

    async def vat_with_receipt(self, icos: Sequence[str]) -> Answered[DphOdpoved]:
        """Return the VAT status of 1 to 100 companies with the bytes and the number of the receipt.

        Keep both: `receipt` fetches what attests them. A unit for each different ID.
        """
        return await self._ask(calls.vat_with_receipt(icos))

    async def receipt(self, number: str) -> bytes:
        """Return the receipt of an answer, JSON to be kept; `verify_receipt` checks it. Free."""
        return await self._ask(calls.receipt(number))

    async def keys(self) -> bytes:
        """Return the public keys (JWKS) that sign receipts; keep them with the first receipt. Free."""
        return await self._ask(calls.keys())

    async def changes_page(
        self, after: int, count: int = calls.MOST_CHANGES, wait: int = 0, watched: bool = False
    ) -> Zmeny:
        """Return changes after a number; where there is none, wait for one up to `wait` (30) seconds.

        `watched` = of watched companies alone, free; else one unit. Raises `GoneError` where changes from so
        far back are kept no longer.
        """
        return await self._ask(calls.changes_page(after, count, wait, watched))

    async def changes(self, after: int, wait: int = 0, watched: bool = False) -> AsyncIterator[Zmena]:
        """Yield the changes after a number (`Export.position`, or `poradi` of the last one seen).

        Ends when there are no more; with `wait` it waits for more, for ever, and each wait costs a unit.
        `watched` = those of watched companies alone, free.
        """
        while True:
            page = await self.changes_page(after, wait=wait, watched=watched)
            for change in page.zmeny:
                yield change
            # A page of watched companies may be empty before the end.
            if page.dalsi <= after and not wait:
                return
            after = page.dalsi

    async def watched(self) -> AsyncIterator[SledovanaFirma]:
        """Yield the watched companies of the account. Free."""
        start = 0
        while True:
            page = await self._ask(calls.watched_page(start, calls.MOST_WATCHED))
            for item in page.firmy:
                yield item
            start += len(page.firmy)
            if not page.firmy or start >= page.pocet_celkem:
                return

    async def watch(self, icos: Sequence[str]) -> SledovaniVysledek:
        """Watch companies from now on, all of them or none where the tariff allows fewer. Free."""
        return await self._ask(calls.watch(icos))

    async def unwatch(self, ico: str) -> None:
        """Watch a company no more; raises `NotFoundError` where it was not watched. Free."""
        await self._ask(calls.unwatch(ico))

    async def webhooks(self) -> list[Webhook]:
        """Return the webhooks of the account. Free."""
        return (await self._ask(calls.webhooks())).webhooky

    async def webhook(self, number: str) -> WebhookDetail:
        """Return a webhook with its last attempts to deliver. Free."""
        return await self._ask(calls.webhook(number))

    async def create_webhook(self, url: str, sections: Sequence[str] = ()) -> WebhookTajemstvi:
        """Have changes of watched companies posted to an address, of these sections or all. Free.

        Its secret, `tajemstvi`, is told here and never again; `read_message` needs it.
        """
        return await self._ask(calls.create_webhook(url, sections))

    async def delete_webhook(self, number: str) -> None:
        """Delete a webhook; nothing more comes. Free."""
        await self._ask(calls.delete_webhook(number))

    async def test_webhook(self, number: str) -> WebhookZkouska:
        """Have a test message sent and return what became of it. Free."""
        return await self._ask(calls.test_webhook(number))

    async def rotate_webhook_secret(self, number: str) -> WebhookTajemstvi:
        """Make a new secret; for a day messages are signed by both. Free."""
        return await self._ask(calls.rotate_webhook_secret(number))

    async def replay_webhook(self, number: str, after: int | None = None) -> Webhook:
        """Tell a webhook changes again from a number on, or from where it stopped. Free."""
        return await self._ask(calls.replay_webhook(number, after))

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
