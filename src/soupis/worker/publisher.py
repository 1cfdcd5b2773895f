"""Publishing what changed and bringing the search index up to it; one at a time across all processes."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from soupis.ingest.coverage import refresh_coverage
from soupis.ingest.merge.merging import merge_again
from soupis.ingest.publish.publish import publish, publish_companies
from soupis.ingest.runs import Progress
from soupis.search import indexer
from soupis.store.generations import DirectoryBusyError
from soupis.worker.context import Context

# How long a command waits for somebody else who is publishing; the first load takes the longest.
PATIENCE = 3600.0


def publish_and_index_all(context: Context, *, patience: float = PATIENCE) -> int:
    """Publish all that changed and bring the index up to it; return how many documents changed.

    Raises LeaseHeldError when another process is publishing for longer than `patience` seconds.
    """
    with context.publishing, context.leases.hold("publish", patience=patience) as lease:
        watched = context.progress(lease)
        merge_again(context.engine, watched)
        changed = publish(context.engine, watched)
        _follow(context, watched)
        refresh_coverage(context.engine)
    return changed


def publish_and_index(context: Context, icos: Collection[int]) -> int:
    """Publish some companies ahead of whatever else waits; return how many documents changed."""
    with context.publishing, context.leases.hold("publish", patience=PATIENCE) as lease:
        changed = publish_companies(context.engine, icos)
        if changed:
            _follow(context, context.progress(lease))
    return changed


def _follow(context: Context, progress: Progress) -> None:
    if context.engine.dialect.name != "sqlite":
        return  # each node follows with a copy of its own
    # Where `soupis follow` or a rebuild is at it, that will read the change log itself.
    with suppress(DirectoryBusyError):
        indexer.follow(
            context.engine, context.index_directory, lambda done, total: progress("indexing", done, total)
        )
