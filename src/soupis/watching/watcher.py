"""Watching as a server process does it: the parts it answers from, and a thread that sends what is due."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Sequence
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
from soupis.store.lookup_queue import LookupQueue
from soupis.store.refresh_hints import RefreshHints
from soupis.watching.deliveries import Deliveries
from soupis.watching.mails import Mails
from soupis.watching.sender import Sender
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import RETRY_SECONDS, Webhooks

_log = structlog.stdlib.get_logger(__name__)

_TICK_SECONDS = 1.0
_MAIL_EVERY = 10.0
# Registers are asked of watched companies bit by bit, so that whoever waits for a look-up gets a turn.
_ASK_EVERY = 60.0
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
        lookups: LookupQueue,
        refresh_hints: RefreshHints,
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
        self._lookups = lookups
        self._refresh_hints = refresh_hints
        self._file = file
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop after what is being sent, and close."""
        self._stop.set()
        if self._thread.is_alive():
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

    def names(self, icos: Iterable[int]) -> dict[int, str | None]:
        """Return the names of companies; those that are not known are left out."""
        with Documents(self._file) as documents:
            found = map(_decode_name, documents.company_summaries(icos))
            return {int(item.ico): item.obchodni_jmeno for item in found}

    def _name_of(self, ico: int) -> str | None:
        found = self._documents.company_summaries([ico])
        return _decode_name(found[0]).obchodni_jmeno if found else None

    def _run(self) -> None:
        asyncio.run(self._loop())

    async def _loop(self) -> None:
        next_mail = next_asking = time.monotonic()
        while not self._stop.is_set():
            try:
                self.deliveries.start_due()
                if time.monotonic() >= next_mail:
                    next_mail = time.monotonic() + _MAIL_EVERY
                    if self.mails.send_due():
                        self.wake_outbox()
                if time.monotonic() >= next_asking:
                    next_asking = time.monotonic() + _ASK_EVERY
                    self.ask_registers()
            except (UnavailableError, SQLAlchemyError) as error:  # locked, full or away: later
                _log.warning("watching_failed", error=type(error).__name__)
            except Exception:
                _log.exception("watching_failed")
            await asyncio.to_thread(self._stop.wait, _TICK_SECONDS)
        await self.deliveries.finish()

    def ask_registers(self) -> int:
        """Have the registers asked of watched companies that were not asked today; return of how many.

        No more at once than there is room for in the queue, so that none is passed over for the day.
        """
        most = min(_MOST_ASKED, self._refresh_hints.room())
        icos = list(filter(has_valid_check_digit, self.lists.take_unasked(most)))
        if icos:
            self._lookups.ask(icos)
            self._refresh_hints.ask(icos)
        return len(icos)
