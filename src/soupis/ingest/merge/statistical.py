"""Take over the two files of the statistical register: subjects and their activities."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs
from sqlalchemy import Column, Connection, Engine, Index, Integer, Text, func, select
from sqlalchemy.schema import CreateIndex, DropIndex

from soupis.identifiers import format_ico
from soupis.ingest.dirty_entries import mark_dirty_table
from soupis.ingest.merge.merging import BATCH, Merge
from soupis.ingest.plausibility import GREATEST_LOSS, refuse_loss, refuse_unreadable
from soupis.ingest.runs import Run, file_fingerprint, is_same_file, last_whole_file, recorded_run
from soupis.ingest.stored_state import load_state, save_state
from soupis.processes import CONTEXT, worker_pool
from soupis.progress import Progress
from soupis.registers import res
from soupis.registers.pieces import Pieces, Unchanged
from soupis.registers.records import Activities, Rejected, SourceError, Subject
from soupis.sources import RES
from soupis.store import bulk
from soupis.store.engine import open_engine, staging, start_log_over, writing_connection
from soupis.store.tables import activities as activities_table
from soupis.store.tables import company_claim
from soupis.times import utc_now, utc_text

if TYPE_CHECKING:
    from multiprocessing.connection import Connection as PipeConnection
    from multiprocessing.queues import Queue

SUBJECTS = "res_data"
ACTIVITIES = "res_pf_nace"


_PIECES = "pieces_of_subjects"
# There are no more in a file that is in the order of IDs; in another one nearly each line is a piece.
_MOST_PIECES = 100_000

# Activities smaller than this are not worth a process of their own.
_SIDE_BY_SIDE_BYTES = 20_000_000


# It has its index only when it is full.
_STAGE = bulk.working_table("stage_activity", Column("ico", Integer), Column("codes", Text))
_STAGE_BY_ICO = Index("stage_activity_ico", _STAGE.c.ico)
_TOUCHED = bulk.working_table("touched_activity", Column("ico", Integer, primary_key=True))


def is_activities_file(path: Path) -> bool:
    """Tell the two files apart by their header: only activities name a code list in each row."""
    return res.is_activities(path)


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
    """Merge the files of a snapshot and tell of each, subjects first, what came of it.

    Large ones are read side by side: activities in a process of their own.
    """
    activities = [path for path in paths if is_activities_file(path)]
    subjects = [path for path in paths if path not in activities]

    def here(sync: Callable[..., Run], path: Path, report: Progress) -> Run | SourceError:
        try:
            return sync(engine, path, report, force=force)
        except SourceError as error:
            return error

    if not subjects or sum(path.stat().st_size for path in activities) < _SIDE_BY_SIDE_BYTES:
        outcomes = {path: here(sync_subjects, path, progress) for path in subjects}
        return outcomes | {path: here(sync_activities, path, progress) for path in activities}
    url = engine.url.render_as_string(hide_password=False)
    stages: Queue[tuple[str, int, int | None]] = CONTEXT.Queue()
    abandoned, wanted = CONTEXT.Pipe(duplex=False)
    with wanted, worker_pool(1, _open_process, url, stages, abandoned) as pool:
        others = {path: pool.submit(_sync_activities_here, path, force) for path in activities}

        def both(stage: str, done: int, total: int | None) -> None:
            progress(stage, done, total)
            while not stages.empty():
                progress(*stages.get())

        try:
            outcomes = {path: here(sync_subjects, path, both) for path in subjects}
            while not all(other.done() for other in others.values()):
                both("merging subjects", 1, 1)
                wait(others.values(), timeout=0.2)
        except BaseException:
            wanted.close()  # who was asked to stop, or lost its lease, must not go on in another process
            raise
        return outcomes | {path: other.result() for path, other in others.items()}


class _Abandoned(BaseException):  # not an Exception: no fault of the file
    """The process that asked for the activities wants them no more."""


_process: list[tuple[Engine, Any, PipeConnection]] = []


def _open_process(url: str, stages: Any, abandoned: PipeConnection) -> None:
    stages.cancel_join_thread()  # nobody may be there any more to read what is left in it
    _process.append((open_engine(url), stages, abandoned))


def _sync_activities_here(path: Path, force: bool) -> Run | SourceError:
    engine, stages, abandoned = _process[0]

    def report(stage: str, done: int, total: int | None) -> None:
        if abandoned.poll():  # its other end is closed
            raise _Abandoned
        stages.put((stage, done, total))

    try:
        return sync_activities(engine, path, report, force=force)
    except SourceError as error:
        return SourceError(str(error))  # of the plain kind, which surely can be handed over


def sync_subjects(engine: Engine, path: Path, progress: Progress, *, force: bool = False) -> Run:
    """Merge a snapshot of all subjects; nothing changes unless the whole file could be read."""
    with recorded_run(engine, RES, SUBJECTS) as run:
        if _is_unchanged(engine, run, path, force=force):
            return run
        with writing_connection(engine) as connection:
            with staging(connection):
                # A snapshot is as old as its file, which may be given long after its download.
                moment = min(utc_text(path.stat().st_mtime), run.started)
                merge = Merge(connection, RES, SUBJECTS, moment)
                size = path.stat().st_size
                pieces = Pieces(() if force else _pieces_of_last(connection, run))
                records = res.read_subjects(
                    path, lambda done: progress("reading subjects", done, size), pieces
                )
                unchanged = array("i")
                subjects = _without_repeats(records, run, pieces, unchanged)
                merge.stage_rows(map(structs.astuple, subjects))
                merge.note_present(unchanged)
                refuse_unreadable(run, run.rows_rejected, run.rows_read + run.rows_rejected, force=force)
                lost = _count_lost(connection, merge, force=force)
                ranges = _ranges(connection, merge.stage)
            for number, (first, last) in enumerate(ranges):
                progress("merging subjects", number * BATCH, run.rows_read)
                with connection.begin():
                    run.rows_changed += merge.merge_range(first, last)
                start_log_over(connection)  # two processes that write by turns leave it no other moment
            with connection.begin():
                run.rows_changed += merge.confirm_existence()
                today = utc_now().date().isoformat()
                merge.note_present(run.unreadable.difference(unchanged))
                run.missing = merge.mark_missing(today) if lost else 0
                _keep_pieces(connection, run, pieces)
        progress("merging subjects", run.rows_read, run.rows_read)
    return run


def sync_activities(engine: Engine, path: Path, progress: Progress, *, force: bool = False) -> Run:
    """Merge a snapshot of all activities; nothing changes unless the whole file could be read."""
    with recorded_run(engine, RES, ACTIVITIES) as run:
        if _is_unchanged(engine, run, path, force=force):
            return run
        with writing_connection(engine) as connection:
            with staging(connection):
                stage = bulk.create_empty(connection, _STAGE)
                touched = bulk.create_empty(connection, _TOUCHED)
                connection.execute(DropIndex(_STAGE_BY_ICO, if_exists=True))
                size = path.stat().st_size
                records = res.read_activities(path, lambda done: progress("reading activities", done, size))
                accepted = _accepted(records, run, Activities)
                packed = ((record.ico, pack_codes(record.codes)) for record in accepted)
                bulk.insert_rows(connection, stage, ("ico", "codes"), packed)
                connection.execute(CreateIndex(_STAGE_BY_ICO))
                # A file that is not in the order of IDs brings a company in several runs of rows.
                companies = select(stage.c.ico).distinct().subquery()
                run.rows_read = connection.scalar(select(func.count()).select_from(companies)) or 0
                # Several rows are about one company; those that name none are counted one by one.
                unreadable = len(run.unreadable) + run.rows_unplaced
                refuse_unreadable(run, unreadable, run.rows_read + run.rows_unplaced, force=force)
                refuse_loss(engine, run, run.rows_read, force=force)
                first_load = connection.scalar(select(activities_table.c.ico).limit(1)) is None
                ranges = _ranges(connection, stage)
            for number, (first, last) in enumerate(ranges):
                progress("merging activities", number * BATCH, run.rows_read)
                with connection.begin():
                    staged = _staged_codes(connection, stage, first, last)
                    known = {} if first_load else _known_codes(connection, RES, first, last)
                    changed = {
                        ico: codes
                        for ico, codes in staged.items()
                        # What could be read of a company only in part says less than what is known.
                        if known.get(ico, "") != codes and not (ico in known and ico in run.unreadable)
                    }
                    replace_activities(connection, RES, changed, fresh=first_load)
                    bulk.clear(connection, touched)
                    bulk.insert_rows(connection, touched, ("ico",), ((ico,) for ico in changed))
                    mark_dirty_table(connection, touched)
                    run.rows_changed += len(changed)
                start_log_over(connection)
        progress("merging activities", run.rows_read, run.rows_read)
    return run


def replace_activities(
    connection: Connection, source: str, changed: dict[int, str], *, fresh: bool = False
) -> None:
    """Replace the activities of companies, given as packed codes; `fresh` = there are none to remove."""
    table = activities_table
    if not fresh:
        for chunk in bulk.chunks(changed, 500):
            connection.execute(table.delete().where(table.c.source == source, table.c.ico.in_(chunk)))
    rows = ((ico, source, codes) for ico, codes in changed.items() if codes)
    bulk.insert_rows(connection, table, ("ico", "source", "codes"), rows)


def _is_unchanged(engine: Engine, run: Run, path: Path, *, force: bool) -> bool:
    if not path.is_file():
        raise SourceError(f"{path}: no such file; give the path of a downloaded file.")
    run.fingerprint = f"{res.READER_VERSION}:{file_fingerprint(path)}"
    run.unchanged_file = not force and is_same_file(engine, run)
    return run.unchanged_file


def _accepted(records: Iterable[Any], run: Run, kind: type[Any]) -> Iterator[Any]:
    for record in records:
        if type(record) is kind:
            yield record
        elif type(record) is Rejected:
            run.reject(record)


def _without_repeats(
    records: Iterable[Subject | Unchanged | Rejected], run: Run, pieces: Pieces, unchanged: array[int]
) -> Iterator[Subject]:
    """Yield the subjects that are to be merged; IDs of those that are not read again go to `unchanged`."""
    seen = bytearray(100_000_000 // 8)  # one bit per possible ID

    def is_new(ico: int) -> bool:
        place, bit = divmod(ico, 8)
        if seen[place] >> bit & 1:
            run.reject(Rejected(f"IČO {format_ico(ico)}", "the ID stands in the file a second time"))
            pieces.spoil()
            return False
        seen[place] |= 1 << bit
        return True

    for record in records:
        if isinstance(record, Rejected):
            run.reject(record)
        elif isinstance(record, Unchanged):
            run.rows_read += len(record.icos)
            unchanged.extend(filter(is_new, record.icos))
        else:
            run.rows_read += 1
            if is_new(record.ico):
                yield record


class _KnownPieces(msgspec.Struct):
    """The pieces of a file of subjects that a run took over, by the fingerprint of the file."""

    fingerprint: str
    pieces: list[int]


def _pieces_of_last(connection: Connection, run: Run) -> list[int]:
    """Return the pieces of the file that the subjects were last made from, whole; otherwise none."""
    known = load_state(connection, _PIECES, _KnownPieces)
    return known.pieces if known and known.fingerprint == last_whole_file(connection, run) else []


def _keep_pieces(connection: Connection, run: Run, pieces: Pieces) -> None:
    taken_over = sorted(pieces.taken_over)
    kept = taken_over if len(taken_over) <= _MOST_PIECES else []
    save_state(connection, _PIECES, _KnownPieces(run.fingerprint or "", kept))


def _count_lost(connection: Connection, merge: Merge, *, force: bool) -> int:
    """Return how many known subjects the staged snapshot lacks; refuse one that lacks many of them."""
    claim = company_claim
    present = (claim.c.source == RES) & (claim.c.dataset == SUBJECTS) & claim.c.missing_since.is_(None)
    known = connection.scalar(select(func.count()).select_from(claim).where(present)) or 0
    lost = connection.scalar(select(func.count()).select_from(claim).where(present, merge.is_missing())) or 0
    if known and lost > known * GREATEST_LOSS and not force:
        raise SourceError(
            f"The snapshot lacks {lost:,} of {known:,} known subjects ({lost / known:.0%}), more than "
            f"{GREATEST_LOSS:.0%}; nothing was changed. Check the file, then repeat with --force."
        )
    return lost


def _ranges(connection: Connection, stage: Any) -> list[tuple[int, int]]:
    """Split the staged IDs into ranges of about `BATCH` rows."""
    ranges: list[tuple[int, int]] = []
    first = 0
    while True:
        following = select(stage.c.ico).where(stage.c.ico >= first).order_by(stage.c.ico)
        last = connection.scalar(following.limit(1).offset(BATCH - 1))
        if last is None:
            return [*ranges, (first, 2**31 - 1)]
        ranges.append((first, last))
        first = last + 1


def pack_codes(codes: Iterable[tuple[int, str]]) -> str:
    """Return the canonical one-line form of a set of activity codes: "2008:62010 2025:62100"."""
    return " ".join(sorted(set(map(_packed, codes))))


@functools.lru_cache(10_000)
def _packed(activity: tuple[int, str]) -> str:
    return f"{activity[0]}:{activity[1]}"


def _staged_codes(connection: Connection, stage: Any, first: int, last: int) -> dict[int, str]:
    query = select(stage.c.ico, stage.c.codes).where(stage.c.ico.between(first, last)).order_by(stage.c.ico)
    merged: dict[int, str] = {}
    for ico, codes in connection.execute(query):
        # A file that is not sorted brings a company's rows in several runs.
        merged[ico] = codes if ico not in merged else " ".join(sorted({*merged[ico].split(), *codes.split()}))
    return merged


def _known_codes(connection: Connection, source: str, first: int, last: int) -> dict[int, str]:
    table = activities_table
    in_range = (table.c.source == source) & table.c.ico.between(first, last)
    return {row.ico: row.codes for row in connection.execute(select(table).where(in_range))}
