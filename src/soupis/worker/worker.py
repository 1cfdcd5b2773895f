"""The worker: groups of sources side by side, each source at its time, until somebody asks it to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.ingest.hidden_list import is_unpublished
from soupis.ingest.runs import Run
from soupis.ingest.source_states import plan, read_states
from soupis.progress import Progress
from soupis.registers.records import SourceError
from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, SYNCHRONISED, VAT
from soupis.store.engine import is_away, reading
from soupis.store.locks import LockHeldError, LockLostError
from soupis.store.source_states import SourceState
from soupis.times import utc_now
from soupis.worker import unreliable_payers, vat_lookups, vat_reverification, vat_source
from soupis.worker.backoff import Backoff
from soupis.worker.context import Context, Stopped
from soupis.worker.old_changes import forget_old_changes
from soupis.worker.publisher import publish_and_index_all
from soupis.worker.refresh_hints import HintRefresher
from soupis.worker.schedule import RETRY, Schedule, next_run
from soupis.worker.sources import Synchronise, SyncRequest, refresh_hinted, synchronise

_log = structlog.stdlib.get_logger(__name__)

# Files go one after the other, for each keeps the database busy; the rest goes on beside them.
WORKER_GROUPS: tuple[tuple[str, ...], ...] = (
    (CODELISTS, RES, PUBLIC_REGISTER),
    (ARES,),
    (ISIR,),
    (VAT,),
    (DOCUMENTS,),
)
_FILES = WORKER_GROUPS[0]
# Look-ups of one run, so that everybody gets a turn; the rest is done by the next one.
_LIMITS = {ARES: 50_000, ISIR: 500, VAT: 2_000, DOCUMENTS: 50}
_TICK = 1.0
# After a fault that is none of the source's (a busy database, a lock that was lost).
_PAUSE_AFTER_FAULT = 30.0
_REVERIFY_EVERY = timedelta(minutes=10)
_FORGET_EVERY = timedelta(hours=24)
_STANDBY = 5.0
# How long a stop waits for work in the middle of an answer; what was not committed is done again.
_GRACE = 15.0


class Worker:
    """Keeps the database up to date; one at a time, others stand by."""

    def __init__(self, context: Context, schedule: Schedule) -> None:
        self._context = context
        self._schedule = schedule
        self._importing = threading.Event()
        self._backoff = Backoff()
        self._refresher = HintRefresher(context, schedule)
        self._telling = threading.Lock()
        self._is_away = False
        self._next_list = self._next_verification = self._next_forgetting = utc_now()

    def run(self) -> bool:
        """Work until `context.stop` is set; tell whether all work has ended, or some hangs in a question."""
        ended = True
        while not self._context.stop.is_set():
            try:
                with self._context.locks.exclusive("worker") as lock:
                    ended = self._work(lock.check)
            except LockHeldError:
                _log.info("worker_standing_by")
                self._context.stop.wait(_STANDBY)
            except LockLostError as error:
                _log.warning("worker_lock_lost", reason=str(error))
            except SQLAlchemyError as error:
                if not is_away(error):
                    raise
                self._tell_away(error)
                self._context.stop.wait(_STANDBY)
        return ended

    def _tell_away(self, error: Exception) -> None:
        """Say once that PostgreSQL is away, whichever thread meets it, until something succeeds again."""
        with self._telling:
            told, self._is_away = self._is_away, True
        if not told:
            _log.warning(
                "database_away", error=type(error).__name__, then="the worker goes on when it is back"
            )

    def _work(self, check: Callable[[], None]) -> bool:
        _log.info("worker_started", sources=sorted(self._schedule))
        for source in SYNCHRONISED:
            if source not in self._schedule:
                plan(self._context.engine, source, None)
        ended = threading.Event()
        threads = [
            threading.Thread(target=self._work_on, args=(group, ended), name=group[0], daemon=True)
            for group in WORKER_GROUPS
            if any(source in self._schedule for source in group)
        ]
        # In a thread too: the database may hang, and who asks the worker to stop does not wait for it.
        threads.append(threading.Thread(target=self._keep_house, args=(ended,), name="house", daemon=True))
        for thread in threads:
            thread.start()
        try:
            while not self._context.stop.wait(_TICK):
                check()
        finally:
            ended.set()
            end = time.monotonic() + _GRACE
            for thread in threads:
                thread.join(max(0.0, end - time.monotonic()))
            unfinished = [thread.name for thread in threads if thread.is_alive()]
            _log.info("worker_stopped", unfinished=unfinished)
        return not unfinished

    def _keep_house(self, ended: threading.Event) -> None:
        """Publish what another process committed and did not come to publish; forget what is old.

        That is done once, and whenever a command was killed that hid persons.
        """
        is_published = False
        while not (ended.is_set() or self._context.stop.is_set()):
            if not is_published or self._is_hiding_unfinished():
                is_published = self._publish_leftovers()
            self._forget_old_changes()
            self._context.stop.wait(_TICK if is_published else _PAUSE_AFTER_FAULT)

    def _is_hiding_unfinished(self) -> bool:
        with suppress(SQLAlchemyError):  # where the database is away others say so
            return is_unpublished(self._context.engine)
        return False

    def _publish_leftovers(self) -> bool:
        """Publish all that changed; tell whether that succeeded."""
        try:
            publish_and_index_all(self._context)
        except Stopped:
            return False
        except (SQLAlchemyError, OSError, LockHeldError, LockLostError) as error:  # a full disk, too
            if is_away(error):
                self._tell_away(error)
            else:
                _log.warning("publishing_failed", error=type(error).__name__)
            return False
        except Exception as error:
            _log.exception("publishing_broken", error=type(error).__name__)
            return False
        return True

    def _forget_old_changes(self) -> None:
        if utc_now() < self._next_forgetting:
            return
        self._next_forgetting = utc_now() + _FORGET_EVERY
        try:
            forget_old_changes(self._context)
        except Stopped:
            pass
        except SQLAlchemyError as error:
            _log.warning("forgetting_failed", error=type(error).__name__)

    def _work_on(self, group: Collection[str], ended: threading.Event) -> None:
        while not (ended.is_set() or self._context.stop.is_set()):
            pause = _TICK
            for source in group:
                try:
                    if source in self._schedule and not self._backoff.is_resting(source):
                        self._step(source)
                        self._is_away = False
                except Stopped:
                    return
                except LockHeldError:
                    pass  # a command is at it
                except SourceError as error:
                    # Hints are of several sources, and the refresher leaves each of them alone by itself.
                    seconds = 0.0 if source == DOCUMENTS else self._backoff.failed(source, error)
                    _log.warning(
                        "sync_failed",
                        source=source,
                        error=type(error).__name__,
                        reason=str(error),
                        rest=round(seconds),
                    )
                except Exception as error:
                    pause = _PAUSE_AFTER_FAULT
                    if is_away(error):
                        self._tell_away(error)
                    elif isinstance(error, LockLostError):
                        _log.warning("lock_lost", source=source, reason=str(error))
                    else:
                        _log.exception("sync_broken", source=source, error=type(error).__name__)
            self._context.stop.wait(pause)

    def _step(self, source: str) -> None:
        """Do what is due of a source."""
        if source == VAT:
            self._step_vat()
        elif source == DOCUMENTS:
            if self._context.refresh_queue.due(1) and self._is_due(source):
                self._run(source, lambda *_: refresh_hinted(self._refresher, _LIMITS[DOCUMENTS]))
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
        if vat_source.maintenance_left(now):
            return
        if self._context.queue.due(1):
            self._run(VAT, _drain_queue, publishes=False)
            self._context.stop.wait(min(vat_source.pause(self._context), 60.0))
        elif now >= self._next_list and self._has_companies():
            self._plan_list(min(now + self._schedule[VAT], now + RETRY))
            self._run(VAT, _sync_unreliable_payers)
            # The register's data of a new day is there after its nightly maintenance.
            self._plan_list(min(now + self._schedule[VAT], vat_source.next_data(now)))
        elif now >= self._next_verification:
            self._next_verification = now + _REVERIFY_EVERY
            if vat_reverification.has_work(self._context) and self._run(VAT, _reverify):
                self._next_verification = now  # there may be more

    def _plan_list(self, moment: datetime) -> None:
        self._next_list = moment
        plan(self._context.engine, VAT, moment)

    def _run(self, source: str, work: Synchronise | None = None, *, publishes: bool = True) -> list[Run]:
        """Run a source once and publish what it changed."""
        is_files = source in _FILES
        started = time.monotonic()
        if is_files:
            self._importing.set()
        try:
            runs = synchronise(self._context, source, SyncRequest(limit=_LIMITS.get(source)), work)
        finally:
            if is_files:
                self._importing.clear()
            # While files come in, others leave publishing to the end of the import: no half of it is shown.
            if publishes and not self._importing.is_set():
                publish_and_index_all(self._context)
        self._backoff.succeeded(source)
        changed = sum(run.rows_changed for run in runs)
        if changed or any(not run.unchanged_file for run in runs):
            _log.info(
                "synchronised", source=source, changed=changed, seconds=round(time.monotonic() - started, 1)
            )
        return runs


def _drain_queue(context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
    return vat_lookups.drain_queue(context, progress, request.limit).runs


def _sync_unreliable_payers(context: Context, progress: Progress, _request: SyncRequest) -> list[Run]:
    return unreliable_payers.sync(context, progress)


def _reverify(context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
    return vat_reverification.reverify(context, progress, request.limit)
