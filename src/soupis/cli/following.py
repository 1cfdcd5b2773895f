"""Following on a node: step by step until told to stop, or once before a server starts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import structlog
from sqlalchemy.exc import SQLAlchemyError

from soupis.cli.console import notes, progress_bars
from soupis.cli.snapshotting import publish_when_due
from soupis.ingest.runs import Progress, no_progress
from soupis.installation import Installation
from soupis.processes import CONTEXT
from soupis.store.announcements import Announcements
from soupis.store.change_log import CHANNEL
from soupis.store.generations import DirectoryBusyError, writer_lock

_PAUSE = 1.0

_log = structlog.stdlib.get_logger(__name__)


def follow_until(stop: threading.Event, where: Installation, every: float) -> None:
    """Follow until `stop` is set, whatever fails meanwhile; `every` so many seconds, sooner when told.

    Snapshots of this node are stored beside it when they are due.
    """
    # A snapshot that is being stored is not waited for at the end: what has no manifest is none.
    threading.Thread(target=publish_when_due, args=(stop, where), name="snapshots", daemon=True).start()
    with (
        closing(where.follower()) as follower,
        closing(Announcements(where.settings.database_url, CHANNEL)) as announced,
    ):
        failing = False
        while not stop.is_set():
            try:
                with _shown(where) as progress:
                    follower.follow(progress)
                failing = False
            except DirectoryBusyError:
                pass  # a worker, a rebuild, or another follower is at it
            except SQLAlchemyError as error:
                if not failing:
                    _log.warning("following_failed", error=type(error).__name__, then="it is tried again")
                failing = True
            announced.wait(every, stop)


def bring_up(where: Installation) -> None:
    """Have this node hold what is published before a server starts; wait for who is filling it already."""
    waiting = False
    while True:
        try:
            with (
                closing(where.follower()) as follower,
                progress_bars() as progress,
            ):
                follower.follow(progress)
            if where.holds_documents():
                return
        except DirectoryBusyError:
            if where.holds_documents():
                return  # who follows brings it up while it is served
            if not waiting:
                notes.print("Waiting for soupis follow, which is filling this node.")
            waiting = True
            threading.Event().wait(_PAUSE)


def is_followed(where: Installation) -> bool:
    """Tell whether a process follows on this node now."""
    if where.node.documents is None:
        return True
    try:
        with writer_lock(where.node.documents):
            return False
    except DirectoryBusyError:
        return True


@contextmanager
def followed() -> Iterator[None]:
    """Run a follower beside a server; one that ends is started again, all end with the block."""
    over = threading.Event()

    def keep() -> None:
        while not over.is_set():
            process = CONTEXT.Process(target=_follow)
            process.start()
            while process.is_alive() and not over.is_set():
                process.join(_PAUSE / 4)
            process.terminate()
            process.join()
            over.wait(_PAUSE)

    keeper = threading.Thread(target=keep, name="follower")
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()


def _follow() -> None:
    from soupis.cli.main import main

    main(["follow"])


@contextmanager
def _shown(where: Installation) -> Iterator[Progress]:
    """Show how a first filling goes on; what comes later takes moments and is not worth a line."""
    if where.holds_documents():
        yield no_progress
        return
    with progress_bars() as progress:
        yield progress
