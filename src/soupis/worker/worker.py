"""The worker: lanes of work side by side, each source at its time, until somebody asks it to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.ingest.runs import Progress, Run
from soupis.ingest.source_states import SourceState, plan, read_states
from soupis.registers.records import SourceError
from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, SYNCHRONISED, VAT
from soupis.store.engine import reading
from soupis.store.leases import LeaseHeldError, LeaseLostError
from soupis.times import utc_now
from soupis.worker import vat
from soupis.worker.backoff import Backoff
from soupis.worker.context import Context, Stopped
from soupis.worker.publisher import publish_and_index_all
from soupis.worker.refresh_hints import VISITED, Visits
from soupis.worker.schedule import RETRY, Schedule, next_run
from soupis.worker.sources import Synchronise, Wanted, synchronise, work_through

_log = structlog.stdlib.get_logger(__name__)

# Files go one after the other, for each keeps the database busy; the rest goes on beside them.
LANES: tuple[tuple[str, ...], ...] = (
    (CODELISTS, RES, PUBLIC_REGISTER),
    (ARES,),
    (ISIR,),
    (VAT,),
    (DOCUMENTS,),
)
_FILES = LANES[0]
# Look-ups of one run, so that everybody gets a turn; the rest is done by the next one.
_LIMITS = {ARES: 50_000, ISIR: 500, VAT: 2_000, DOCUMENTS: 50}
_TICK = 1.0
# After a fault that is none of the source's (a busy database, a lease that was lost).
_REST = 30.0
_REVERIFY_EVERY = timedelta(minutes=10)
_STANDBY = 5.0
# How long a stop waits for work in the middle of an answer; what was not committed is done again.
_GRACE = 15.0


class Worker:
    """Keeps the database up to date; one at a time, others stand by."""

    def __init__(self, context: Context, schedule: Schedule) -> None:
        self._context = context
        self._schedule = schedule
        self._importing = threading.Event()
        self._rests = Backoff()
        self._visits = Visits(context, [source for source in VISITED if source in schedule])
        self._next_list = self._next_verification = utc_now()

    def run(self) -> bool:
        """Work until `context.stop` is set; tell whether all work has ended, or some hangs in a question."""
        ended = True
        while not self._context.stop.is_set():
            try:
                with self._context.leases.hold("worker") as lease:
                    ended = self._work(lease.check)
            except LeaseHeldError:
                _log.info("worker_standing_by")
                self._context.stop.wait(_STANDBY)
            except LeaseLostError as error:
                _log.warning("worker_lease_lost", reason=str(error))
        return ended

    def _work(self, check: Callable[[], None]) -> bool:
        _log.info("worker_started", sources=sorted(self._schedule))
        for source in SYNCHRONISED:
            if source not in self._schedule:
                plan(self._context.engine, source, None)
        ended = threading.Event()
        lanes = [
            threading.Thread(target=self._lane, args=(lane, ended), name=lane[0], daemon=True)
            for lane in LANES
            if any(source in self._schedule for source in lane)
        ]
        for thread in lanes:
            thread.start()
        try:
            self._forward_leftovers()
            while not self._context.stop.wait(_TICK):
                check()
        finally:
            ended.set()
            end = time.monotonic() + _GRACE
            for thread in lanes:
                thread.join(max(0.0, end - time.monotonic()))
            unfinished = [thread.name for thread in lanes if thread.is_alive()]
            _log.info("worker_stopped", unfinished=unfinished)
        return not unfinished

    def _forward_leftovers(self) -> None:
        """Publish what an earlier process committed and did not come to publish."""
        try:
            publish_and_index_all(self._context)
        except Stopped:
            pass
        except (SQLAlchemyError, LeaseHeldError) as error:
            _log.warning("publishing_failed", error=type(error).__name__)

    def _lane(self, lane: Collection[str], ended: threading.Event) -> None:
        while not (ended.is_set() or self._context.stop.is_set()):
            rest = _TICK
            for source in lane:
                try:
                    if source in self._schedule and not self._rests.is_resting(source):
                        self._step(source)
                except Stopped:
                    return
                except LeaseHeldError:
                    pass  # a command is at it
                except SourceError as error:
                    # Visits are of several sources, and leave each of them alone by themselves.
                    seconds = 0.0 if source == DOCUMENTS else self._rests.failed(source, error)
                    _log.warning(
                        "sync_failed",
                        source=source,
                        error=type(error).__name__,
                        reason=str(error),
                        rest=round(seconds),
                    )
                except Exception as error:
                    _log.exception("sync_broken", source=source, error=type(error).__name__)
                    rest = _REST
            self._context.stop.wait(rest)

    def _step(self, source: str) -> None:
        """Do what is due of a source."""
        if source == VAT:
            self._step_vat()
        elif source == DOCUMENTS:
            if self._context.visits.due(1) and self._is_due(source):
                self._run(source, lambda *_: work_through(self._visits, _LIMITS[DOCUMENTS]))
        elif self._is_due(source):
            self._run(source)

    def _is_due(self, source: str) -> bool:
        """Tell whether a source's time has come, and note when it will."""
        with reading(self._context.engine) as connection:
            states = read_states(connection)
        if source in (ARES, ISIR) and not self._has_companies(states):
            return False
        now = utc_now()
        due = next_run(states[source], self._schedule[source], now)
        plan(self._context.engine, source, due)
        return due <= now

    def _has_companies(self, states: dict[str, SourceState] | None = None) -> bool:
        """Tell whether the companies are there that other sources only add to."""
        if states is None:
            with reading(self._context.engine) as connection:
                states = read_states(connection)
        return RES not in self._schedule or states[RES].last_success is not None

    def _step_vat(self) -> None:
        now = utc_now()
        if vat.maintenance_left(now):
            return
        if self._context.queue.due(1):
            waits = 0.0

            def drain(context: Context, progress: Progress, wanted: Wanted) -> list[Run]:
                nonlocal waits
                drained = vat.drain_queue(context, progress, wanted.limit)
                waits = drained.waits
                return drained.runs

            self._run(VAT, drain, forward=False)
            self._context.stop.wait(min(waits, 60.0))
        elif now >= self._next_list and self._has_companies():
            self._plan_list(min(now + self._schedule[VAT], now + RETRY))
            self._run(VAT, lambda context, progress, _: vat.sync_list(context, progress))
            # The register's data of a new day is there after its nightly maintenance.
            self._plan_list(min(now + self._schedule[VAT], vat.next_data(now)))
        elif now >= self._next_verification:
            self._next_verification = now + _REVERIFY_EVERY
            if vat.has_work(self._context) and self._run(
                VAT, lambda context, progress, wanted: vat.reverify(context, progress, wanted.limit)
            ):
                self._next_verification = now  # there may be more

    def _plan_list(self, moment: datetime) -> None:
        self._next_list = moment
        plan(self._context.engine, VAT, moment)

    def _run(self, source: str, work: Synchronise | None = None, *, forward: bool = True) -> list[Run]:
        """Run a source once and publish what it changed."""
        is_files = source in _FILES
        started = time.monotonic()
        if is_files:
            self._importing.set()
        try:
            runs = synchronise(self._context, source, Wanted(limit=_LIMITS.get(source)), work)
        finally:
            if is_files:
                self._importing.clear()
            # While files come in, others leave publishing to the end of the import, lest half of it is shown.
            if forward and not self._importing.is_set():
                publish_and_index_all(self._context)
        self._rests.succeeded(source)
        changed = sum(run.rows_changed for run in runs)
        if changed or any(not run.unchanged_file for run in runs):
            _log.info(
                "synchronised", source=source, changed=changed, seconds=round(time.monotonic() - started, 1)
            )
        return runs
