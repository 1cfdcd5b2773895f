"""Quotas: units counted so that no caller ever gets more than its limit, in any number of processes.

A unit is taken by one conditional statement, which the database makes atomic. For a busy caller of a large
tariff, a process takes several units at once (a lease): they count as used until given back. So a crash may
cost the customer one lease per process, and never lets a caller exceed the limit.
See "Counting" in docs/quotas.md.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from soupis.accounts.callers import AccountCaller, Caller
from soupis.accounts.database import Database, Run
from soupis.accounts.errors import UnavailableError
from soupis.accounts.quota import counters
from soupis.accounts.quota.counters import Decision, decide
from soupis.accounts.quota.exports import RETRY_SECONDS, Export, ExportRunning, lock_export, unlock_export
from soupis.accounts.quota.statistics import DailyUse, Kind
from soupis.accounts.quota.tariffs import Tariff
from soupis.accounts.quota.windows import Calendar, Window, Windows

# A lease pays off for a caller that asks one process more often than this in one second. It is at most a
# hundredth of what is left, and only taken while LEASE_RESERVE leases would still be left, so that the last
# units of a month are not scattered over processes.
LEASE_RATE = 50
LEASE_RESERVE = 20
_LEASE_SHARE = 100
# Unused units of a lease go back after this time.
LEASE_IDLE_SECONDS = 2.0
# While a database across the network is away, each process lets callers go on a little: an address by
# AWAY_UNITS, an account by a lease. These units are counted when the database is back.
AWAY_UNITS = 5
_AWAY_LEASE = 50
_MAX_AWAY = 10_000
_MAX_KNOWN = 10_000  # callers whose remaining units a process remembers


class _Lease:
    """Units of one account that are counted as used already and that this process may still spend.

    The lock is held while the database is asked for more units, so that other threads share what comes.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.period = ""
        self.limit = 0
        self.used = 0  # as the database reported it last
        self.left = 0
        self.spent = 0.0  # time of the last use, seconds since the epoch
        self._second = 0
        self._statements = 0  # in that second

    @property
    def remaining(self) -> int:
        """Units left in the window, including those leased here."""
        return self.limit - self.used + self.left

    def fits(self, tariff: Tariff, window: Window) -> bool:
        """Tell whether the lease belongs to a window and a tariff."""
        return self.period == window.name and self.limit == tariff.limit

    def begin(self, period: str, limit: int) -> None:
        """Begin with a window or a limit, without units."""
        self.period, self.limit = period, limit
        self.used = self.left = self._statements = 0

    def is_busy(self, now: float) -> bool:
        """Count a statement, and tell whether the caller asks so often that a lease pays off.

        A busy caller stays busy until it has been idle.
        """
        was_busy = self._statements > LEASE_RATE and not self.is_idle(now)
        if int(now) != self._second and not was_busy:
            self._second, self._statements = int(now), 0
        self._statements += 1
        return self._statements > LEASE_RATE

    def is_idle(self, now: float) -> bool:
        """Tell whether nobody has used the lease for a while, or the clock was set back."""
        return not 0 <= now - self.spent < LEASE_IDLE_SECONDS


class Quota:
    """Counts units; one object per process, safe to share between threads.

    All methods raise `UnavailableError`.
    Steps take microseconds on SQLite and may be called in an event loop; on PostgreSQL they wait for the
    network (see `Database.local`), so a server should call them in a thread.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database.connect()
        self._reader = database.connect()  # a read does not wait for other threads that wait to write
        self._local = database.local
        self._clock = clock
        self._calendar = Calendar()
        self._lock = threading.Lock()  # nothing is waited for under it
        self._leases: dict[str, _Lease] = {}  # by bucket
        # By window and bucket: units left, as this process last heard, and units used while the database was
        # away (below zero: to be given back).
        self._left: dict[tuple[str, str], int] = {}
        self._owed: dict[tuple[str, str], int] = {}
        self._exports: dict[str, Export] = {}
        self._daily = DailyUse()
        self._is_closed = False

    def take(self, caller: Caller, units: int, kind: Kind) -> Decision:
        """Take units, all or none; a refusal takes nothing, however often it is repeated."""
        if units < 1:
            raise ValueError(f"units must be at least 1, got {units}")
        now = self._clock()
        windows = self._calendar.windows(now)
        window = windows[caller.tariff.period]
        try:
            remaining = self._take(caller, window, units, now)
        except UnavailableError:
            remaining = None if self._local else self._owe(caller, window, units)
            if remaining is None:
                raise
        else:
            if remaining is None:
                return self._refusal(caller, window, now)
            self._note_left(caller.bucket, window.name, remaining)
        self._record(caller, units, kind, windows)
        return decide(True, caller.tariff, remaining, window, now, units)

    def peek(self, caller: Caller) -> Decision:
        """Return the figures for the headers without taking anything; `allowed` = one more unit is left."""
        now = self._clock()
        window = self._window(caller.tariff, now)
        remaining = self._remaining(caller, window)
        return decide(remaining > 0, caller.tariff, remaining, window, now, 0)

    def recall(self, caller: Caller) -> Decision:
        """Return the figures as this process last saw them, without a database; all units of a new caller."""
        now = self._clock()
        window = self._window(caller.tariff, now)
        remaining = self._leased(caller, window)
        if remaining is None:
            key = (window.name, caller.bucket)
            remaining = self._left.get(key, caller.tariff.limit) - self._owed.get(key, 0)
        return decide(remaining > 0, caller.tariff, remaining, window, now, 0)

    def refund(self, caller: Caller, decision: Decision, kind: Kind) -> Decision:
        """Give back what a decision took, for an answer that failed through no fault of the caller.

        The units go back to the window that they came from, even if another one has begun meanwhile.
        Returns the figures for the headers. To be called once per decision.
        """
        try:
            with self._statements(caller) as run:
                counters.give_back_to_each(run, caller.limits, decision.period, decision.units)
        except UnavailableError:
            if not self._local:  # it may have been done nevertheless, and the limit has to hold
                raise
            with self._lock:
                for limit in caller.limits:
                    key = (decision.period, limit.bucket)
                    self._owed[key] = self._owed.get(key, 0) - decision.units
        if lease := self._leases.get(caller.bucket):
            with lease.lock:
                if lease.period == decision.period:
                    lease.used -= decision.units
        self._record(caller, -decision.units, kind, self._calendar.windows(self._clock()))
        return self.peek(caller)

    def begin_export(self, caller: Caller, units: int) -> Export | Decision | ExportRunning:
        """Lock out other exports of the caller and take all that this one can cost (0 = no rows).

        Returns the running export, a refusal when fewer units are left, or `ExportRunning`.
        """
        now = self._clock()
        window, bucket = self._window(caller.tariff, now), caller.bucket
        self._return_lease(bucket)
        left = None
        with self._database.transaction() as run:
            token = lock_export(run, bucket, window.name, units, now)
            if token:
                left = counters.take_of_each(run, caller.limits, window.name, units)
                if left is None:
                    unlock_export(run, bucket, token)
        if token is None:
            return ExportRunning(RETRY_SECONDS, self._refusal(caller, window, now))
        if left is None:
            return self._refusal(caller, window, now)
        self._note_left(bucket, window.name, left)
        decision = decide(True, caller.tariff, left, window, now, units)
        export = Export(caller, token, decision, self._database, self._clock, self._export_ended)
        with self._lock:
            self._exports[token] = export
        return export

    def tick(self) -> None:
        """Do what has to be done each second: renew exports, give idle leases back, write statistics."""
        now = self._clock()
        with self._lock:
            exports = list(self._exports.values())
        for export in exports:
            export.renew()
        for bucket, lease in list(self._leases.items()):
            if lease.left and lease.is_idle(now):
                self._return_lease(bucket)
        self._settle()
        self._daily.flush(self._database)

    def close(self) -> None:
        """Give back and count everything, and close; exports that still run end with what they have sent."""
        for export in list(self._exports.values()):
            export.close()
        self._is_closed = True
        for bucket in list(self._leases):
            self._return_lease(bucket)
        self._settle()
        self._daily.flush(self._database)
        self._database.close()
        self._reader.close()

    def _window(self, tariff: Tariff, now: float) -> Window:
        return self._calendar.windows(now)[tariff.period]

    def _take(self, caller: Caller, window: Window, units: int, now: float) -> int | None:
        """Take units; return how many remain in the window, None where too few do."""
        bucket = caller.bucket
        if not isinstance(caller, AccountCaller):
            return self._count(caller, window, units)
        lease = self._leases.get(bucket) or self._leases.setdefault(bucket, _Lease())
        with lease.lock:
            if not lease.fits(caller.tariff, window):
                self._give_back(bucket, lease)
                lease.begin(window.name, caller.tariff.limit)
            if lease.left < units and not self._refill(caller, lease, window, units, now):
                return None
            lease.left -= units
            lease.spent = now
            return lease.remaining

    def _refill(self, caller: AccountCaller, lease: _Lease, window: Window, units: int, now: float) -> bool:
        """Take the units that a lease lacks, and a whole lease more for a busy caller; False = refused."""
        tariff, missing = caller.tariff, units - lease.left
        more = min(tariff.lease, (tariff.limit - lease.used) // _LEASE_SHARE)
        if more > 0 and not self._is_closed and lease.is_busy(now):
            most = tariff.limit - tariff.lease * LEASE_RESERVE
            count = counters.take(self._database.run, caller.bucket, window.name, missing + more, most)
            if count is not None:
                lease.used, lease.left = count, units + more
                return True
        left = self._count(caller, window, missing)
        if left is None:
            return False
        lease.used, lease.left = tariff.limit - left, units
        return True

    def _count(self, caller: Caller, window: Window, units: int) -> int | None:
        """Count exactly these units in the database; return what is left there, None = refused."""
        # A caller that keeps asking after a refusal is answered by a read, which holds up no writer.
        known = self._left.get((window.name, caller.bucket), units)
        if known < units and counters.left_in_each(self._reader.run, caller.limits, window.name) < units:
            return None
        with self._statements(caller) as run:
            return counters.take_of_each(run, caller.limits, window.name, units)

    def _statements(self, caller: Caller) -> AbstractContextManager[Run]:
        """Return a transaction where use of a caller is counted in several buckets."""
        return self._database.transaction() if len(caller.limits) > 1 else nullcontext(self._database.run)

    def _return_lease(self, bucket: str) -> None:
        if lease := self._leases.get(bucket):
            with lease.lock:
                self._give_back(bucket, lease)

    def _give_back(self, bucket: str, lease: _Lease) -> None:
        """Give back the units of a lease; they are forgotten afterwards, so that a failure loses none."""
        counters.give_back(self._database.run, bucket, lease.period, lease.left)
        lease.used -= lease.left
        lease.left = 0

    def _leased(self, caller: Caller, window: Window) -> int | None:
        """Return what remains for a caller that has a lease here, else None."""
        lease = self._leases.get(caller.bucket)
        return lease.remaining if lease and lease.left and lease.fits(caller.tariff, window) else None

    def _remaining(self, caller: Caller, window: Window) -> int:
        remaining = self._leased(caller, window)
        if remaining is None:
            remaining = counters.left_in_each(self._reader.run, caller.limits, window.name)
            self._note_left(caller.bucket, window.name, remaining)
        return remaining

    def _refusal(self, caller: Caller, window: Window, now: float) -> Decision:
        return decide(False, caller.tariff, self._remaining(caller, window), window, now, 0)

    def _note_left(self, bucket: str, period: str, left: int) -> None:
        with self._lock:
            if len(self._left) >= _MAX_KNOWN:
                del self._left[next(iter(self._left))]  # the oldest entry
            self._left[period, bucket] = left

    def _owe(self, caller: Caller, window: Window, units: int) -> int | None:
        """Let a caller go on a little while the database is away; return what remains of that, None = no."""
        with self._lock:
            allowances = self._away_allowances(caller, window)
            left = [allowance - self._owed.get(key, 0) for key, allowance in allowances.items()]
            remaining = min(left) - units
            is_full = len(self._owed) >= _MAX_AWAY and not allowances.keys() <= self._owed.keys()
            if remaining < 0 or is_full:
                return None
            for key in allowances:
                self._owed[key] = self._owed.get(key, 0) + units
            return remaining

    def _away_allowances(self, caller: Caller, window: Window) -> dict[tuple[str, str], int]:
        """Return how many units a caller may use while the database is away, by window and bucket."""
        if isinstance(caller, AccountCaller):
            key = (window.name, caller.bucket)
            return {key: min(_AWAY_LEASE, self._left.get(key, 0) // _LEASE_SHARE)}
        return {
            (window.name, bucket): AWAY_UNITS * (limit // caller.tariff.limit)
            for bucket, limit in caller.limits
        }

    def _settle(self) -> None:
        """Count what was used while the database was away; give back what could not be given back then."""
        for key in list(self._owed):
            period, bucket = key
            units = self._owed[key]
            counters.owe(self._database.run, bucket, period, units)
            with self._lock:
                self._owed[key] -= units
                if not self._owed[key]:
                    del self._owed[key]
                if key in self._left:
                    self._left[key] -= units

    def _record(self, caller: Caller, units: int, kind: Kind, windows: Windows) -> None:
        if units and isinstance(caller, AccountCaller):
            self._daily.add(caller.account_id, windows["day"].name, kind, units)

    def _export_ended(self, export: Export) -> None:
        with self._lock:
            self._exports.pop(export.token, None)
        self._record(export.caller, export.charged, "export", self._calendar.windows(self._clock()))
