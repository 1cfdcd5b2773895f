"""Forgetting the lines of the change log that are older than anybody is promised."""

from __future__ import annotations

from datetime import timedelta

from soupis.store.change_log import forget_before, newest
from soupis.store.engine import reading, writing
from soupis.store.generations import current_generation, read_state
from soupis.times import utc_now, utc_text
from soupis.worker.context import Context


def forget_old_changes(context: Context) -> int:
    """Delete lines that have been kept long enough and that the index has followed; return how many.

    What follows the log elsewhere and is further behind than that is filled anew by itself.
    """
    followed = _followed(context)
    if followed is None:
        return 0
    oldest_kept = utc_text((utc_now() - timedelta(days=context.change_days)).timestamp())
    forgotten = 0
    while True:
        context.check()
        with writing(context.engine) as connection:
            now = forget_before(connection, oldest_kept, followed)
        forgotten += now
        if not now:
            return forgotten


def _followed(context: Context) -> int | None:
    """Return up to which line nobody needs the log any more, None where that cannot be told.

    On many machines nobody knows all nodes: one that is further behind is filled anew.
    """
    if context.engine.dialect.name != "sqlite":
        with reading(context.engine) as connection:
            return newest(connection).seq
    generation = current_generation(context.index_directory)
    state = read_state(generation) if generation else None
    return state.seq if state else None
