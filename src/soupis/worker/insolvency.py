"""The insolvency register: its stream of events names companies, whose proceedings are then looked up."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import Connection, select

from soupis.ingest.merge.lookups import merge_proceedings
from soupis.ingest.runs import Run, recorded_run
from soupis.ingest.stored_state import load_state, save_state
from soupis.progress import Progress
from soupis.registers.clients import isir as client
from soupis.registers.isir_events import EventBatch
from soupis.registers.records import SourceError
from soupis.sources import ISIR
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import company, proceeding
from soupis.times import now_text
from soupis.worker.context import Context

_STREAM = "isir_stream"


class Stream(Struct):
    """How far the stream was read, and whom it named that was not yet looked up."""

    last_id: int = 0
    pending: list[int] = []


def sync(context: Context, progress: Progress, limit: int | None = None) -> list[Run]:
    """Follow the stream from the last event read, then look up the companies of ours that it named.

    A new installation reads the stream from its first event, for proceedings may run for many years. At
    most `limit` look-ups and as many batches of events; the rest is done by the next run.
    """
    with reading(context.engine) as connection:
        if connection.scalar(select(company.c.ico).limit(1)) is None:
            raise SourceError("There are no companies to match events with yet; run first: soupis sync res")
    with recorded_run(context.engine, ISIR, "events") as run:
        stream = load_state(context.engine, _STREAM, Stream) or Stream()
        batches = client.events(context.client("isir_events"), stream.last_id)
        for number, batch in enumerate(batches, 1):
            progress("reading events", number, None)
            for rejected in batch.rejected:
                run.reject(rejected)
            run.rows_read += len(batch.events)
            with writing(context.engine) as connection:
                named = _companies(connection, batch)
                pending = list(dict.fromkeys([*stream.pending, *named]))
                stream = Stream(batch.last_id or stream.last_id, pending)
                save_state(connection, _STREAM, stream)
            if limit is not None and number >= limit:
                break
    with recorded_run(context.engine, ISIR, "proceedings") as looked_up:
        _look_up_pending(context, progress, stream, limit, looked_up)
    return [run, looked_up]


def _look_up_pending(
    context: Context, progress: Progress, stream: Stream, limit: int | None, run: Run
) -> None:
    icos = stream.pending[:limit]
    done: set[int] = set()
    failures: dict[int, SourceError] = {}
    try:
        for number, ico in enumerate(icos):
            progress("looking up proceedings", number, len(icos))
            try:
                look_up(context, ico, run)
                done.add(ico)
            except SourceError as error:
                failures[ico] = error
                if len(failures) >= 5 and len(failures) > number // 2:
                    break  # the register is down; the rest waits for the next run
            if number % 20 == 19:
                _leave(context, stream, done, failures)
        progress("looking up proceedings", len(icos), len(icos))
    finally:
        _leave(context, stream, done, failures)
    if failures:
        raise next(iter(failures.values()))


def _leave(context: Context, stream: Stream, done: set[int], failures: Collection[int]) -> None:
    """Note who is left; those that failed go to the end, so that they never keep the others waiting."""
    rest = [ico for ico in stream.pending if ico not in done and ico not in failures]
    save_state(context.engine, _STREAM, Stream(stream.last_id, [*rest, *failures]))


def look_up(context: Context, ico: int, run: Run) -> None:
    """Ask for all proceedings of one company and store them; raises SourceError when that failed."""
    answer = client.proceedings(context.client("isir"), ico)
    for rejected in answer.rejected:
        run.reject(rejected)
    run.rows_read += len(answer.proceedings)
    complete = answer.complete and not answer.rejected
    with writing(context.engine) as connection:
        run.rows_changed += merge_proceedings(
            connection, ico, answer.proceedings, now_text(), complete=complete
        )


def _companies(connection: Connection, batch: EventBatch) -> list[int]:
    """Return the companies of ours that events are about: by the debtor's ID, or by a known file mark."""
    debtors = {ico for event in batch.events for ico in event.debtor_icos}
    named: dict[int, None] = {}
    for chunk in bulk.chunks(sorted(debtors), 500):
        named.update(dict.fromkeys(connection.scalars(select(company.c.ico).where(company.c.ico.in_(chunk)))))
    file_marks = {event.file_mark for event in batch.events if event.file_mark}
    for named_marks in bulk.chunks(sorted(file_marks), 500):
        query = select(proceeding.c.ico).where(proceeding.c.file_mark.in_(named_marks))
        named.update(dict.fromkeys(connection.scalars(query)))
    return list(named)
