"""Quotas: units counted so that no caller ever gets more than its limit, in any number of processes.

A unit is taken by one conditional statement, which the database makes atomic. For a caller of a large
tariff who asks very often, a process takes units ahead (a lease): they count as used until given back.
So a crash may cost the customer one lease per process, and never lets a caller exceed the limit.
See "Counting" in docs/quotas.md.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial

from soupis.accounts.callers import AccountCaller, BucketLimit, Caller
from soupis.accounts.database import Database, Run
from soupis.accounts.errors import UnavailableError
from soupis.accounts.quota.counters import (
    Decision,
    decide,
    give_back,
    give_back_to_each,
    left_in_each,
    owe,
    take,
    take_more_in_passing,
    take_of_each,
    used,
)
from soupis.accounts.quota.exports import RETRY_SECONDS, Export, ExportRunning, lock_export, unlock_export
from soupis.accounts.quota.statistics import DailyUse, Kind
from soupis.accounts.quota.tariffs import Tariff
from soupis.accounts.quota.windows import Calendar, Window, Windows

# A lease pays off for a caller who asks more often than this in one second of one process...
LEASE_RATE = 50
# ... and is taken only while so many leases would still be left, so that the last units of a month are
# not scattered over processes. It is a hundredth of what is left at most.
LEASE_RESERVE = 20
_LEASE_SHARE = 100
# A lease is filled up when less than one in so many of its units is left: sooner means more statements.
_LOW_SHARE = 5
# Whoever finds a lease used up waits for so many fillings at most: others may be quicker to take what comes.
_MOST_FILLINGS = 10
# So long the first who finds a lease used up waits for its filling in place: others wait for their turn
# meanwhile, but to enter the event loop would cost many requests more than that.
_IN_PLACE_SECONDS = 0.001
# Units of a lease that are not used go back after so many seconds.
LEASE_IDLE_SECONDS = 2.0
# While a database across the network is away, each process lets callers go on a little: an address by so many
# units, an account by a lease of what was left when this process last heard of it. They are counted when the
# database is back.
AWAY_UNITS = 5
_AWAY_LEASE = 50
_MOST_AWAY = 10_000
_REFUSED_SIZE = 100_000
_MAX_KNOWN = 10_000  # callers of whom a process remembers what was left


@dataclass(slots=True)
class _Lease:
    """Units already counted as used that this process may still spend."""

    period: str
    limit: int
    used: int  # as the database had it when this process last took any
    left: int
    spent: float  # when last, seconds since the epoch
    low: float = 0.0  # it is filled up once fewer units are left

    @property
    def remaining(self) -> int:
        """What is left in the window, what is leased here included."""
        return self.limit - self.used + self.left

    def fits(self, caller: Caller, window: Window) -> bool:
        """Tell whether it is of the window and the tariff."""
        return self.period == window.name and self.limit == caller.tariff.limit

    def take(self, caller: Caller, window: Window, units: int, now: float) -> int | None:
        """Take units; return what remains, None where there are too few."""
        if self.left < units or not self.fits(caller, window):
            return None
        self.left -= units
        self.spent = now
        return self.limit - self.used + self.left


@dataclass
class _Filling:
    """The filling up of a lease in passing."""

    waiting: list[asyncio.Future[bool]]  # who waits for it in an event loop
    in_place_until: float | None = None  # by the monotonic clock, once somebody has waited in place


class Quota:
    """Counts units; one object per process, safe to share between threads.

    All methods raise `UnavailableError`.
    Steps take microseconds on SQLite and may be called in an event loop; on PostgreSQL they wait for the
    network (see `Database.local`), so that a server should call them in a thread.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database.connect()
        self._reader = database.connect()  # so that a look does not wait for who waits to write
        self._local = database.local
        # By window and bucket: what was used while the database was away; below zero what has to go back.
        self._owed: dict[tuple[str, str], int] = {}
        self._left: dict[tuple[str, str], int] = {}  # likewise, as this process last heard
        self._clock = clock
        self._calendar = Calendar()
        self._lock = threading.Lock()
        self._leases: dict[str, _Lease] = {}
        self._taking: set[str] = set()  # buckets for which a lease is just being taken
        # What fills leases up, and those being filled, by bucket.
        self._filler = database.connect_passing()
        self._away = database.away
        self._filling: dict[str, _Filling] = {}
        self._filling_lock = threading.Lock()  # nothing is waited for under it
        self._closed = False
        self._rates: dict[str, int] = {}
        self._rates_second = 0
        self._refused: set[BucketLimit] = set()
        self._exports: dict[str, Export] = {}
        self._daily = DailyUse()

    def consume(self, caller: Caller, units: int, kind: Kind) -> Decision:
        """Take units, all or none; a refusal takes nothing, however often it is repeated."""
        if units < 1:
            raise ValueError(f"units must be at least 1, got {units}")
        now = self._clock()
        windows = self._calendar.windows(now)
        window = windows[caller.tariff.period]
        try:
            remaining = self._spend(caller, window, units, now)
            if remaining is not None:
                self._note_left(caller.bucket, window.name, remaining)
        except UnavailableError:
            remaining = None if self._local else self._owe(caller, window, units)
            if remaining is None:
                raise
        if remaining is None:
            return self._refusal(caller, window, now)
        self._record(caller, units, kind, windows)
        return decide(True, caller.tariff, remaining, window, now, units)

    def consume_leased(self, caller: Caller, units: int, kind: Kind) -> Decision | None:
        """Take units from a lease of this process, in memory; None = `consume` has to ask the database.

        Who leaves little has it filled up.
        """
        # Who holds the lock may be waiting for the network; an event loop must not wait for that.
        if not self._lock.acquire(blocking=False):
            return None
        try:
            lease = self._leases.get(caller.bucket)
            if lease is None:
                return None
            now = self._clock()
            windows = self._calendar.windows(now)
            window = windows[caller.tariff.period]
            remaining = lease.take(caller, window, units, now)
        finally:
            self._lock.release()
        if remaining is None:
            return None
        if lease.left < lease.low:
            self._fill_up(caller, lease, window, now)
        self._record(caller, units, kind, windows)
        return decide(True, caller.tariff, remaining, window, now, units)

    def consume_filled_in_place(self, caller: Caller, units: int, kind: Kind) -> Decision | None:
        """Take units from a lease that is just being filled, after a moment in this thread; None = not so.

        For a thread that nobody waits for but those who ask: not for an event loop's.
        """
        bucket, filler = caller.bucket, self._filler
        while filler and (filling := self._filling.get(bucket)):
            now = time.monotonic()
            if filling.in_place_until is None:
                filling.in_place_until = now + _IN_PLACE_SECONDS
            if now >= filling.in_place_until:
                return None
            filler.wait(filling.in_place_until - now)
        return self.consume_leased(caller, units, kind)

    async def consume_filled(self, caller: Caller, units: int, kind: Kind) -> Decision | None:
        """Take units from a lease that is used up, as soon as it is filled; None = `consume` has to ask.

        So those who ask at once share one statement instead of making one each in a thread each.
        """
        bucket, filler = caller.bucket, self._filler
        for _ in range(_MOST_FILLINGS):
            lease = self._leases.get(bucket)
            if lease is None or filler is None or units > _lease_size(caller.tariff, lease.used):
                break
            self.fill_soon(caller)
            if decision := self.consume_leased(caller, units, kind):
                return decision
            waiting = asyncio.get_running_loop().create_future()
            with self._filling_lock:
                if bucket not in self._filling:
                    break
                self._filling[bucket].waiting.append(waiting)
            filler.watch()
            if not await waiting:
                break
        return None

    def fill_soon(self, caller: Caller) -> None:
        """Have a lease filled up of which little is left, so that hardly anybody waits for that.

        In any thread: it costs it a look, or the sending of a statement, and never a wait.
        """
        lease = self._leases.get(caller.bucket)
        if lease and lease.left < lease.low:
            now = self._clock()
            self._fill_up(caller, lease, self._window(caller.tariff, now), now)

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
        lease = self._leases.get(caller.bucket)
        if lease and lease.fits(caller, window):
            remaining = lease.remaining
        else:
            key = (window.name, caller.bucket)
            remaining = self._left.get(key, caller.tariff.limit) - self._owed.get(key, 0)
        return decide(remaining > 0, caller.tariff, remaining, window, now, 0)

    def refund(self, caller: Caller, decision: Decision, kind: Kind) -> Decision:
        """Give back what a decision took, for an answer that failed through no fault of the caller.

        The units go back to the window that they came from, even if another one has begun meanwhile.
        Returns the figures for the headers. To be called once per decision.
        """
        units, period = decision.units, decision.period
        owed = [(period, limit.bucket) for limit in caller.limits]
        with self._lock:
            lease = self._leases.get(caller.bucket)
            if lease and lease.period != period:
                lease = None
            if lease and caller.bucket not in self._taking:  # else it is just being filled up
                room = min(units, max(0, _lease_size(caller.tariff, lease.used) - lease.left))
                lease.left += room
                units -= room
            elif not lease and all(key in self._owed for key in owed):
                for key in owed:
                    self._owed[key] -= units
                units = 0
        try:
            with self._statements(caller) as run:
                give_back_to_each(run, caller.limits, period, units)
        except UnavailableError:
            if not self._local:  # it may have been done nevertheless, and the limit has to hold
                raise
            with self._lock:
                for key in owed:
                    self._owed[key] = self._owed.get(key, 0) - units
        if lease:
            with self._lock:
                lease.used -= units
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
                left = take_of_each(run, caller.limits, window.name, units)
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
            idle = [
                bucket
                for bucket, lease in self._leases.items()
                if not 0 <= now - lease.spent < LEASE_IDLE_SECONDS
            ]
        for export in exports:
            export.renew()
        if self._filler:
            self._filler.look()
        if not self._local and (idle or self._owed):
            # Below, requests wait for the lock, which must not be held while a server hangs.
            self._database.run("SELECT 1", {})
        for bucket in idle:
            self._return_lease(bucket)
        self._settle()
        self._daily.flush(self._database)

    def close(self) -> None:
        """Give back and count everything, and close; exports that still run end with what they have sent."""
        for export in list(self._exports.values()):
            export.close()
        if self._filler:
            self._filler.close()  # what is still to come goes back with the leases
        with self._lock:
            self._closed = True
        for bucket in list(self._leases):
            self._return_lease(bucket)
        self._settle()
        self._daily.flush(self._database)
        self._database.close()
        self._reader.close()

    def _window(self, tariff: Tariff, now: float) -> Window:
        return self._calendar.windows(now)[tariff.period]

    def _spend(self, caller: Caller, window: Window, units: int, now: float) -> int | None:
        """Take units from the lease or the database; return what remains, None = refused."""
        bucket = caller.bucket
        if not caller.tariff.lease:
            if bucket in self._leases:  # the tariff has just been lowered
                self._return_lease(bucket)
            return self._take(caller, window, units)
        with self._lock:
            lease = self._leases.get(bucket)
            if lease and (remaining := lease.take(caller, window, units, now)) is not None:
                return remaining
            has_lease = lease is not None and lease.fits(caller, window)
            is_busy = self._is_busy(bucket, now) or has_lease
        if lease and not has_lease:
            self._return_lease(bucket)
        if is_busy:
            remaining = self._take_with_lease(caller, window, units, now)
            if remaining is not None:
                return remaining
        remaining = self._take(caller, window, units)
        if remaining is None and self._return_lease(bucket):
            remaining = self._take(caller, window, units)
        return remaining

    def _take(self, caller: Caller, window: Window, units: int) -> int | None:
        limits = caller.limits
        for refused in self._refused.intersection(limits):
            # Who keeps asking after a refusal is answered by a read: it must not hold up those who may write.
            if left_in_each(self._database.run, [refused], window.name) < units:
                return None
            self._refused.discard(refused)
        with self._statements(caller) as run:
            left = take_of_each(run, limits, window.name, units)
        if left is None:
            self._note_refusal(limits, window, units)
            return None
        if caller.bucket in self._leases:
            return self._left_after(caller, window, caller.tariff.limit - left)
        return left

    def _statements(self, caller: Caller) -> AbstractContextManager[Run]:
        """Return a transaction where use of a caller is counted in several buckets."""
        return self._database.transaction() if len(caller.limits) > 1 else nullcontext(self._database.run)

    def _note_refusal(self, limits: Sequence[BucketLimit], window: Window, units: int) -> None:
        if len(self._refused) >= _REFUSED_SIZE:
            self._refused.clear()
        for limit in limits:
            if left_in_each(self._database.run, [limit], window.name) < units:
                self._refused.add(limit)

    def _left_after(self, caller: Caller, window: Window, count: int) -> int:
        """Return what is left when the database has so many units as used, and what of them is leased.

        The lease learns of it, so that the answers from it do not show more than the one before them. A
        filling that was counted before is taken in first: else its units would be missing from what is left.
        """
        if self._filler:
            self._filler.look()
        with self._lock:
            lease = self._leases.get(caller.bucket)
            if lease is None or not lease.fits(caller, window):
                return caller.tariff.limit - count
            lease.used = max(lease.used, count)
            return lease.remaining

    def _take_with_lease(self, caller: Caller, window: Window, units: int, now: float) -> int | None:
        """Take units, and as many more as fill up a lease; None where that cannot be."""
        bucket, run = caller.bucket, self._database.run
        if not self._claim(bucket):
            return None
        try:
            lease = self._leases.get(bucket)
            known, held = (lease.used, lease.left) if lease else (used(run, bucket, window.name), 0)
            more = _lease_size(caller.tariff, known) - held
            if more <= 0:
                return None
            count = take(run, bucket, window.name, units + more, _most_with_lease(caller.tariff))
            if count is None:
                return None
            remaining = self._keep(caller, window, more, count, now)
        finally:
            self._taking.discard(bucket)
        if remaining is None:
            # Another thread met the end of window, tariff or process first: keep the units of this query.
            give_back(run, bucket, window.name, more)
            remaining = caller.tariff.limit - count + more
        return remaining

    def _fill_up(self, caller: Caller, lease: _Lease, window: Window, now: float) -> None:
        """Send the statement that fills a lease up; once it is sent, look whether it is answered."""
        bucket, filler = caller.bucket, self._filler
        if filler is None:
            return
        if bucket in self._filling:
            filler.look()
            return
        more = _lease_size(caller.tariff, lease.used) - lease.left
        if more <= 0 or self._away.noted or not lease.fits(caller, window):
            return
        if not self._claim(bucket, blocking=False):
            return
        self._filling[bucket] = _Filling([])
        done = partial(self._filled, caller, window, more, now)
        most = _most_with_lease(caller.tariff)
        if take_more_in_passing(filler.ask, bucket, window.name, more, most, done):
            lease.low = 1  # now who takes the last unit looks; sooner, a look would often be in vain
        else:
            self._end_filling(bucket, is_filled=False)

    def _filled(self, caller: Caller, window: Window, more: int, now: float, count: bytes | None) -> None:
        """Put what a filling brought into the lease; `count` = the units used since, None = it failed."""
        is_filled = False
        if count is not None:
            is_filled = self._keep(caller, window, more, int(count), now, blocking=False) is not None
            if not is_filled:
                going_back = (caller.bucket, window.name, more)
                threading.Thread(target=self._give_back, args=going_back).start()
        self._end_filling(caller.bucket, is_filled=is_filled)

    def _end_filling(self, bucket: str, *, is_filled: bool) -> None:
        self._taking.discard(bucket)
        with self._filling_lock:
            waiting = self._filling.pop(bucket).waiting
        if waiting:
            _wake_in_their_loops(waiting, is_filled=is_filled)

    def _claim(self, bucket: str, *, blocking: bool = True) -> bool:
        """Have the taking of a lease to oneself: a process that is killed loses one of a caller at most."""
        if not self._lock.acquire(blocking):
            return False
        try:
            if bucket in self._taking:
                return False
            self._taking.add(bucket)
            return True
        finally:
            self._lock.release()

    def _keep(
        self, caller: Caller, window: Window, more: int, count: int, now: float, *, blocking: bool = True
    ) -> int | None:
        """Put units that were taken into the lease; return what remains, None = they have to go back.

        So they do when the window, the tariff or the process has ended meanwhile, and when the lock, under
        which others wait for the network, would have to be waited for.
        """
        if not self._lock.acquire(blocking):
            return None
        try:
            lease = self._leases.get(caller.bucket)
            if lease is None:
                lease = self._leases[caller.bucket] = _Lease(window.name, caller.tariff.limit, count, 0, now)
            if self._closed or not lease.fits(caller, window):
                return None
            lease.left += more
            lease.used = max(lease.used, count)
            lease.low = _lease_size(caller.tariff, lease.used) / _LOW_SHARE
            lease.spent = now
            return lease.remaining
        finally:
            self._lock.release()

    def _give_back(self, bucket: str, period: str, units: int) -> None:
        with suppress(UnavailableError):
            give_back(self._database.run, bucket, period, units)

    def _note_left(self, bucket: str, period: str, left: int) -> None:
        with self._lock:
            if len(self._left) >= _MAX_KNOWN:
                del self._left[next(iter(self._left))]  # the one that was heard of first
            self._left[period, bucket] = left

    def _owe(self, caller: Caller, window: Window, units: int) -> int | None:
        """Let a caller go on a little while the database is away; return what remains of that, None = no."""
        with self._lock:
            allowances = self._away_allowances(caller, window)
            left = [allowance - self._owed.get(key, 0) for key, allowance in allowances.items()]
            remaining = min(left) - units
            is_full = len(self._owed) >= _MOST_AWAY and not allowances.keys() <= self._owed.keys()
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
            with self._lock:
                owe(self._database.run, bucket, period, self._owed[key])
                if key in self._left:
                    self._left[key] -= self._owed[key]
                del self._owed[key]

    def _is_busy(self, bucket: str, now: float) -> bool:
        """Tell whether a caller asks so often that a lease pays off; to be called under the lock."""
        if int(now) != self._rates_second:
            self._rates_second = int(now)
            self._rates.clear()
        rate = self._rates[bucket] = self._rates.get(bucket, 0) + 1
        return rate > LEASE_RATE

    def _return_lease(self, bucket: str) -> bool:
        """Give back what is left of a lease; tell whether there was anything."""
        with self._lock:
            lease = self._leases.get(bucket)
            if lease is None:
                return False
            # Under the lock, and forgotten only afterwards: a failing database loses the customer nothing.
            give_back(self._database.run, bucket, lease.period, lease.left)
            self._left[lease.period, bucket] = lease.remaining
            del self._leases[bucket]
            return lease.left > 0

    def _remaining(self, caller: Caller, window: Window) -> int:
        with self._lock:
            lease = self._leases.get(caller.bucket)
            if lease and lease.fits(caller, window):
                return lease.remaining
        remaining = left_in_each(self._reader.run, caller.limits, window.name)
        self._note_left(caller.bucket, window.name, remaining)
        return remaining

    def _refusal(self, caller: Caller, window: Window, now: float) -> Decision:
        return decide(False, caller.tariff, self._remaining(caller, window), window, now, 0)

    def _record(self, caller: Caller, units: int, kind: Kind, windows: Windows) -> None:
        if units and isinstance(caller, AccountCaller):
            self._daily.add(caller.account_id, windows["day"].name, kind, units)

    def _export_ended(self, export: Export) -> None:
        with self._lock:
            self._exports.pop(export.token, None)
        self._record(export.caller, export.charged, "export", self._calendar.windows(self._clock()))


def _wake_in_their_loops(waiting: Sequence[asyncio.Future[bool]], *, is_filled: bool) -> None:
    for loop in {each.get_loop() for each in waiting}:
        with suppress(RuntimeError):  # it has ended
            loop.call_soon_threadsafe(_wake, [each for each in waiting if each.get_loop() is loop], is_filled)


def _wake(waiting: Sequence[asyncio.Future[bool]], is_filled: bool) -> None:
    for each in waiting:
        if not each.done():
            each.set_result(is_filled)


def _lease_size(tariff: Tariff, used: int) -> int:
    return min(tariff.lease, (tariff.limit - used) // _LEASE_SHARE)


def _most_with_lease(tariff: Tariff) -> int:
    """Return how many units may be used with a lease just taken."""
    return tariff.limit - tariff.lease * LEASE_RESERVE
