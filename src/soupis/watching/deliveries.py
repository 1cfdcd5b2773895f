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
from soupis.messages import Message
from soupis.store.change_feed import ChangeFeed, CompanyChange
from soupis.times import utc_text
from soupis.watching.events import Told, changes_to_tell
from soupis.watching.sender import Outcome, Sender
from soupis.watching.signatures import signed_headers
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import RETRY_SECONDS, Delivery, Webhook, Webhooks
from soupis.wire.base import encode
from soupis.wire.watching import PoradiPreruseni, ZpravaPreruseni, ZpravaZkousky, ZpravaZmeny

_log = structlog.stdlib.get_logger(__name__)

# How many webhooks one process serves at the same time: a receiver that hangs costs a place for 15 s. After
# its turn a webhook lets others come first.
_AT_ONCE = 256
_TURN_SECONDS = 20.0
_PAGE = 100


class TestRunningError(Exception):
    """A test message of the account is being sent; `sentence` says so, in both languages."""

    __test__ = False  # not a class of tests
    sentence = Message(
        "Předchozí zkouška ještě běží. Počkejte, až skončí, nejdéle 15 sekund.",
        "The previous test is still running. Wait until it ends, 15 seconds at most.",
    )


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
        self._served: dict[asyncio.Task[None], int] = {}  # account of each webhook that is being served
        self._tested: set[int] = set()  # accounts whose test message is being sent

    async def start_due(self) -> None:
        """Begin to serve the webhooks that are due, alongside those that are being served."""
        self._served = {task: account for task, account in self._served.items() if not task.done()}
        free = _AT_ONCE - len(self._served)
        if free > 0:
            for hook in await asyncio.to_thread(self._claim, free, Counter(self._served.values())):
                self._served[asyncio.create_task(self._guarded(hook))] = hook.account_id

    def _claim(self, limit: int, served: Counter[int]) -> list[Webhook]:
        return self._webhooks.claim(self._feed.newest(), limit, served)

    async def finish(self) -> None:
        """Wait for all that is being sent, and close the client."""
        await asyncio.gather(*self._served)
        await self._sender.close()

    async def _guarded(self, hook: Webhook) -> None:
        try:
            await self._serve(hook)
        except (UnavailableError, SQLAlchemyError) as error:  # locked, full or away: its claim ends by itself
            _log.warning("webhook_failed", webhook=hook.id, error=type(error).__name__)
        except Exception:
            _log.exception("webhook_failed", webhook=hook.id)

    async def _serve(self, hook: Webhook) -> None:
        end = time.monotonic() + _TURN_SECONDS
        told = await asyncio.to_thread(self._changes_of, hook)
        if told.has_gap:
            first = told.changes[0].number - 1 if told.changes else told.seen
            message_id, now = f"preruseni_{first}", self._now()
            gap = ZpravaPreruseni(timestamp=utc_text(now), data=PoradiPreruseni(poradi=first))
            outcome = await self._post(hook, message_id, now, encode(gap))
            if not await self._note(hook, outcome, message_id, None, first):
                return
            hook = hook._replace(seen=first, attempts=0)
        for change in told.changes:
            message_id = f"zmena_{change.number}"
            outcome = await self._post(hook, message_id, self._now(), _body(change))
            if not await self._note(hook, outcome, message_id, change.ico, change.number):
                return
            hook = hook._replace(seen=change.number, attempts=0)
            if time.monotonic() >= end:
                await asyncio.to_thread(self._webhooks.release, hook, hook.seen)
                return
        await asyncio.to_thread(self._webhooks.release, hook, told.seen)

    def _changes_of(self, hook: Webhook) -> Told:
        icos, sections = self._lists.of(hook.account_id), hook.sections.split()
        return changes_to_tell(self._feed, hook.seen, icos, sections, limit=_PAGE, max_pages=1)

    async def test(self, hook: Webhook) -> Outcome:
        """Send a test message and note it. Raises `TestRunningError` while the account waits for another."""
        if hook.account_id in self._tested:
            raise TestRunningError
        self._tested.add(hook.account_id)
        try:
            return await self._test(hook)
        finally:
            self._tested.discard(hook.account_id)

    async def _test(self, hook: Webhook) -> Outcome:
        message_id = f"zkouska_{secrets.token_hex(8)}"
        now = self._now()
        outcome = await self._post(hook, message_id, now, encode(ZpravaZkousky(timestamp=utc_text(now))))
        await asyncio.to_thread(self._webhooks.noted, hook, self._delivery(outcome, message_id, None, 1))
        return outcome

    async def _post(self, hook: Webhook, message_id: str, now: int, body: bytes) -> Outcome:
        generations = hook.generations(now)
        headers = signed_headers(self._key, hook.id, generations, message_id, now, body)
        return await self._sender.post(hook.url, body, headers)

    async def _note(
        self, hook: Webhook, outcome: Outcome, message_id: str, ico: int | None, number: int
    ) -> bool:
        """Note an attempt; return whether to go on with the next message."""
        delivery = self._delivery(outcome, message_id, ico, hook.attempts + 1)
        if outcome.is_delivered:
            return await asyncio.to_thread(self._webhooks.delivered, hook, delivery, number)
        off, wait = None, None
        if outcome.status == 410:
            off = "gone"  # the receiver wants no more
        elif hook.attempts >= len(self._retry_seconds):
            off = "failed"
        else:
            wait = self._retry_seconds[hook.attempts]
        await asyncio.to_thread(self._webhooks.failed, hook, delivery, wait, off)
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
