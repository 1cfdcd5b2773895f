"""The list of unreliable payers: it turns the reliability of those known, the others are looked up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from soupis.ingest.merge.vat_register import merge_rows, to_look_up
from soupis.ingest.plausibility import refuse_loss, refuse_unreadable
from soupis.ingest.runs import Run, is_unchanged, recorded_run
from soupis.ingest.stored_state import load_state, save_state
from soupis.progress import Progress
from soupis.registers.clients import vat as client
from soupis.registers.records import Rejected
from soupis.registers.vat import VatRow, read_list
from soupis.sources import VAT
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.times import prague_today, utc_now
from soupis.worker import vat_source
from soupis.worker.context import Context

_LIST_DAY = "vat_list_day"


def _chunks(path: Path) -> Iterator[list[VatRow | Rejected]]:
    with path.open("rb") as file:
        yield from bulk.chunks(read_list(file), 5_000)


def sync(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Take over the list of unreliable payers, once a day.

    The list only turns the reliability of those whose answer is known. Who is on it and unknown, or was
    unreliable and is no longer on it, is put into the queue.
    """
    today = prague_today().isoformat()
    if load_state(context.engine, _LIST_DAY, str) == today and not force:
        return [Run(VAT, "unreliable", unchanged_file=True)]
    vat_source.refuse_in_maintenance()
    context.downloads.mkdir(parents=True, exist_ok=True)
    path = context.downloads / "unreliable_payers.xml"
    with recorded_run(context.engine, VAT, "unreliable") as run:
        progress("list of unreliable payers", 0, None)
        listed: set[str] = set()
        received = utc_now()
        entries = readable = 0
        for row in client.unreliable_payers(context.client("vat"), path):
            entries += 1
            readable += isinstance(row, VatRow)
        if not is_unchanged(context.engine, run, path, reader_version=1, force=force):
            refuse_unreadable(run, entries - readable, entries, force=force)
            refuse_loss(context.engine, run, readable, force=force)
            for chunk in _chunks(path):
                progress("list of unreliable payers", len(listed), None)
                accepted = [row for row in chunk if isinstance(row, VatRow)]
                for row in chunk:
                    if isinstance(row, Rejected):
                        run.reject(row)
                listed.update(row.dic_digits for row in accepted)
                with writing(context.engine) as connection:
                    run.rows_changed += merge_rows(connection, accepted, received, from_list=True)
            run.rows_read = len(listed)
            with reading(context.engine) as connection:
                context.queue.ask(to_look_up(connection, listed, complete=not run.rows_rejected))
    path.unlink(missing_ok=True)
    save_state(context.engine, _LIST_DAY, today)
    return [run]
