"""Take over answers about single companies: insolvency proceedings and filed documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, Engine, Table, select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.plausibility import refuse_wholly_unreadable
from soupis.ingest.privacy.stored import stored_row
from soupis.ingest.runs import Run, recorded_run
from soupis.registers import filings, isir
from soupis.registers.files import read_answer
from soupis.registers.filings import Filing
from soupis.registers.isir import Proceeding, ProceedingsAnswer
from soupis.registers.records import Rejected, SourceError
from soupis.sources import DOCUMENTS, ISIR
from soupis.store import bulk
from soupis.store.engine import writing
from soupis.store.tables import KIND_COMPANY, filing, lookup, proceeding
from soupis.times import now_text

_NAME_ICO = re.compile(r"(\d{8})")


def sync_proceedings_file(engine: Engine, path: Path) -> Run:
    """Merge a recorded answer of the insolvency register's look-up, about one company or several."""
    with recorded_run(engine, ISIR, path.name) as run:
        data, recorded = read_answer(path)
        answer = isir.parse(data, None)
        for rejected in answer.rejected:
            run.reject(rejected)
        run.rows_read = len(answer.proceedings)
        refuse_wholly_unreadable(run)
        moment = min(answer.as_of or recorded, now_text())  # the register's clock may be ahead
        debtors = _by_debtor(answer, path)
        if answer.ignored:
            run.reject(Rejected("answer", f"{answer.ignored} rows have no company ID and were passed over"))
        # An answer about several companies was found by something else than the ID of each.
        complete = answer.complete and not answer.rejected and len(debtors) == 1
        with writing(engine) as connection:
            for ico, proceedings in debtors.items():
                run.rows_changed += merge_proceedings(connection, ico, proceedings, moment, complete=complete)
    return run


def _by_debtor(answer: ProceedingsAnswer, path: Path) -> dict[int, list[Proceeding]]:
    """Return the proceedings by company ID; those of an empty answer by the ID in the file's name.

    Raises SourceError for an answer that is about no company.
    """
    debtors: dict[int, list[Proceeding]] = {}
    for item in answer.proceedings:
        debtors.setdefault(item.ico, []).append(item)
    if debtors or answer.rejected:
        return debtors
    if answer.ignored:
        raise SourceError(
            f"{path}: no row of the answer was found by a company ID; ask the register by the ID."
        )
    named = _NAME_ICO.search(path.name)
    if named is None:
        raise SourceError(f"{path}: the answer names no company; put its ID into the file's name.")
    return {int(named[1]): []}


def sync_filings_file(engine: Engine, path: Path, moment: str | None = None) -> Run:
    """Merge a recorded page with a company's list of documents."""
    with recorded_run(engine, DOCUMENTS, path.name) as run:
        data, recorded = read_answer(path)
        listing = filings.parse_list(data)
        named = _NAME_ICO.search(path.name)
        ico = listing.ico or (int(named[1]) if named else 0)
        if not ico:
            raise SourceError(f"{path}: the list names no company; put its ID into the file's name.")
        for rejected in listing.rejected:
            run.reject(rejected)
        run.rows_read = len(listing.filings)
        refuse_wholly_unreadable(run)
        moment, complete = moment or recorded, not listing.rejected
        with writing(engine) as connection:
            run.rows_changed = merge_filings(connection, ico, listing.filings, moment, complete=complete)
    return run


def merge_proceedings(
    connection: Connection, ico: int, proceedings: Iterable[Proceeding], moment: str, *, complete: bool = True
) -> int:
    """Replace a company's proceedings by what the register says now; return how many differed.

    What an answer that is not `complete` lacks stays as it was. One without any readable row says nothing.
    """
    rows = [structs.asdict(item) | {"ico": ico} for item in proceedings]
    if not rows and not complete:
        return 0
    return _replace(connection, proceeding, "file_mark", ISIR, ico, rows, moment, complete=complete)


def merge_filings(
    connection: Connection, ico: int, listing: Iterable[Filing], moment: str, *, complete: bool = True
) -> int:
    """Replace a company's documents by the list of the register; return how many differed.

    What a list that is not `complete` lacks stays as it was.
    """
    rows = _filing_rows(ico, listing)
    return _replace(connection, filing, "number", DOCUMENTS, ico, rows, moment, complete=complete)


def _filing_rows(ico: int, listing: Iterable[Filing]) -> list[dict[str, Any]]:
    rows = {}
    for item in listing:
        rows[item.number] = structs.asdict(item) | {"ico": ico, "kinds": ", ".join(item.kinds)}
    return list(rows.values())


def _replace(
    connection: Connection,
    table: Table,
    key: str,
    source: str,
    ico: int,
    rows: list[dict[str, Any]],
    moment: str,
    *,
    complete: bool,
) -> int:
    rows = [stored_row(table, row) for row in rows]
    last_asked = connection.scalar(
        select(lookup.c.retrieved).where(lookup.c.source == source, lookup.c.ico == ico)
    )
    if last_asked is not None and last_asked > moment:
        return 0  # a newer answer is stored
    query = select(*(column for column in table.columns if column.name != "retrieved"))
    known = {
        row._mapping[key]: dict(row._mapping)
        for row in connection.execute(query.where(table.c.ico == ico)).all()
    }
    told = {row[key]: row for row in rows}
    changed = [row for name, row in told.items() if known.get(name) != row]
    gone = [name for name in known if name not in told] if complete else []
    bulk.upsert_rows(connection, table, [{**row, "retrieved": moment} for row in changed])
    if gone:
        connection.execute(table.delete().where(table.c.ico == ico, table.c[key].in_(gone)))
    bulk.upsert_rows(connection, lookup, [{"source": source, "ico": ico, "retrieved": moment}])
    if changed or gone or last_asked != moment:
        mark_dirty(connection, KIND_COMPANY, [ico])
    return len(changed) + len(gone)
