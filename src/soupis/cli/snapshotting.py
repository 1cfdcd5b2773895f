"""Storing snapshots of a node: when somebody says so, or when the newest one has become old."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.ingest.stored_state import save_state
from soupis.installation import Installation
from soupis.progress import Progress, no_progress
from soupis.search import node_snapshots
from soupis.store.change_log import OLDEST_SNAPSHOT
from soupis.store.engine import open_engine
from soupis.store.leases import LeaseHeldError, LeaseLostError, Leases
from soupis.store.snapshots import Manifest, SnapshotError, Snapshots
from soupis.times import utc_now

_LEASE = "snapshot"
# After a look that found another node at it, or that failed.
_PAUSE_SECONDS = 900.0
_FIRST_LOOK_SECONDS = 5.0

_log = structlog.stdlib.get_logger(__name__)


def publish_snapshot(where: Installation, snapshots: Snapshots, progress: Progress) -> Manifest:
    """Store a snapshot of this node, and note how far back the change log has to be kept for those there are.

    Raises SnapshotError, and LeaseHeldError while somebody stores one.
    """
    with _alone(where):
        return _publish(where, snapshots, progress)


def publish_if_due(where: Installation, snapshots: Snapshots, now: datetime) -> float:
    """Store a snapshot of this node if the newest one is old; return after how many seconds to look again."""
    every = timedelta(hours=where.settings.snapshot_hours)
    with _alone(where):
        if kept := snapshots.kept():
            left = datetime.fromisoformat(kept[-1].created) + every - now
            if left > timedelta():
                return min(left, every).total_seconds()
        made = _publish(where, snapshots, no_progress)
    _log.info("snapshot_stored", name=made.name, seq=made.seq, files=len(made.files))
    return every.total_seconds()


def publish_when_due(stop: threading.Event, where: Installation) -> None:
    """Store snapshots in time until `stop` is set; of several nodes, one does."""
    if where.node.documents is None or not where.settings.snapshot_hours:
        return
    pause = _FIRST_LOOK_SECONDS
    while not stop.wait(pause):
        pause = _PAUSE_SECONDS
        try:
            snapshots = where.snapshots()
            if snapshots is None:
                return
            if where.holds_documents():
                pause = publish_if_due(where, snapshots, utc_now())
        except LeaseHeldError:
            pass  # another node is at it
        except (SnapshotError, OSError, LeaseLostError, SQLAlchemyError) as error:  # a full disk, too
            reason = str(error) if isinstance(error, (SnapshotError, OSError)) else type(error).__name__
            _log.warning("snapshot_failed", reason=reason, then="it is tried again")


def _publish(where: Installation, snapshots: Snapshots, progress: Progress) -> Manifest:
    for left in where.directory.glob(f"{node_snapshots.DRAFT}*"):  # by who was killed, because we are alone
        shutil.rmtree(left)
    made = node_snapshots.publish(where.node, snapshots, progress)
    # The lines after the oldest one are kept, so that a node that starts from any of them can go on.
    save_state(where.engine, OLDEST_SNAPSHOT, min(manifest.seq for manifest in snapshots.kept()))
    return made


@contextmanager
def _alone(where: Installation) -> Iterator[None]:
    engine = open_engine(where.queue_url, one_writer=False)
    try:
        with Leases(engine).hold(_LEASE):
            yield
    finally:
        engine.dispose()
