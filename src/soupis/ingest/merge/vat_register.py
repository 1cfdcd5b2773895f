"""Take over what the VAT register said; a failed, late or nonsensical answer never replaces a good one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, or_, select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.plausibility import refuse_wholly_unreadable
from soupis.ingest.privacy.stored import redact_accounts
from soupis.ingest.runs import Run, recorded_run
from soupis.registers import vat
from soupis.registers.records import Rejected, SourceError
from soupis.registers.vat import VatRow
from soupis.sources import VAT
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import KIND_COMPANY, company, vat_answer
from soupis.times import PRAGUE, prague_day, utc_now, utc_text

_PAYERS = {"PLATCE_DPH", "IDENTIFIKOVANA_OSOBA", "SKUPINA_DPH"}


def sync_file(engine: Engine, path: Path, queue: LookupQueue | None = None) -> Run:
    """Merge a recorded answer, as old as its file: statuses (V2 or basic), or the unreliable payers.

    The list of unreliable payers puts those whose own answer it lacks into the queue, where one is given.
    """
    with recorded_run(engine, VAT, path.name) as run:
        try:
            with path.open("rb") as file:
                is_list = b"SeznamNespolehlivyPlatceResponse" in file.read(4096)
        except OSError as error:
            raise SourceError(f"{path}: {error.strerror}; give the path of a recorded answer.") from None
        rows: list[VatRow | Rejected]
        if is_list:
            with path.open("rb") as file:
                rows = list(vat.read_rows(file))
        else:
            answer = vat.parse(path.read_bytes())
            rows = [*answer.rows, *answer.rejected]
        accepted = [row for row in rows if isinstance(row, VatRow)]
        for row in rows:
            if isinstance(row, Rejected):
                run.reject(row)
        run.rows_read = len(accepted)
        refuse_wholly_unreadable(run)
        received = min(datetime.fromtimestamp(path.stat().st_mtime, UTC), utc_now())
        with writing(engine) as connection:
            run.rows_changed = merge_rows(connection, accepted, received, from_list=is_list)
        if is_list and queue is not None:
            listed = {row.dic_digits for row in accepted}
            with reading(engine) as connection:
                queue.ask(to_look_up(connection, listed, complete=not run.rows_rejected))
    return run


def to_look_up(connection: Connection, listed: set[str], *, complete: bool) -> set[int]:
    """Return the companies that a list of unreliable payers says something new of, which it cannot tell.

    That is who is on it and was never answered for, and who was unreliable and is not on a `complete` one.
    """
    answered: set[str] = set()
    for chunk in bulk.chunks(listed, 500):
        query = select(vat_answer.c.dic_digits).where(vat_answer.c.dic_digits.in_(chunk))
        answered.update(connection.scalars(query))
    numbers = listed - answered
    if complete:
        unreliable = or_(vat_answer.c.unreliable == "ANO", vat_answer.c.subject_kind == "NESPOLEHLIVA_OSOBA")
        numbers |= set(connection.scalars(select(vat_answer.c.dic_digits).where(unreliable))) - listed
    return set(companies_of(connection, numbers))


def merge_rows(
    connection: Connection, rows: Iterable[VatRow], received: datetime, *, from_list: bool = False
) -> int:
    """Merge rows of an answer received at a moment; return how many answers changed.

    The list of unreliable payers knows neither kinds nor accounts: it only turns the reliability of those
    that are stored; the others are found by their look-up.
    """
    changed: list[dict[str, Any]] = []
    for chunk in bulk.chunks(rows, 500):
        digits = [row.dic_digits for row in chunk]
        stored = {
            row.dic_digits: row
            for row in connection.execute(select(vat_answer).where(vat_answer.c.dic_digits.in_(digits))).all()
        }
        for row in chunk:
            merged = _merged(row, stored.get(row.dic_digits), received, from_list=from_list)
            if merged is not None:
                changed.append(merged)
    bulk.upsert_rows(connection, vat_answer, changed)
    mark_dirty(connection, KIND_COMPANY, companies_of(connection, [row["dic_digits"] for row in changed]))
    return len(changed)


def companies_of(connection: Connection, digits: Iterable[str]) -> list[int]:
    """Return the companies that tax ID numbers stand for: as tax ID, as VAT group, or as the ID itself."""
    icos: set[int] = set()
    for chunk in bulk.chunks(digits, 300):
        tax_ids = [f"CZ{number}" for number in chunk]
        ids = [int(number) for number in chunk if len(number) == 8]
        query = select(company.c.ico).where(
            or_(
                company.c.tax_id.in_(tax_ids),
                company.c.vat_group_id.in_(tax_ids),
                company.c.ico.in_(ids),
            )
        )
        icos.update(connection.scalars(query))
    return sorted(icos)


def _merged(row: VatRow, stored: Any, received: datetime, *, from_list: bool) -> dict[str, Any] | None:
    """Return the row to store, None where nothing changes or what is stored is newer or more certain."""
    answered = moment_of(row.generated, received)
    if stored is not None and stored.answered > answered:
        return None
    if from_list and stored is None:
        return None
    kind = row.subject_kind
    if stored is not None and not row.kind_certain and stored.subject_kind in _PAYERS and kind in _PAYERS:
        kind = stored.subject_kind
    shown = msgspec.json.encode(row.shown_accounts).decode()
    accounts = redact_accounts(shown) if row.accounts is not None else None
    merged = {
        "dic_digits": row.dic_digits,
        "subject_kind": kind,
        "unreliable": None if row.unreliable is None else "ANO" if row.unreliable else "NE",
        "unreliable_since": row.unreliable_since,
        "tax_office": row.tax_office or (stored.tax_office if from_list else None),
        "accounts": accounts or (stored.accounts if stored is not None else "[]"),
        "answered": answered,
    }
    before = dict(stored._mapping) if stored is not None else None
    return merged if merged != before else None


def moment_of(generated: str | None, received: datetime) -> str:
    """Return how old an answer is: it holds for the register's day, and is no younger than its receipt.

    The register refreshes its data at midnight, so an answer of an earlier day counts from that midnight.
    """
    if generated and generated < prague_day(received).isoformat():
        midnight = datetime.fromisoformat(generated).replace(tzinfo=PRAGUE)
        return utc_text(midnight)
    return utc_text(received)
