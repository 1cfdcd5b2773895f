"""Watching as a server process does it: the parts it answers from, and a thread that sends what is due."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.accounts.client_ip import Network
from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.identifiers import has_valid_check_digit
from soupis.store.change_feed import ChangeFeed
from soupis.store.documents import Documents
from soupis.store.lookup_queue import LookupQueue, Share
from soupis.watching.deliveries import Deliveries
from soupis.watching.mails import Mails
from soupis.watching.sender import Outcome, Sender
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import RETRY_SECONDS, Webhook, Webhooks

_log = structlog.stdlib.get_logger(__name__)

_TICK_SECONDS = 1.0
_MAIL_SECONDS = 10.0
# Look-ups of watched companies are queued little by little, so that other callers get their turn.
_ASK_SECONDS = 60.0
_MOST_ASKED = 500


class _Named(msgspec.Struct, gc=False, rename="camel"):
    ico: str
    obchodni_jmeno: str | None = None


_decode_name = msgspec.json.Decoder(_Named).decode


class Watching:
    """Watch lists, webhooks and mails of one process. `key` is a secret that all processes share."""

    def __init__(
        self,
        database: Database,
        file: Path,
        queues: Sequence[LookupQueue],
        base_url: str,
        key: bytes,
        clock: Callable[[], float] = time.time,
        networks: Sequence[Network] = (),
        retry_seconds: Sequence[float] = RETRY_SECONDS,
        wake_outbox: Callable[[], None] = lambda: None,
    ) -> None:
        key = blake2b(key, person=b"watching", digest_size=32).digest()
        self.lists = WatchLists(database, clock)
        self.webhooks = Webhooks(database, key, clock)
        self.sender = Sender(networks)
        self._feed, self._documents = ChangeFeed(file), Documents(file)
        self.mails = Mails(database, self.lists, self._feed, self._name_of, base_url, key, clock)
        self.deliveries = Deliveries(
            self.webhooks, self.lists, self._feed, self.sender, key, clock, retry_seconds
        )
        self.wake_outbox = wake_outbox
        self._clock = clock
        self._queues = queues
        self._file = file
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_running = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._main()), name="watching", daemon=True
        )

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()
        self._is_running.wait()

    def close(self) -> None:
        """Stop after what is being sent, and close."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()
        self._feed.close()
        self._documents.close()

    def now(self) -> float:
        """Return this moment, in seconds since 1970."""
        return self._clock()

    def newest(self) -> int:
        """Return the number of the newest line of the change log."""
        feed = ChangeFeed(self._file)  # the other one belongs to the thread
        try:
            return feed.newest()
        finally:
            feed.close()

    def start_test(self, hook: Webhook) -> Future[Outcome]:
        """Have a test message sent; the result raises `TestRunningError` while another one is sent."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(self.deliveries.test(hook), self._loop)

    def names(self, icos: Iterable[int]) -> dict[int, str | None]:
        """Return the names of companies; those that are not known are left out."""
        with Documents(self._file) as documents:
            found = [_decode_name(detail.body) for detail in documents.details(icos) if detail]
        return {int(item.ico): item.obchodni_jmeno for item in found}

    def _name_of(self, ico: int) -> str | None:
        found = self._documents.company(ico)
        return _decode_name(found.body).obchodni_jmeno if found else None

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._is_running.set()
        await asyncio.gather(
            self._repeat(_TICK_SECONDS, self.deliveries.start_due),
            self._repeat(_MAIL_SECONDS, self._send_mails),
            self._repeat(_ASK_SECONDS, self._ask_registers),
        )
        await self.deliveries.finish()

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while not self._stop.is_set():
            try:
                await work()
            except (UnavailableError, SQLAlchemyError) as error:  # locked, full or unavailable: later
                _log.warning("watching_failed", error=type(error).__name__)
            except Exception:
                _log.exception("watching_failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), seconds)

    async def _send_mails(self) -> None:
        if await asyncio.to_thread(self.mails.send_due):
            self.wake_outbox()

    async def _ask_registers(self) -> None:
        await asyncio.to_thread(self.ask_registers)

    def ask_registers(self) -> int:
        """Queue look-ups of watched companies that were not queued today; return how many companies.

        Takes no more at once than the queues have room for, and notes companies as asked for only when they
        wait, so that none is passed over for the day.
        """
        most = min(_MOST_ASKED, *(queue.room(Share.WATCHED) for queue in self._queues))
        unasked = self.lists.unasked(most)
        icos = sorted({entry.ico for entry in unasked if has_valid_check_digit(entry.ico)})
        for queue in self._queues:
            queue.ask(icos, Share.WATCHED)
        self.lists.note_asked(unasked)
        return len(icos)
