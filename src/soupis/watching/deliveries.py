"""What is posted to webhooks, in what order, and what follows when nobody takes it.

The messages of one webhook go one after the other in the order of the change log, so those of a company do
too. One that is not taken is tried again, later each time; what comes after it waits.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.accounts.errors import UnavailableError
from soupis.store.change_feed import ChangeFeed, CompanyChange
from soupis.times import utc_text
from soupis.watching.events import changes_to_tell
from soupis.watching.sender import Outcome, Sender
from soupis.watching.signatures import signed_headers
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import RETRY_SECONDS, Delivery, Webhook, Webhooks
from soupis.wire.base import encode
from soupis.wire.watching import PoradiPreruseni, ZpravaPreruseni, ZpravaZkousky, ZpravaZmeny

_log = structlog.stdlib.get_logger(__name__)

# How many webhooks one process sends for at the same time, and for how long for each before others come.
_AT_ONCE = 16
_TURN_SECONDS = 20.0
_PAGE = 100


class Deliveries:
    """Sends what webhooks lack; several processes may do so side by side. Runs in one event loop."""

    def __init__(
        self,
        webhooks: Webhooks,
        lists: WatchLists,
        feed: ChangeFeed,
        sender: Sender,
        key: bytes,
        clock: Callable[[], float] = time.time,
        retry_seconds: Sequence[float] = RETRY_SECONDS,
    ) -> None:
        self._webhooks = webhooks
        self._lists = lists
        self._feed = feed
        self._sender = sender
        self._key = key
        self._clock = clock
        self._retry_seconds = retry_seconds
        self._served: dict[asyncio.Task[None], int] = {}  # what is being sent, and for which account

    def start_due(self) -> None:
        """Begin to send for the webhooks that are due, beside those that are being served."""
        self._served = {task: account for task, account in self._served.items() if not task.done()}
        free = _AT_ONCE - len(self._served)
        if free > 0:
            busy = Counter(self._served.values())
            for hook in self._webhooks.claim(self._feed.newest(), free, busy):
                self._served[asyncio.create_task(self._guarded(hook))] = hook.account_id

    async def finish(self) -> None:
        """Wait for all that is being sent."""
        await asyncio.gather(*self._served)

    async def _guarded(self, hook: Webhook) -> None:
        try:
            await self._serve(hook)
        except (UnavailableError, SQLAlchemyError) as error:  # locked, full or away: its claim ends by itself
            _log.warning("webhook_failed", webhook=hook.id, error=type(error).__name__)
        except Exception:
            _log.exception("webhook_failed", webhook=hook.id)

    async def _serve(self, hook: Webhook) -> None:
        end = time.monotonic() + _TURN_SECONDS
        icos, sections = self._lists.of(hook.account_id), hook.sections.split()
        told = changes_to_tell(self._feed, hook.seen, icos, sections, _PAGE)
        if told.has_gap:
            first = told.changes[0].number - 1 if told.changes else told.seen
            message_id, now = f"preruseni_{first}", self._now()
            gap = ZpravaPreruseni(timestamp=utc_text(now), data=PoradiPreruseni(poradi=first))
            outcome = await self._post(hook, message_id, now, encode(gap))
            if not self._note(hook, outcome, message_id, None, first):
                return
            hook = hook._replace(seen=first, attempts=0)
        for change in told.changes:
            message_id = f"zmena_{change.number}"
            outcome = await self._post(hook, message_id, self._now(), _body(change))
            if not self._note(hook, outcome, message_id, change.ico, change.number):
                return
            hook = hook._replace(seen=change.number, attempts=0)
            if time.monotonic() >= end:
                self._webhooks.release(hook, hook.seen)
                return
        self._webhooks.release(hook, told.seen)

    async def test(self, hook: Webhook) -> Outcome:
        """Send a test message and note it."""
        message_id = f"zkouska_{secrets.token_hex(8)}"
        now = self._now()
        outcome = await self._post(hook, message_id, now, encode(ZpravaZkousky(timestamp=utc_text(now))))
        self._webhooks.noted(hook, self._delivery(outcome, message_id, None, 1))
        return outcome

    async def _post(self, hook: Webhook, message_id: str, now: int, body: bytes) -> Outcome:
        generations = hook.generations(now)
        headers = signed_headers(self._key, hook.id, generations, message_id, now, body)
        return await self._sender.post(hook.url, body, headers)

    def _note(self, hook: Webhook, outcome: Outcome, message_id: str, ico: int | None, number: int) -> bool:
        """Note an attempt; tell whether to go on with the next message."""
        delivery = self._delivery(outcome, message_id, ico, hook.attempts + 1)
        if outcome.is_delivered:
            return self._webhooks.delivered(hook, delivery, number)
        off, wait = None, None
        if outcome.status == 410:
            off = "gone"  # the receiver wants no more
        elif hook.attempts >= len(self._retry_seconds):
            off = "failed"
        else:
            wait = self._retry_seconds[hook.attempts]
        self._webhooks.failed(hook, delivery, wait, off)
        if off:
            _log.warning("webhook_switched_off", webhook=hook.id, reason=off)
        return False

    def _delivery(self, outcome: Outcome, message_id: str, ico: int | None, attempt: int) -> Delivery:
        return Delivery(utc_text(self._clock()), message_id, ico, attempt, outcome.status, outcome.error)

    def _now(self) -> int:
        return int(self._clock())


def _body(change: CompanyChange) -> bytes:
    zmena = change.shown()
    return encode(ZpravaZmeny(type=f"firma.{zmena.typ}", timestamp=change.at, data=zmena))
