"""What a server process holds open for answering requests."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from soupis.accounts.access import Access
from soupis.accounts.errors import LockedError
from soupis.heavy_work import RETRY_SECONDS, HeavyWork
from soupis.queries import errors
from soupis.queries.changes import Waiting
from soupis.queries.codelists import CodeLists
from soupis.queries.errors import QueryError
from soupis.queries.filings import Filings
from soupis.queries.measurements import Measurements
from soupis.queries.turns import Turns
from soupis.receipts.receipts import Receipts
from soupis.search.companies import CompanySearch
from soupis.search.persons import PersonSearch
from soupis.store.change_feed import ChangeFeed
from soupis.store.documents import Documents, LargeDocumentError
from soupis.store.lookup_queue import LookupQueue
from soupis.store.refresh_hints import RefreshHints
from soupis.store.republishing import Republishing
from soupis.watching.watcher import Watching

T = TypeVar("T")

# Name of the caller whose request is being answered: heavy work is shared fairly between callers.
CALLER: ContextVar[str] = ContextVar("CALLER", default="")

_PATIENCE_SECONDS = 1.0
_PAUSE_SECONDS = 0.02


def too_busy() -> QueryError:
    """Return the error for demanding work that is refused because too much of it waits."""
    return QueryError(503, *errors.TOO_BUSY, headers={"Retry-After": str(RETRY_SECONDS)})


@dataclass
class Services:
    """The open parts of one process; made after the process has started, closed when it stops."""

    documents: Documents
    changes: ChangeFeed
    companies: CompanySearch
    persons: PersonSearch
    access: Access
    lookups: LookupQueue
    refresh_hints: RefreshHints
    receipts: Receipts
    watching: Watching
    code_lists: CodeLists
    filings: Filings
    base_url: str
    heavy: HeavyWork = field(default_factory=lambda: HeavyWork("heavy", too_busy))
    uploads: HeavyWork = field(default_factory=lambda: HeavyWork("uploads", too_busy))
    # Rows of exports that have begun: however many run, they take one thread from others.
    exporting: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "exports"))
    turns: Turns = field(default_factory=Turns)
    measurements: Measurements = field(init=False)  # set by who opens these services
    republishing: Republishing | None = None  # as `look_at_republishing` last found it

    def __post_init__(self) -> None:
        self.waiting = Waiting(self.changes)
        # Whether users reach the service by https; cookies and headers depend on it.
        self.secure = self.base_url.startswith("https://")

    def look_at_republishing(self) -> None:
        """Note how far documents are that are made anew all at once; called each second.

        Whoever tells of it reads no file, for it is told while a file cannot be read, too.
        """
        with suppress(sqlite3.Error):
            self.republishing = self.documents.republishing()

    async def read(self, function: Callable[..., T], *arguments: Any) -> T:
        """Return the result of a function that reads documents and makes an answer of them.

        It is called here, because that takes microseconds as a rule. If it comes upon documents that are
        large, it is called again in a thread. Raises QueryError 503 as `in_thread` does.
        """
        try:
            return function(*arguments)
        except LargeDocumentError:
            return await self.in_thread(function, *arguments)

    async def in_thread(self, function: Callable[..., T], *arguments: Any) -> T:
        """Return the result of a function that takes milliseconds, called in a thread.

        Raises QueryError 503 when too much such work waits, in all or of the caller.
        """
        return await self.heavy.run(CALLER.get(), function, *arguments)

    async def step(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a step of the accounts database: in place where that is a local file and takes microseconds,
        in a thread where it is across the network and would keep other requests waiting.
        """
        if self.access.database.local:
            return function(*arguments)
        return await asyncio.to_thread(function, *arguments)

    async def patient_step(self, function: Callable[..., T], *arguments: Any, in_thread: bool = False) -> T:
        """Run a step as `step` does, again and again while another process holds the lock.

        Others are answered meanwhile. Only for what a lock leaves undone as a whole. Raises `LockedError`
        after a second.
        """
        end = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return await (self.in_thread if in_thread else self.step)(function, *arguments)
            except LockedError:
                if time.monotonic() >= end:
                    raise
            await asyncio.sleep(_PAUSE_SECONDS)

    def close(self) -> None:
        """Close everything; quota leases go back."""
        self.uploads.close()
        self.exporting.shutdown(cancel_futures=True)
        self.heavy.close()
        self.watching.close()
        self.access.background_tasks.close()
        self.measurements.close()
        self.receipts.close()
        self.access.close()
        self.lookups.close()
        self.refresh_hints.close()
        self.changes.close()
        self.documents.close()


# Gives the services of this process; they are open only while the application runs.
Provider = Callable[[], Services]
