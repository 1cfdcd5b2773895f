"""Code lists in the database: the packaged ones at once, the statistical office's own when synchronised."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import xxhash
from sqlalchemy import Column, ColumnElement, Connection, Engine, func, or_, select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.stored_state import load_state, save_state
from soupis.registers.codelists import LIST_NAMES, CodeRow, ListName, load
from soupis.sources import CODELISTS
from soupis.store import bulk
from soupis.store.engine import writing
from soupis.store.tables import KIND_COMPANY, SEAT_CLAIM, code, company, company_claim, source_run

_PACKAGED = "packaged_codelists"
_SYNCHRONISED = "synchronised_codelists"  # lists that the office's own export was taken over of


def load_packaged(engine: Engine) -> None:
    """Enter the code lists of this version of the package, unless they are there already.

    What an export of the office said of a list stays; the package adds what is missing there.
    """
    rows = list(_packaged_rows())
    digest = xxhash.xxh3_64_hexdigest(msgspec.json.encode(rows))
    if load_state(engine, _PACKAGED, str) == digest:
        return
    with writing(engine) as connection:
        office = _office_rows(connection)
        bulk.upsert_rows(
            connection, code, [_completed(row, office.get((row["list"], row["code"]))) for row in rows]
        )
        mark_dirty(connection, KIND_COMPANY, select(company.c.ico))
        save_state(connection, _PACKAGED, digest)


def _office_rows(connection: Connection) -> dict[tuple[str, str], Any]:
    """Return the stored rows of the lists that were synchronised."""
    lists = set(load_state(connection, _SYNCHRONISED, list[str]) or ())
    # Installations of earlier versions have noted it in their runs only.
    runs = select(source_run.c.dataset).where(source_run.c.source == CODELISTS, source_run.c.state == "done")
    lists.update(connection.scalars(runs.distinct()))
    return {
        (row.list, row.code): row
        for row in connection.execute(select(code).where(code.c.list.in_(sorted(lists))))
    }


def _completed(packaged: dict[str, Any], office: Any | None) -> dict[str, Any]:
    if office is None:
        return packaged
    return {
        **packaged,
        "name_cs": office.name_cs,
        "name_en": office.name_en or packaged["name_en"],
        "parent": office.parent or packaged["parent"],
    }


def _packaged_rows() -> Iterable[dict[str, Any]]:
    for list_name in LIST_NAMES:
        for value, names in load(list_name).items():
            # A region's "parent" is its other code: RÚIAN on the left, NUTS 3 here.
            yield {
                "list": list_name,
                "code": value,
                "name_cs": names.name_cs,
                "name_en": names.name_en,
                "parent": names.nuts3 or names.parent,
            }


def merge_list(connection: Connection, list_name: ListName, rows: list[CodeRow]) -> int:
    """Take over a downloaded list: names and parents change, English names stay; return how many changed."""
    query = select(code.c.code, code.c.name_cs, code.c.name_en, code.c.parent).where(code.c.list == list_name)
    stored = {row.code: row for row in connection.execute(query)}
    changed: list[dict[str, Any]] = []
    for row in rows:
        before = stored.get(row.code)
        parent = row.parent or (before.parent if before else None)
        if before is None or (before.name_cs, before.parent) != (row.name, parent):
            changed.append(
                {
                    "list": list_name,
                    "code": row.code,
                    "name_cs": row.name,
                    "name_en": before.name_en if before else None,
                    "parent": parent,
                }
            )
    bulk.upsert_rows(connection, code, changed)
    synchronised = set(load_state(connection, _SYNCHRONISED, list[str]) or ())
    save_state(connection, _SYNCHRONISED, sorted({*synchronised, list_name}))
    if changed:
        _mark_shown(connection, list_name, [row["code"] for row in changed])
    return len(changed)


def _mark_shown(connection: Connection, list_name: ListName, codes: list[str]) -> None:
    """Ask for new documents of the companies that show one of the codes; of all, where that is not plain."""
    forms = _shows(company.c.legal_form, codes) | _shows(company.c.legal_form_ros, codes)
    in_district = company_claim.c.seat_district.in_(codes)
    shown = {
        "legal_form": select(company.c.ico).where(forms),
        "legal_form_ros": select(company.c.ico).where(forms),
        "headcount": select(company.c.ico).where(_shows(company.c.headcount, codes)),
        "district": select(company.c.ico).join(company_claim, SEAT_CLAIM).where(in_district),
    }
    mark_dirty(connection, KIND_COMPANY, shown.get(list_name, select(company.c.ico)))


def _shows(column: Column[str | None], codes: list[str]) -> ColumnElement[bool]:
    """Tell where a column holds one of the codes, or one below it: a name stands for those that have none."""
    lengths = {len(value) for value in codes}
    return or_(
        *(
            func.substr(column, 1, length).in_([value for value in codes if len(value) == length])
            for length in sorted(lengths)
        )
    )
