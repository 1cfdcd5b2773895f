"""Storing documents that differ from the published ones, and a line in the change log for each.

Why in the system of record's own file:
docs/decisions/0001-documents-in-the-system-of-records-own-file.md
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import Column, Connection, Table, delete, select

from soupis.ingest.dirty_entries import DirtyEntry, mark_members_dirty, take_away
from soupis.ingest.publish.building import Documents
from soupis.ingest.publish.company_document import CompanyDocuments
from soupis.ingest.publish.person_document import PersonDocuments
from soupis.ingest.publish.sections import SHOWN_BY_MEMBERS, TIES, Difference, difference
from soupis.store import bulk
from soupis.store.change_log import after_writing, before_writing
from soupis.store.engine import is_sqlite
from soupis.store.published_file import changes_of
from soupis.store.tables import (
    EVENT_CHANGED,
    EVENT_NEW,
    KIND_COMPANY,
    KIND_PERSON,
    change,
    company_document,
    person_document,
)
from soupis.times import now_text


def store(connection: Connection, entries: list[DirtyEntry], documents: Documents) -> int:
    """Store the documents of a batch, log them and take its dirty entries away, in one transaction.

    Return how many documents differed; the servers of this machine are told. What was marked anew, or
    published by somebody else, since the entries were read is left out: its documents may be older than what
    is published.
    """
    with connection.begin():
        kind = entries[0].kind
        keys, batch = take_away(connection, entries)
        current: list[Any] = [item for item in documents if item[0] in keys]
        store_kind = _store_companies if kind == KIND_COMPANY else _store_people
        changed = store_kind(connection, batch, current)
    if changed and (file := connection.engine.url.database) and is_sqlite(connection):
        changes_of(Path(file)).announce()
    return changed


def _store_companies(connection: Connection, batch: Table, documents: list[CompanyDocuments]) -> int:
    """Store documents that differ from the published ones; those who sit in them become dirty."""
    table = company_document
    published = _published(connection, table, (table.c.version,), batch)
    new = [item for item in documents if item.ico not in published]
    changed = [item for item in documents if published.get(item.ico, (item.version,)) != (item.version,)]
    events = {item.ico: Difference(EVENT_NEW, []) for item in new}
    for chunk in bulk.chunks(changed, 500):
        keys = bulk.keys_table(connection, (item.ico for item in chunk))
        before = _published(connection, table, (table.c.detail, table.c.ties), keys)
        for item in chunk:
            detail, ties = before[item.ico]
            event, sections = difference(detail, item.detail)
            if ties != item.ties:
                sections.append(TIES)
            events[item.ico] = Difference(event, sections)
    _replace(connection, KIND_COMPANY, table, CompanyDocuments._fields, new, changed, events=events)
    shown = [item for item in changed if not SHOWN_BY_MEMBERS.isdisjoint(events[item.ico].sections)]
    if shown or new:
        mark_members_dirty(connection, [item.ico for item in (*shown, *new)])
    return len(new) + len(changed)


def _store_people(connection: Connection, batch: Table, documents: list[PersonDocuments]) -> int:
    """Store profiles that differ from the published ones; those who sit nowhere any more disappear."""
    table = person_document
    published = _published(connection, table, (table.c.version,), batch)
    new = [item for item in documents if item.id not in published]
    changed = [item for item in documents if published.get(item.id, (item.version,)) != (item.version,)]
    gone = sorted(published.keys() - {item.id for item in documents})
    _replace(connection, KIND_PERSON, table, PersonDocuments._fields, new, changed, gone)
    return len(new) + len(changed) + len(gone)


def _published(
    connection: Connection, table: Table, columns: Iterable[Column[Any]], batch: Table
) -> dict[int, tuple[Any, ...]]:
    """Return columns of the published documents whose keys stand in a working table."""
    key = next(iter(table.primary_key.columns))
    query = select(key, *columns).select_from(batch.join(table, key == bulk.driving(batch.c.key)))
    return {number: tuple(values) for number, *values in connection.execute(query).all()}


def _replace(
    connection: Connection,
    kind: int,
    table: Table,
    columns: tuple[str, ...],
    new: list[Any],
    changed: list[Any],
    gone: Iterable[int] = (),
    events: Mapping[int, Difference] = MappingProxyType({}),
) -> None:
    """Put new and changed documents in their places, remove those that are gone, and log all of them.

    `events` tells what happened to a company.
    """
    key = next(iter(table.primary_key.columns))
    if replaced := [*(item[0] for item in changed), *gone]:
        connection.execute(delete(table).where(key.in_(select(bulk.keys_table(connection, replaced).c.key))))
    rows = sorted([*new, *changed], key=lambda item: item[0])
    if rows:
        bulk.insert_rows(connection, table, columns, rows)
    now = now_text()
    lines = [
        (kind, number, now, *_logged(events.get(number))) for number in (*(item[0] for item in rows), *gone)
    ]
    if lines:
        before_writing(connection)
        bulk.insert_rows(connection, change, ("kind", "key", "at", "event", "sections"), lines)
        after_writing(connection)


def _logged(what: Difference | None) -> tuple[int, str | None]:
    """Return event and sections as the change log holds them; of what is new nothing is listed."""
    return (what.event, " ".join(what.sections)) if what else (EVENT_CHANGED, None)
