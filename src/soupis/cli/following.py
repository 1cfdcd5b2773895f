"""Following on a node: step by step until told to stop, or once before a server starts."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import structlog
import typer
from sqlalchemy.exc import SQLAlchemyError

from soupis.cli import listening
from soupis.cli.console import installation, notes, progress_bars
from soupis.cli.failures import one_line
from soupis.cli.outage import Waiting, prepare
from soupis.cli.renewing import renewing
from soupis.ingest.hidden_list import HiddenListError, is_unpublished, record
from soupis.installation import Installation
from soupis.processes import come_after, leave_with_parent, run_until
from soupis.progress import Progress, no_progress
from soupis.store.announcements import Announcements
from soupis.store.change_log import CHANNEL
from soupis.store.engine import is_away
from soupis.store.generations import DirectoryBusyError, writer_lock

_PAUSE = 1.0
# Between two tries while the record is away: the first pause is that of following, then they grow to this.
_LONGEST_PAUSE = 5.0
_LEAVING_SECONDS = 2.0
# What failed for this machine is tried again: a full disk may have room by then.
_PAUSE_AFTER_FAULT = 60.0
# How much later than who answers a process that publishes gets the processor.
_BEHIND_REQUESTS = 10
# A follower that is started with the server, and waited while that filled the node, is at it by then.
_GRACE_SECONDS = 10.0
NOT_FOLLOWED = (
    "Nobody keeps this node's copy of the documents up to date: run soupis follow beside the server, "
    "or soupis serve --follow."
)

_log = structlog.stdlib.get_logger(__name__)


def follow_until(stop: threading.Event, where: Installation, every: float) -> None:
    """Follow until `stop` is set, whatever fails meanwhile; `every` so many seconds, sooner when told."""
    with (
        renewing(where),
        closing(where.follower()) as follower,
        closing(Announcements(where.settings.database_url, CHANNEL)) as announced,
    ):
        pause = 0.0  # while following fails: until the next try
        while not stop.is_set():
            try:
                with _shown(where) as progress:
                    follower.follow(progress)
                pause = 0.0
            except DirectoryBusyError:
                pass  # a worker, a rebuild, or another follower is at it
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                pause = _pause_after(error, pause, every)
            if pause:
                stop.wait(pause)
            else:
                announced.wait(every, stop)


def _pause_after(error: Exception, pause: float, every: float) -> float:
    """Tell of following that failed, and return how long to wait; `pause` was the wait before, 0 = none."""
    if isinstance(getattr(error, "orig", error), (sqlite3.Error, OSError)):
        # Of this machine: a full disk stays full until somebody makes room.
        reason = one_line(error) or type(error).__name__
        _log.error("following_failed", reason=reason, then="it is tried again in a minute")
        return _PAUSE_AFTER_FAULT
    if not pause:
        _log.warning("following_failed", error=type(error).__name__, then="it is tried again")
    return min(2 * pause or every, max(every, _LONGEST_PAUSE))


def bring_up(where: Installation, *, followed: bool = False) -> None:
    """Have this node hold what is published before a server starts; wait for who is filling it already.

    Where it will be `followed`, a node that is far behind comes up to what is published while it is served.
    Where PostgreSQL is away, what is here has to do; where nothing is here, it is waited for.
    """
    told = False
    waiting = Waiting()
    while True:
        try:
            with (
                closing(where.follower()) as follower,
                progress_bars() as progress,
            ):
                follower.follow(progress, all_of_it=not followed)
            if where.holds_documents():
                return
        except DirectoryBusyError:
            if where.holds_documents():
                return  # who follows brings it up while it is served
            if not told:
                notes.print("Waiting for soupis follow, which is filling this node.")
            told = True
            threading.Event().wait(_PAUSE)
        except SQLAlchemyError as error:
            if not is_away(error):
                raise
            if where.can_serve_alone():
                return
            waiting.after(error)


@contextmanager
def attended(where: Installation, *, prepared: bool, publish: bool, follow: bool) -> Iterator[None]:
    """Do beside a server what it cannot do itself; all of it ends with the block.

    Databases that are not `prepared`, because PostgreSQL is away, are so as soon as it is back; what is wrong
    with them then ends the server, too. With `publish` all that changed is published as soon as the server
    answers, and whenever a command was killed that hid persons; until then it answers from the documents of
    before. With `follow` a follower runs, and again when
    it has ended; without, it is said where nobody else follows.
    """
    over = threading.Event()
    refused: list[int] = []  # the exit code

    def keep() -> None:
        waits = not prepared
        while waits and not over.is_set():
            code = run_until(over, _prepare)
            if code is not None and code > 0:
                refused.append(code)
                os.kill(os.getpid(), signal.SIGTERM)
                return
            if waits := code != 0:  # somebody killed it
                over.wait(_PAUSE)
        if not follow and where.node.documents is not None and not over.wait(_GRACE_SECONDS):
            _say_where_nobody_follows(where.node.documents)
        while follow and not over.is_set():
            run_until(over, _follow)
            over.wait(_PAUSE)

    def publish_all() -> None:
        settings = where.settings
        if not listening.wait_until_answering(settings.host, settings.port, over):
            return
        while not over.is_set():
            if code := run_until(over, _publish):  # it was killed, or failed and said why
                over.wait(_PAUSE if code < 0 else _PAUSE_AFTER_FAULT)
            while not code and not over.wait(_PAUSE) and not _is_hiding_unfinished(where):
                pass

    if not prepared:
        notes.print(
            f"PostgreSQL is away: this node serves what {where.directory} holds, and goes on by itself when "
            "it is back.",
            style="yellow",
            soft_wrap=True,
        )
    attendants = [threading.Thread(target=keep, name="attendant")]
    if publish:
        attendants.append(threading.Thread(target=publish_all, name="publisher"))
    for attendant in attendants:
        attendant.start()
    try:
        yield
    finally:
        over.set()
        for attendant in attendants:
            attendant.join()
    if refused:
        raise typer.Exit(refused[0])


def _say_where_nobody_follows(documents: Path) -> None:
    with suppress(DirectoryBusyError), writer_lock(documents):
        notes.print(NOT_FOLLOWED, style="yellow", soft_wrap=True)


def _is_hiding_unfinished(where: Installation) -> bool:
    try:
        record(where.engine, where.hidden_persons_file)
        return is_unpublished(where.engine)
    except (SQLAlchemyError, HiddenListError):  # a busy database, or what every command says
        return False
    finally:
        where.engine.dispose()  # server processes are forked without open databases


def _prepare() -> None:
    from soupis.cli.main import in_one_line

    leave_with_parent(_LEAVING_SECONDS)
    in_one_line(lambda: prepare(installation(None, prepare=False)))


def _publish() -> None:
    from soupis.cli.main import in_one_line
    from soupis.cli.synchronising import publish_when_free

    def publish() -> None:
        if not publish_when_free(installation(None, prepare=False)):
            sys.exit(1)

    leave_with_parent(_LEAVING_SECONDS)
    come_after(_BEHIND_REQUESTS)
    in_one_line(publish)


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
