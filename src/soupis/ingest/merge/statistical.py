"""Import of the two files of the statistical register: subjects and their activities.

A file is read as a whole before anything is written. Subjects are then compared by a hash of each row, and
only rows that changed are read again and merged.

This module loads polars, so import it only where a file is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl
from sqlalchemy import Column, Connection, Engine, Index, Integer, Text, func, select
from sqlalchemy.schema import CreateIndex, DropIndex

from soupis.identifiers import format_ico
from soupis.ingest.merge.activities import merge_activities
from soupis.ingest.merge.merging import BATCH, Merge
from soupis.ingest.plausibility import GREATEST_LOSS, refuse_loss, refuse_unreadable
from soupis.ingest.runs import Run, is_unchanged, recorded_run
from soupis.progress import Progress
from soupis.registers import res
from soupis.registers.records import Rejected, SourceError
from soupis.sources import RES
from soupis.store import bulk
from soupis.store.engine import (
    driver_cursor,
    is_sqlite,
    reading,
    staging,
    start_log_over,
    writing_connection,
)
from soupis.store.tables import statistical_row
from soupis.times import utc_now, utc_text

SUBJECTS = "res_data"
ACTIVITIES = "res_pf_nace"

# It has its index only when it is full.
_STAGE = bulk.working_table("stage_activity", Column("ico", Integer), Column("codes", Text))
_STAGE_BY_ICO = Index("stage_activity_ico", _STAGE.c.ico)

_ROW = {"ico": pl.Int64, "fingerprint": pl.Int64}


def sync_files(engine: Engine, paths: list[Path], progress: Progress, *, force: bool = False) -> list[Run]:
    """Merge the files of a snapshot; one that fails does not stop the others, its error comes at the end."""
    outcomes = sync_each(engine, paths, progress, force=force)
    for outcome in outcomes.values():
        if isinstance(outcome, SourceError):
            raise outcome
    return [outcome for outcome in outcomes.values() if isinstance(outcome, Run)]


def sync_each(
    engine: Engine, paths: list[Path], progress: Progress, *, force: bool = False
) -> dict[Path, Run | SourceError]:
    """Merge the files of a snapshot, subjects first; return the run or the error of each."""
    outcomes: dict[Path, Run | SourceError] = {}
    for path in sorted(paths, key=res.is_activities):
        sync = sync_activities if res.is_activities(path) else sync_subjects
        try:
            outcomes[path] = sync(engine, path, progress, force=force)
        except SourceError as error:
            outcomes[path] = error
    return outcomes


def sync_subjects(engine: Engine, path: Path, progress: Progress, *, force: bool = False) -> Run:
    """Merge a snapshot of all subjects; nothing changes unless the whole file could be read."""
    with recorded_run(engine, RES, SUBJECTS) as run:
        if is_unchanged(engine, run, path, reader_version=res.READER_VERSION, force=force):
            return run
        found = _compare(engine, run, path, progress, force=force)
        with writing_connection(engine) as connection:
            with staging(connection):
                # A snapshot is as old as its file, which may be imported long after its download.
                merge = Merge(connection, RES, SUBJECTS, min(utc_text(path.stat().st_mtime), run.started))
            for done, rows in _read_changed(path, found.rows):
                run.rows_changed += _merge_changed(connection, merge, rows)
                progress("merging subjects", done, found.rows.height)
            with connection.begin():
                run.rows_changed += merge.confirm_existence(unless={*found.gone, *run.unreadable})
                run.missing = merge.mark_missing(found.gone, utc_now().date().isoformat())
                bulk.delete_rows(connection, statistical_row, ("ico",), ((ico,) for ico in found.gone))
    return run


class _Comparison(NamedTuple):
    """Comparison of a file with the rows that the claims were made from."""

    rows: pl.DataFrame  # `ico`, `fingerprint` and `is_changed`, in the order of the file
    gone: list[int]  # IDs that the file lacks


def _compare(engine: Engine, run: Run, path: Path, progress: Progress, *, force: bool) -> _Comparison:
    """Read the whole file; raise SourceError if it is not plausible."""
    size = path.stat().st_size
    known = _known_rows(engine)
    frames = [pl.DataFrame(schema={**_ROW, "is_changed": pl.Boolean, "is_read": pl.Boolean})]
    for rows, rejected in res.read_subjects(path, lambda done: progress("reading subjects", done, size)):
        is_changed = force | _differ(rows, known)
        # Unchanged rows were checked when they were imported.
        _, refused = res.check_subjects(rows.filter(is_changed))
        is_read = ~rows["line"].is_in(list(refused))
        frames.append(rows.select(*_ROW, is_changed.alias("is_changed"), is_read.alias("is_read")))
        for item in (*rejected, *refused.values()):
            run.reject(item)
    found = pl.concat(frames)
    read = found.filter("is_read")["ico"]
    run.rows_read = len(read)
    for ico in read.filter(~read.is_first_distinct()):
        run.reject(Rejected(f"IČO {format_ico(ico)}", "the ID stands in the file a second time"))
    refuse_unreadable(run, run.rows_rejected, run.rows_read + run.rows_rejected, force=force)
    # A row that cannot be read is not a subject that is gone.
    gone = sorted({*known.join(found, on="ico", how="anti")["ico"]} - run.unreadable)
    if len(gone) > known.height * GREATEST_LOSS and not force:
        raise SourceError(
            f"The snapshot lacks {len(gone):,} of {known.height:,} known subjects "
            f"({len(gone) / known.height:.0%}), more than {GREATEST_LOSS:.0%}; nothing was changed. "
            "Check the file, then repeat with --force."
        )
    is_first = pl.col("is_read") & pl.when("is_read").then("ico").is_first_distinct()
    return _Comparison(found.with_columns(is_changed=is_first & pl.col("is_changed")), gone)


def _differ(rows: pl.DataFrame, known: pl.DataFrame) -> pl.Series:
    """Tell for each row whether it is new or differs from the known one."""
    if rows.is_empty():
        return pl.Series([], dtype=pl.Boolean)
    # Files are in the order of IDs, so that few known rows are between the first and the last ID.
    bounds = rows.select(pl.col("ico").min().append(pl.col("ico").max() + 1)).to_series()
    first, last = known["ico"].search_sorted(bounds)
    joined = rows.join(known.slice(first, last - first), on="ico", how="left", maintain_order="left")
    return joined["fingerprint_right"].ne_missing(rows["fingerprint"])


def _known_rows(engine: Engine) -> pl.DataFrame:
    """Return IDs and fingerprints of the rows that the claims were made from, in the order of IDs."""
    frames = [pl.DataFrame(schema=_ROW)]
    with reading(engine) as connection:
        options = {} if is_sqlite(connection) else {"name": "known_rows"}  # a cursor on the server
        with driver_cursor(connection, **options) as cursor:
            cursor.execute("SELECT ico, fingerprint FROM statistical_row ORDER BY ico")
            while part := cursor.fetchmany(BATCH):
                frames.append(pl.DataFrame(part, _ROW, orient="row"))
    return pl.concat(frames)


def _read_changed(path: Path, compared: pl.DataFrame) -> Iterator[tuple[int, pl.DataFrame]]:
    """Yield changed rows in batches, each with the number of the file's rows before its end."""
    done, waiting = 0, pl.DataFrame()
    for rows, _ in res.read_subjects(path):
        expected = compared.slice(done, rows.height)
        if not rows.select(*_ROW).equals(expected.select(*_ROW)):
            raise SourceError(f"The file {path.name} changed while it was read; repeat the command.")
        waiting = pl.concat([waiting, rows.filter(expected["is_changed"])], how="diagonal")
        done += rows.height
        if waiting.height >= BATCH:
            yield done, waiting
            waiting = waiting.clear()
    yield done, waiting


def _merge_changed(connection: Connection, merge: Merge, rows: pl.DataFrame) -> int:
    """Merge rows in one transaction; return the number of claims that differed."""
    if rows.is_empty():
        return 0
    with staging(connection):
        merge.clear()
        checked, _ = res.check_subjects(rows)
        merge.stage_rows(res.list_subjects(checked))
    with connection.begin():
        changed = merge.merge_all()
        is_staged = statistical_row.c.ico.in_(select(merge.stage.c.ico))
        connection.execute(statistical_row.delete().where(is_staged))
        bulk.insert_rows(connection, statistical_row, tuple(_ROW), rows.select(*_ROW).iter_rows())
    start_log_over(connection)
    return changed


def sync_activities(engine: Engine, path: Path, progress: Progress, *, force: bool = False) -> Run:
    """Merge a snapshot of all activities; nothing changes unless the whole file could be read."""
    with recorded_run(engine, RES, ACTIVITIES) as run:
        if is_unchanged(engine, run, path, reader_version=res.READER_VERSION, force=force):
            return run
        with writing_connection(engine) as connection:
            with staging(connection):
                _stage_activities(connection, run, path, progress)
                # Several rows are about one company; those that name none are counted one by one.
                unreadable = len(run.unreadable) + run.rows_unplaced
                refuse_unreadable(run, unreadable, run.rows_read + run.rows_unplaced, force=force)
                refuse_loss(engine, run, run.rows_read, force=force)
            done, last = 0, -1
            while done < run.rows_read:
                progress("merging activities", done, run.rows_read)
                with connection.begin():
                    listed = _staged_after(connection, last)
                    run.rows_changed += merge_activities(connection, RES, listed, incomplete=run.unreadable)
                done, last = done + len(listed), max(listed)
                start_log_over(connection)
        progress("merging activities", run.rows_read, run.rows_read)
    return run


def _stage_activities(connection: Connection, run: Run, path: Path, progress: Progress) -> None:
    stage = bulk.create_empty(connection, _STAGE)
    connection.execute(DropIndex(_STAGE_BY_ICO, if_exists=True))
    size = path.stat().st_size
    for rows, rejected in res.read_activities(path, lambda done: progress("reading activities", done, size)):
        bulk.insert_rows(connection, stage, ("ico", "codes"), rows.iter_rows())
        for item in rejected:
            run.reject(item)
    connection.execute(CreateIndex(_STAGE_BY_ICO))
    companies = select(stage.c.ico).distinct().subquery()
    run.rows_read = connection.scalar(select(func.count()).select_from(companies)) or 0


def _staged_after(connection: Connection, last: int) -> dict[int, str]:
    """Return the packed codes of the next companies in the stage, from about `BATCH` rows."""
    stage = _STAGE
    following = select(stage.c.ico).where(stage.c.ico > last).order_by(stage.c.ico).limit(BATCH).subquery()
    end = select(func.max(following.c.ico)).scalar_subquery()
    rows = select(stage.c.ico, stage.c.codes).where(stage.c.ico > last, stage.c.ico <= end)
    staged: dict[int, str] = {}
    for ico, codes in connection.execute(rows.order_by(stage.c.ico)):
        # A company whose rows are not next to each other is staged several times.
        staged[ico] = codes if ico not in staged else " ".join(sorted({*staged[ico].split(), *codes.split()}))
    return staged
