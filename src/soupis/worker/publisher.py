"""Publishing what changed and bringing the search index up to it; one at a time across all processes."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

import structlog

from soupis.ingest.coverage import refresh_coverage
from soupis.ingest.merge.merging import merge_again
from soupis.ingest.publish.publish import Pauses, may_be_served, publish, publish_companies, publish_hidden
from soupis.ingest.stored_state import load_state
from soupis.processes import release_memory
from soupis.progress import Progress
from soupis.search import indexer
from soupis.store.engine import reading
from soupis.store.generations import DirectoryBusyError
from soupis.store.republishing import REPUBLISHING, Republishing
from soupis.worker.context import Context

# How long a command waits for somebody else who is publishing; the first load takes the longest.
PATIENCE = 3600.0
# How far the index may fall behind while much is published: then it follows in between.
_INDEX_BEHIND_SECONDS = 60.0
_SECONDS_BETWEEN_LINES = 60.0

_log = structlog.stdlib.get_logger(__name__)


def publish_and_index_all(context: Context, *, patience: float = PATIENCE) -> int:
    """Publish all that changed and bring the index up to it; return how many documents changed.

    Raises LockHeldError when another process is publishing for longer than `patience` seconds.
    """
    with context.publishing, context.locks.exclusive("publish", patience=patience) as lock:
        watched = context.progress(lock)
        if _is_searched_in_vain(context):
            _follow(context, watched)
        merge_again(context.engine, watched)
        _leave_nothing(context)
        with _logged(context, watched) as logged:
            changed = publish(context.engine, logged, _pauses(context, logged))
        _leave_nothing(context)
        _follow(context, watched)
        refresh_coverage(context.engine)
    return changed


def publish_and_index_hidden(context: Context, *, patience: float = PATIENCE) -> int:
    """Publish what follows from decisions about hidden persons; return how many documents changed.

    Raises LockHeldError when another process is publishing for longer than `patience` seconds.
    """
    with context.publishing, context.locks.exclusive("publish", patience=patience) as lock:
        changed = publish_hidden(context.engine)
        _follow(context, context.progress(lock))
    return changed


def publish_and_index(context: Context, icos: Collection[int]) -> int:
    """Publish some companies ahead of whatever else waits; return how many documents changed."""
    with context.publishing, context.locks.exclusive("publish", patience=PATIENCE) as lock:
        changed = publish_companies(context.engine, icos)
        if changed:
            _follow(context, context.progress(lock))
    return changed


def _is_searched_in_vain(context: Context) -> bool:
    """Tell whether there is an index of another version only, and documents that a new one can be made of."""
    if not indexer.is_of_other_version(context.index_directory):
        return False
    with reading(context.engine) as connection:
        return may_be_served(connection)


@contextmanager
def _logged(context: Context, progress: Progress) -> Iterator[Progress]:
    """Give a progress callback that logs how many documents are made anew, where nobody is shown it."""
    due = float("-inf")

    def update(stage: str, done: int, total: int | None) -> None:
        nonlocal due
        progress(stage, done, total)
        if time.monotonic() >= due:
            due = time.monotonic() + _SECONDS_BETWEEN_LINES
            if state := load_state(context.engine, REPUBLISHING, Republishing):
                begun.append(state)
                _log.info("making_documents_anew", done=state.done, total=state.total)

    begun: list[Republishing] = []
    yield progress if context.show else update
    if begun:
        _log.info("documents_made_anew", total=begun[-1].total)


def _pauses(context: Context, progress: Progress) -> Pauses | None:
    """Return the pauses in which the index follows while much is published, where there is one that can.

    Both processors are its own then, and the memory of those who build. The first index, of companies or of
    persons, is built at once when everything is published, which takes less time.
    """
    if not indexer.can_continue(context.engine, context.index_directory):
        return None

    def follow() -> None:
        _leave_nothing(context)
        _follow(context, progress)
        _leave_nothing(context)  # documents on their way into the index are some ten thousand small pieces

    return Pauses(follow, _INDEX_BEHIND_SECONDS, indexer.indexed_kinds(context.index_directory))


def _leave_nothing(context: Context) -> None:
    """Give back what the last part of a load took: the next one needs other things.

    Connections that nobody uses go too, with their working tables, which hold whole files, and their caches.
    """
    context.engine.dispose()
    release_memory()


def _follow(context: Context, progress: Progress) -> None:
    if context.engine.dialect.name != "sqlite":
        return  # each node follows with a copy of its own
    # Where `soupis follow` or a rebuild is at it, that will read the change log itself.
    with suppress(DirectoryBusyError):
        indexer.follow(context.engine, context.index_directory, progress)
