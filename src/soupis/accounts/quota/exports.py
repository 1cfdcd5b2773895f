"""Exports: one at a time per caller, charged by the rows handed over.

The row in `export_lock` is both the lock and the reservation. When an export starts, all it can cost is
taken from the quota; the row remembers how much of that is merely held. While rows go out, units are
charged a little ahead of them, and at the end the difference goes back. The row lives as long as its owner
renews it: after a crash any process gives the held units back, and what was charged ahead stays charged, so
that no row is ever handed over for free. See "Exports" in docs/quotas.md.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

import structlog

from soupis.accounts.callers import Caller
from soupis.accounts.database import Connection, Run
from soupis.accounts.errors import ExportLostError, LockedError, UnavailableError
from soupis.accounts.quota.counters import Decision, give_back, give_back_to_each
from soupis.accounts.quota.tariffs import ROWS_PER_UNIT, export_units
from soupis.times import utc_text

EXPIRES_SECONDS = 10.0
_RENEW_SECONDS = 3.0
# Units charged before their rows are handed over; a chunk of rows must cost less than this.
CHARGE_AHEAD = 10
RETRY_SECONDS = 5

_log = structlog.stdlib.get_logger(__name__)

# A lock that ends later than any can was written while a clock was ahead.
_EXPIRE = """
DELETE FROM export_lock WHERE bucket = :bucket AND (expires < :now OR expires > :never) RETURNING period, held
"""
_EXPIRE_ALL = """
DELETE FROM export_lock WHERE expires < :now OR expires > :never RETURNING period, held, bucket
"""
_ANY_EXPIRED = "SELECT 1 FROM export_lock WHERE expires < :now OR expires > :never LIMIT 1"
_NEVER_SECONDS = 3_600.0
_START = """
INSERT INTO export_lock (bucket, token, period, held, expires)
VALUES (:bucket, :token, :period, :held, :expires) ON CONFLICT (bucket) DO NOTHING RETURNING token
"""
_CHARGE = """
UPDATE export_lock SET held = held - :units, expires = :expires
WHERE bucket = :bucket AND token = :token RETURNING held
"""
_END = "DELETE FROM export_lock WHERE bucket = :bucket AND token = :token RETURNING held"


class ExportRunning(NamedTuple):
    """Another export of the caller has not ended yet: 429 with this `Retry-After` in seconds."""

    retry_after: int
    decision: Decision  # the figures for the headers; nothing was taken


def lock_export(run: Run, bucket: str, period: str, units: int, now: float) -> str | None:
    """Write down that an export starts; return its token, None while another one runs.

    Units are held for exports of accounts only: without an account one costs no more than `CHARGE_AHEAD`.
    """
    for expired_period, held in run(_EXPIRE, {"bucket": bucket} | _moments(now)):
        give_back(run, bucket, expired_period, held)
    token = secrets.token_hex(16)
    row = {
        "bucket": bucket,
        "token": token,
        "period": period,
        "held": max(0, units - CHARGE_AHEAD),
        "expires": utc_text(now + EXPIRES_SECONDS),
    }
    return token if run(_START, row) else None


def unlock_export(run: Run, bucket: str, token: str) -> int | None:
    """Take the lock away; return the units that it held, None if it had been lost."""
    rows = run(_END, {"bucket": bucket, "token": token})
    return int(rows[0][0]) if rows else None


def reclaim_exports(connection: Connection, now: float) -> None:
    """Give back what exports held whose owners have died."""
    if not connection.run(_ANY_EXPIRED, _moments(now)):
        return
    with connection.transaction() as run:
        for period, held, bucket in run(_EXPIRE_ALL, _moments(now)):
            give_back(run, bucket, period, held)


def _moments(now: float) -> dict[str, str]:
    return {"now": utc_text(now), "never": utc_text(now + _NEVER_SECONDS)}


class Export:
    """A running export; `decision` has the figures for its headers, the whole cost being taken.

    Use it by `with`, and call `sent` after each chunk that was handed over. Safe to share between threads.
    """

    def __init__(
        self,
        caller: Caller,
        token: str,
        decision: Decision,
        connection: Connection,
        clock: Callable[[], float],
        ended: Callable[[Export], None],
    ) -> None:
        self.caller = caller
        self.token = token
        self.decision = decision
        self.rows = 0  # handed over so far
        self._connection = connection
        self._clock = clock
        self._ended = ended
        self._charged_ahead = min(CHARGE_AHEAD, decision.units)
        self._renewed = clock()
        self._lost = False
        self._ending = False
        self._closed = False
        self._lock = threading.RLock()

    def __enter__(self) -> Export:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def charged(self) -> int:
        """Units for the rows handed over so far."""
        return export_units(self.rows)

    def sent(self, rows: int) -> None:
        """Count a chunk of rows as handed over: at most 500 rows, so that the charge stays ahead of them.

        Raises ValueError for more rows than were paid for, and `ExportLostError` when the lock is no longer
        held (this process had stopped for longer than `EXPIRES_SECONDS`): send nothing more then.
        """
        with self._lock:
            if not 0 <= rows <= CHARGE_AHEAD * ROWS_PER_UNIT // 2:
                raise ValueError(f"a chunk is 0 to {CHARGE_AHEAD * ROWS_PER_UNIT // 2} rows, got {rows}")
            if export_units(self.rows + rows) > self.decision.units:
                raise ValueError(f"the export was to cost {self.decision.units} units, more rows came")
            self.rows += rows
            if self._lost:
                raise ExportLostError
            target = min(self.decision.units, self.charged + CHARGE_AHEAD)
            if self._charged_ahead < target and self._charged_ahead - self.charged <= CHARGE_AHEAD // 2:
                try:
                    self._charge_ahead(target)
                except LockedError:
                    if self._charged_ahead <= self.charged:
                        raise  # until then all that was handed over is paid

    def renew(self) -> None:
        """Keep the lock for another `EXPIRES_SECONDS`; called from the background while the export runs."""
        with self._lock:
            if self._ending:
                self.close()
            elif not self._lost and not 0 <= self._clock() - self._renewed < _RENEW_SECONDS:
                # Where the clock was set back, the lock as it was written ends too late to be believed.
                self._charge_ahead(self._charged_ahead, lost_is_error=False)

    def close(self) -> None:
        """End the export: the lock is free, and only the rows handed over stay charged.

        Never raises: while the database is away, the background tries again, and in the end the lock expires.
        """
        with self._lock:
            self._ending = True
            if self._closed:
                return
            try:
                self._settle()
            except UnavailableError as error:
                _log.warning("export_not_settled", error=str(error))
                return
            self._closed = True
        self._ended(self)

    def _settle(self) -> None:
        with self._connection.transaction() as run:
            # What a lost export held went back already, when somebody took the lock away.
            held = unlock_export(run, self.caller.bucket, self.token) or 0
            unused = held + self._charged_ahead - self.charged
            give_back_to_each(run, self.caller.limits, self.decision.period, unused)

    def _charge_ahead(self, units: int, *, lost_is_error: bool = True) -> None:
        """Charge so many units in all, rows handed over included, and renew the lock."""
        now = self._clock()
        row = {
            "bucket": self.caller.bucket,
            "token": self.token,
            "units": units - self._charged_ahead,
            "expires": utc_text(now + EXPIRES_SECONDS),
        }
        if self._connection.run(_CHARGE, row):
            self._charged_ahead, self._renewed = units, now
            return
        self._lost = True
        if lost_is_error:
            raise ExportLostError
