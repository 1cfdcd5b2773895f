"""Building the index of this machine anew at a quiet time, when following has left it in many segments."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.cli.console import installation
from soupis.installation import Installation
from soupis.periodic import Periodic
from soupis.processes import come_after, leave_with_parent, run_until, set_memory
from soupis.search import indexer
from soupis.sources import ARES, PUBLIC_REGISTER, RES
from soupis.store.locks import locks_of
from soupis.times import Hours, parse_hours, utc_now

_LOOK_SECONDS = 60.0
# Once a night, be it built or not: what failed would fail again.
_PAUSE_SECONDS = 20 * 3600.0
_SECONDS_BETWEEN_LINES = 60.0
# Of the processors, what others use on an average of five minutes while there are few questions.
_LITTLE_TO_DO = 0.5
# Whoever answers or follows gets the processor first.
_BEHIND_OTHERS = 19
_LOADING = (RES, PUBLIC_REGISTER, ARES, "publish")

_log = structlog.stdlib.get_logger(__name__)


@contextmanager
def renewing(where: Installation) -> Iterator[None]:
    """Build the index anew when it is due, in a process of its own, until the end of the block."""
    hours = parse_hours(where.settings.quiet_hours)
    indexer.forget_draft(where.index_directory)
    if hours is None:
        yield
        return
    renewal = Renewal(where, hours)
    periodic = Periodic("renewer", lambda: renewal.look(periodic.stopping), _LOOK_SECONDS)
    periodic.start()
    try:
        yield
    finally:
        periodic.close()


class Renewal:
    """Looks whether the index is due to be built anew, and has it built."""

    def __init__(self, where: Installation, hours: Hours) -> None:
        self._where = where
        self._hours = hours
        self._next_try = float("-inf")

    def look(self, over: threading.Event) -> None:
        """Look once; what is being built ends when `over` is set."""
        if time.monotonic() < self._next_try:
            return
        try:
            if is_due(self._where, self._hours, utc_now(), os.getloadavg()[1]):
                self._next_try = time.monotonic() + _PAUSE_SECONDS
                _renew_beside(over, self._where)
        except (OSError, SQLAlchemyError) as error:  # PostgreSQL is away; an index just changed its place
            _log.warning("index_not_renewed", reason=type(error).__name__)


def _renew_beside(over: threading.Event, where: Installation) -> None:
    if not indexer.has_room_to_renew(where.index_directory):
        _log.warning("index_not_renewed", reason="the disk has too little room for another one beside it")
        return
    try:
        if code := run_until(over, _renew):
            _log.warning("index_not_renewed", reason=f"its process ended with {code}")
    finally:
        indexer.forget_draft(where.index_directory)


def is_due(where: Installation, hours: Hours, now: datetime, load: float) -> bool:
    """Tell whether the index should be built anew at this moment, when so many processors are busy.

    It should when its segments are many (`segments.Shape.is_worn`), the hour is a quiet one, nothing is
    loaded or published, and at most half of the processors are busy, with questions or whatever else.
    """
    if not hours.hold(now) or load > _LITTLE_TO_DO * (os.cpu_count() or 1):
        return False
    wear = indexer.wear(where.index_directory)
    return wear is not None and wear.is_worn and not _is_loading(where)


def _is_loading(where: Installation) -> bool:
    with closing(locks_of(where.engine)) as locks:
        return any(map(locks.is_held, _LOADING))


def _renew() -> None:
    from soupis.cli.main import in_one_line

    leave_with_parent(0)  # whatever it is at, nothing is lost
    come_after(_BEHIND_OTHERS)
    set_memory(keep_freed=False)
    in_one_line(lambda: renew(installation(None, prepare=False)))


def renew(where: Installation) -> None:
    """Build the index anew, and log how that goes on."""
    started = time.monotonic()
    due = started + _SECONDS_BETWEEN_LINES

    def told(stage: str, done: int, total: int | None) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + _SECONDS_BETWEEN_LINES
            _log.info("renewing_index", stage=stage, done=done, total=total)

    _log.info("renewing_index", segments=_segments(where))
    if indexer.renew(where.published(), where.index_directory, told):
        _log.info("index_renewed", segments=_segments(where), seconds=round(time.monotonic() - started))
    else:
        _log.info("index_not_renewed", reason="another one was built meanwhile")


def _segments(where: Installation) -> dict[str, int] | None:
    wear = indexer.wear(where.index_directory)
    return wear.segment_counts if wear else None
