"""Integrity: what must agree between the tables of the record and the documents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Table, func, select

from soupis.progress import Progress
from soupis.store.engine import is_damage
from soupis.store.tables import (
    KIND_COMPANY,
    company,
    company_claim,
    company_document,
    dirty,
    engagement,
    extract,
    lookup,
    person,
    person_document,
    source_state,
    vat_answer,
)
from soupis.times import now_text

# Child table, its column, the parent table and its column: every child has its parent.
_REFERENCES = (
    (company_claim, "ico", company, "ico"),
    (company, "ico", company_claim, "ico"),
    (extract, "ico", company, "ico"),
    (company_document, "ico", company, "ico"),
    (engagement, "ico", extract, "ico"),
    (engagement, "person_id", person, "id"),
    (person_document, "id", person, "id"),
)

# Times by which it is decided which of two answers is newer, and whether a source is read again.
_TIMES = (
    company_claim.c.retrieved,
    lookup.c.retrieved,
    vat_answer.c.answered,
    source_state.c.last_attempt,
)


def check(connection: Connection, progress: Progress) -> list[str]:
    """Return what is wrong, one sentence each; nothing = all is well."""
    problems: list[str] = []
    for step, (child, column, parent, key) in enumerate(_REFERENCES, 1):
        progress("checking references", step, len(_REFERENCES))
        orphans = _count_missing(connection, child, column, parent, key)
        if orphans:
            problems.append(f"{orphans:,} keys ({column}) of {child.name} have no {parent.name}.")
    unpublished = _count_unpublished(connection)
    if unpublished:
        problems.append(f"{unpublished:,} companies have no document; run: soupis index rebuild --documents")
    return problems


def find_times_ahead(connection: Connection) -> list[str]:
    """Return warnings about times that lie ahead: they were stored while this machine's clock was wrong.

    What they date counts as newer than anything that is read until then.
    """
    now, warnings = now_text(), []
    for column in _TIMES:
        ahead = connection.scalar(select(func.count()).where(column > now))
        if ahead:
            warnings.append(
                f"{ahead:,} times ({column.name}) of {column.table.name} lie ahead of this machine's clock; "
                "see to NTP, and read the source again once the clock is right."
            )
    return warnings


def check_files(paths: Iterable[Path], progress: Progress) -> list[str]:
    """Return what is damaged in SQLite files, one sentence each; nothing = all is well."""
    problems = []
    for path in paths:
        progress(f"checking {path.name}", 0, None)
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
                found = [line for (line,) in file.execute("PRAGMA quick_check(5)")]
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            found = [str(error)]
        problems += [f"{path.name} is damaged: {line}. Restore a backup." for line in found if line != "ok"]
    return problems


def _count_unpublished(connection: Connection) -> int:
    """Return how many companies have no document and do not wait for one."""
    missing = select(company.c.ico).except_(
        select(company_document.c.ico), select(dirty.c.key).where(dirty.c.kind == KIND_COMPANY)
    )
    return connection.scalar(select(func.count()).select_from(missing.subquery())) or 0


def _count_missing(connection: Connection, child: Table, column: str, parent: Table, key: str) -> int:
    # A difference of sets: looking each row up would need an index on every one of these columns.
    used = select(child.c[column]).where(child.c[column].is_not(None))
    missing = used.except_(select(parent.c[key])).subquery()
    return connection.scalar(select(func.count()).select_from(missing)) or 0
