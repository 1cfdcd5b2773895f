"""Notes of companies somebody looked at, for the worker to refresh what is old of them.

Taking a note costs a request nothing: it goes into memory, and a thread hands notes to the queue once a
second. A note is only a hint, so one that is lost with its process is taken again at the next visit.
"""

from __future__ import annotations

import time

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.periodic import Periodic
from soupis.store.lookup_queue import LookupQueue, Share
from soupis.store.tables import refresh_queue

_log = structlog.stdlib.get_logger(__name__)

_EVERY = 1.0
# A company noted within the hour is not noted again; what the sources say changes daily at most.
_REMEMBERED = 3600.0
_MOST_REMEMBERED = 100_000


class RefreshHints:
    """The notes of one process; `note` is for the thread that answers requests."""

    def __init__(self, url: str) -> None:
        self.queue = LookupQueue(url, refresh_queue)
        self._noted: set[int] = set()
        self._forget_at = time.monotonic() + _REMEMBERED
        self._pending: list[int] = []
        self._periodic = Periodic("visit-notes", self._flush, _EVERY)
        self._periodic.start()

    def note(self, ico: int) -> None:
        """Note that somebody looked at a company."""
        if ico not in self._noted:
            self._noted.add(ico)
            self._pending.append(ico)

    def close(self) -> None:
        """Hand over the last notes and close the queue."""
        self._periodic.close()
        self._flush()
        self.queue.close()

    def _flush(self) -> None:
        if time.monotonic() >= self._forget_at or len(self._noted) > _MOST_REMEMBERED:
            self._noted, self._forget_at = set(), time.monotonic() + _REMEMBERED
        pending, self._pending = self._pending, []
        if not pending:
            return
        try:
            self.queue.ask(pending, Share.ANONYMOUS)
        except SQLAlchemyError as error:
            _log.warning("visits_not_noted", count=len(pending), error=type(error).__name__)
