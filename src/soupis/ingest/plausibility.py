"""Whether a file of a source is to be believed: one that is largely unreadable or much too short is refused.

A register may change its format, a mirror may cut a file at a row's end: what is left looks like good data
about fewer companies. Taken over, it would mark thousands as gone, or leave them as they were unnoticed.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine, select

from soupis.ingest.runs import Run
from soupis.registers.records import SourceError
from soupis.store.engine import reading
from soupis.store.tables import source_run

GREATEST_UNREADABLE: Final = 0.10
GREATEST_LOSS: Final = 0.10

# So many may be unreadable or gone, unless nothing is left: in a small file one alone can be over a tenth.
_FEW: Final = 3


def refuse_unreadable(
    run: Run, unreadable: int, entries: int, *, estimated: bool = False, force: bool = False
) -> None:
    """Raise SourceError when more than a tenth of a file's entries, or every one, cannot be read.

    `estimated`: the number comes from samples of the file, and the sentence says so.
    """
    entries = max(entries, unreadable)
    is_wholly = 0 < unreadable == entries
    if not force and (is_wholly or _is_too_many(unreadable, entries, GREATEST_UNREADABLE)):
        about, by = ("About ", ", by an estimate from samples of it") if estimated else ("", "")
        raise SourceError(
            f"{about}{unreadable:,} of {entries:,} entries of {run.dataset} cannot be read "
            f"({unreadable / entries:.0%}{by}), more than {GREATEST_UNREADABLE:.0%}; nothing was changed. "
            "Check the file, then repeat with --force."
        )


def refuse_wholly_unreadable(run: Run) -> None:
    """Raise SourceError when none of the entries of recorded answers can be read.

    Answers about single companies may hold a few entries of which some cannot be read: the others count.
    """
    if run.rows_rejected and not run.rows_read:
        first = f" ({run.rejected[0].place}: {run.rejected[0].reason})" if run.rejected else ""
        raise SourceError(
            f"{run.rows_rejected:,} of {run.rows_rejected:,} entries of {run.dataset} cannot be read{first}; "
            "nothing was changed. Check the file, or record the answer again."
        )


def refuse_loss(
    engine: Engine, run: Run, entries: int, *, predecessor: str | None = None, force: bool = False
) -> None:
    """Raise SourceError when a file holds a tenth less than the last one that was taken over whole.

    The first file of a data set is compared with the last one of its `predecessor`.
    """
    if force:
        return
    before = _last_read(engine, run, run.dataset)
    if not before and predecessor is not None:
        before = _last_read(engine, run, predecessor)
    lost = before - entries
    if _is_too_many(lost, before, GREATEST_LOSS):
        raise SourceError(
            f"{run.dataset} holds {entries:,} entries, {lost:,} fewer than the last time "
            f"({lost / before:.0%}), more than {GREATEST_LOSS:.0%}; nothing was changed. "
            "Check the file, then repeat with --force."
        )


def _last_read(engine: Engine, run: Run, dataset: str) -> int:
    """Return how many entries the last file of a data set held that was taken over before, 0 without one."""
    query = (
        select(source_run.c.rows_read)
        .where(
            source_run.c.source == run.source,
            source_run.c.dataset == dataset,
            source_run.c.state == "done",
            source_run.c.rows_read > 0,  # one that met an unchanged file has read nothing
            source_run.c.id < run.id,
        )
        .order_by(source_run.c.id.desc())
        .limit(1)
    )
    with reading(engine) as connection:
        return connection.scalar(query) or 0


def _is_too_many(some: int, of: int, share: float) -> bool:
    return some > max(_FEW, of * share)
