"""What runs beside the requests: locks are renewed, units returned, statistics written, windows deleted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import structlog
from sqlalchemy.exc import OperationalError

from soupis.accounts.database import Connection, Database
from soupis.accounts.errors import UnavailableError
from soupis.accounts.quota.exports import reclaim_exports
from soupis.accounts.quota.windows import window_at
from soupis.accounts.unreachable import reason_of
from soupis.periodic import Periodic

_log = structlog.stdlib.get_logger(__name__)

TICK_SECONDS = 1.0
_TICKS_PER_RECLAIM = 5
_TICKS_PER_CLOCK = 60
_TICKS_PER_PURGE = 600
# Statistics and months of accounts are kept so long; days of anonymous callers end with the day.
_KEEP_DAYS = 800
# A database that is away or full is away each second: it is reported so often.
_REPORT_SECONDS = 60.0
_BATCH = 500

# Days end by the clock of each machine: what another one still counts in is not deleted by one that is ahead.
_MOST_AHEAD_SECONDS = 120
# So much the clocks of machines may differ, a slow answer included.
_CLOCKS_DIFFER_SECONDS = 5.0

_CLOCK = "SELECT extract(epoch FROM clock_timestamp())"
_PURGE_ANONYMOUS = """
DELETE FROM quota_usage WHERE (period, bucket) IN (
  SELECT period, bucket FROM quota_usage
  WHERE period < :today AND bucket NOT LIKE 'account:%' LIMIT :batch
) RETURNING 1
"""
_PURGE_ACCOUNTS = "DELETE FROM quota_usage WHERE period < :month AND bucket LIKE 'account:%'"
_PURGE_DAILY = "DELETE FROM usage_daily WHERE day < :day"


class BackgroundTasks:
    """A background thread that calls its tasks each second, and sweeps the database now and then.

    It has a connection of its own: a sync to disk or a purge never makes a request wait for a lock in
    this process.
    """

    def __init__(
        self,
        database: Database,
        tasks: Sequence[Callable[[], None]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database.connect()
        self._local = database.local
        self._clock = clock
        self._tasks = list(tasks)
        self._ticks = 0
        self._report_at = 0.0
        self._periodic = Periodic("accounts-background", self.tick, TICK_SECONDS)

    def add(self, task: Callable[[], None]) -> None:
        """Have one more task called each second."""
        self._tasks.append(task)

    def start(self) -> None:
        """Start the thread."""
        self._periodic.start()

    def close(self) -> None:
        """Stop the thread and wait for it."""
        self._periodic.close()
        self._database.close()

    def tick(self) -> None:
        """Do one second's work; a task that fails is reported and tried again the next second."""
        tasks = [*self._tasks, self._database.checkpoint]
        if self._ticks % _TICKS_PER_RECLAIM == 0:
            tasks.append(lambda: reclaim_exports(self._database, self._clock()))
        if self._ticks % _TICKS_PER_CLOCK == 0 and not self._local:
            tasks.append(self._compare_clocks)
        if self._ticks % _TICKS_PER_PURGE == 0:
            tasks.append(lambda: purge(self._database, self._clock()))
        self._ticks += 1
        for task in tasks:
            try:
                task()
            except (UnavailableError, OperationalError) as error:  # locked, full or away: later
                self._report(error)
            except Exception:
                # A fault in one task must not end the renewals: exports would lose their locks.
                _log.exception("accounts_background_failed")

    def _compare_clocks(self) -> None:
        ahead = self._clock() - float(self._database.run(_CLOCK, {})[0][0])
        if abs(ahead) > _CLOCKS_DIFFER_SECONDS:
            what = "set the clocks of both machines (NTP): limits, exports, receipts follow this one's"
            _log.warning("clock_differs", ahead_of_postgresql_seconds=round(ahead), then=what)

    def _report(self, error: Exception) -> None:
        if time.monotonic() >= self._report_at:
            self._report_at = time.monotonic() + _REPORT_SECONDS
            _log.warning("accounts_background_failed", error=type(error).__name__, **reason_of(error))


def purge(connection: Connection, now: float) -> None:
    """Delete windows that have ended: anonymous days after minutes, months and statistics much later.

    Goes in small batches, because requests wait while one is being deleted.
    """
    today = window_at("day", now - _MOST_AHEAD_SECONDS).name
    while len(connection.run(_PURGE_ANONYMOUS, {"today": today, "batch": _BATCH})) == _BATCH:
        time.sleep(0.005)
    old = window_at("day", now - _KEEP_DAYS * 86_400).name
    connection.run(_PURGE_ACCOUNTS, {"month": old[:7]})
    connection.run(_PURGE_DAILY, {"day": old})
