"""What synchronisations work with: databases, clients within their limits, progress, the request to stop."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sqlalchemy import Engine

from soupis.ingest.merge.identity import Identifier
from soupis.progress import Progress
from soupis.registers.errors import SourceUnavailable
from soupis.registers.http import RetryPolicy, SourceClient
from soupis.registers.throttle import LIMITS, Limits, Throttle
from soupis.store.engine import open_engine
from soupis.store.locks import Held, locks_of
from soupis.store.lookup_queue import LookupQueue
from soupis.store.request_budget import RequestBudget
from soupis.store.tables import refresh_queue


class Stopped(BaseException):  # not an Exception: no fault of anything
    """Somebody asked the work to end; what was committed stays, the next run goes on from there."""


@dataclass(frozen=True)
class SourceUrls:
    """Base addresses of the sources; `contact` tells a source's keeper who asks."""

    res: str
    public_register: str
    ares: str
    vat: str
    isir: str
    isir_events: str
    documents: str
    codelists: str | None  # None = the addresses of the statistical office, which has two
    contact: str
    redirect_hosts: tuple[str, ...] = ()  # to which sources may redirect besides their own


class LimitReached(SourceUnavailable):
    """The source's limit of requests is used up; whatever was not asked simply waits."""


class BudgetedThrottle(Throttle):
    """A throttle whose long windows outlive a restart and hold for all processes together."""

    def __init__(self, limits: Limits, budget: RequestBudget) -> None:
        super().__init__(limits)
        self.budget = budget

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Take a request from the budget, then wait for a turn; raises LimitReached when it is used up."""
        wait = self.budget.take()
        if wait > 0:
            raise LimitReached(
                f"The source's limit of requests is used up for {wait:.0f} s; the rest waits.",
                retry_after=max(wait, 61.0),  # longer than any retry waits
            )
        with super().turn():
            yield


@dataclass
class Context:
    """One process's means of synchronising; safe to share between threads. Close it."""

    engine: Engine
    coordination_url: str  # where queues and counts of requests lie
    index_directory: Path
    downloads: Path
    person_secret: bytes
    urls: SourceUrls
    change_days: int = 90  # for how long lines of the change log are kept
    years: int = 1  # of the public register, the current one included
    retry_policy: RetryPolicy | None = None
    limits: Mapping[str, Limits] = field(default_factory=lambda: LIMITS)
    show: Progress | None = None  # without it, what takes long is logged

    def __post_init__(self) -> None:
        self.stop = threading.Event()
        self.coordination = open_engine(self.coordination_url, one_writer=False)
        self.locks = locks_of(self.engine)
        self.queue = LookupQueue(self.coordination_url)
        self.refresh_queue = LookupQueue(self.coordination_url, refresh_queue)
        self.publishing = threading.Lock()
        self._clients: dict[str, SourceClient] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            client.close()
        self.queue.close()
        self.refresh_queue.close()
        self.locks.close()
        self.coordination.dispose()

    @property
    def identifier(self) -> Identifier:
        """Makes identities of persons; not to be shared between threads."""
        return Identifier(self.person_secret)

    @cached_property
    def vat_budget(self) -> RequestBudget:
        """Requests that the VAT register still takes."""
        return RequestBudget(self.coordination, "vat", self.limits["vat"].rates)

    def client(self, source: str) -> SourceClient:
        """Return the client of a source; there is one per source, for its limits are the source's."""
        with self._lock:
            if source not in self._clients:
                limits = self.limits["isir" if source == "isir_events" else source]
                # Events and look-ups are served by one machine, but a look-up must not wait for a backlog.
                throttle = BudgetedThrottle(limits, self.vat_budget) if source == "vat" else Throttle(limits)
                self._clients[source] = SourceClient(
                    source,
                    getattr(self.urls, source),
                    throttle,
                    contact=self.urls.contact,
                    retry_policy=self.retry_policy,
                    redirect_hosts=self.urls.redirect_hosts,
                )
            return self._clients[source]

    def check(self, lock: Held | None = None) -> None:
        """Raise Stopped when the work should end, LockLostError when another process may be at it."""
        if self.stop.is_set():
            raise Stopped
        if lock is not None:
            lock.check()

    def progress(self, lock: Held) -> Progress:
        """Return a progress callback that also ends the work when it should end."""

        def update(stage: str, done: int, total: int | None) -> None:
            self.check(lock)
            if self.show is not None:
                self.show(stage, done, total)

        return update
