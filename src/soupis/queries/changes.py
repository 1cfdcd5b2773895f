"""The feed of changes: pages of it, and waiting for the next change."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from soupis.queries.errors import QueryError
from soupis.store.change_feed import ChangeFeed, LinesForgottenError
from soupis.wire.changes import NejstarsiZmena, Zmeny

# Less than proxies usually wait for an answer.
LONGEST_WAIT = 30
# How many queries of one caller, and of all, one process lets wait.
MOST_OF_CALLER = 4
MOST_WAITING = 1_000
# The token is looked at in memory; the log itself now and then, for changes that nobody announced.
_LOOK_SECONDS = 0.1
_READ_SECONDS = 5.0


def read_page(
    feed: ChangeFeed, after: int | None, most: int, only: Collection[int] | None = None
) -> tuple[Zmeny, bool]:
    """Return the changes after a number, and whether the log ends with them.

    They begin with the oldest one for None; `only` = of these companies. Takes up to 10 ms: call it in a
    thread. Raises QueryError 410 for a number after which changes are missing: the caller has to begin anew.
    """
    try:
        page = feed.after(after, most, only)
    except LinesForgottenError as error:
        raise QueryError(
            410,
            f"Na pořadí {after} nelze navázat: změny po něm už nejsou, nebo patří k jinému stavu databáze. "
            f"Začněte znovu snímkem (export) a od jeho X-Service-Poradi; nejstarší možné od je "
            f"{error.oldest}.",
            f"Number {after} cannot be gone on from: the changes after it are no longer kept, or it belongs "
            f"to another state of the database. Begin anew with a snapshot (an export) and from its "
            f"X-Service-Poradi; the oldest od possible is {error.oldest}.",
            data=NejstarsiZmena(nejstarsi=error.oldest),
        ) from None
    shown = [item.shown() for item in page.changes]
    return Zmeny(zmeny=shown, dalsi=page.next, nejstarsi=page.oldest), page.is_last


class Waiting:
    """Who waits for the next change, in one event loop.

    One task looks for all of them whether anything was published, as long as anybody waits.
    """

    def __init__(self, feed: ChangeFeed) -> None:
        self._feed = feed
        self._of_callers: Counter[str] = Counter()
        self._published = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self.ended = False  # the server stops: whoever waits is answered with what there is

    @contextmanager
    def place(self, caller: str) -> Iterator[bool]:
        """Take a place among those who wait, for the block; False = there is none left for the caller."""
        free = self._of_callers[caller] < MOST_OF_CALLER and self._of_callers.total() < MOST_WAITING
        if not free:
            yield False
            return
        self._of_callers[caller] += 1
        try:
            yield True
        finally:
            self._of_callers[caller] -= 1
            if not self._of_callers[caller]:
                del self._of_callers[caller]

    def end(self) -> None:
        """Let nobody wait any longer; called in the event loop."""
        self.ended = True
        self._published.set()

    async def publication(self, token: bytes) -> None:
        """Wait until something may have been published since the feed had a token."""
        if self.ended or self._feed.token() != token:
            return
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(token))
        await self._published.wait()

    async def _look(self, token: bytes) -> None:
        read = time.monotonic()
        while self._of_callers:
            await asyncio.sleep(_LOOK_SECONDS)
            if self._feed.token() != token or time.monotonic() - read >= _READ_SECONDS:
                token, read = self._feed.token(), time.monotonic()
                self._published.set()
                self._published = asyncio.Event()
