"""Storing documents that differ from the published ones, and a line in the change log for each.

Why in the system of record's own file:
docs/decisions/0001-documents-in-the-system-of-records-own-file.md
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Table, delete, select

from soupis.ingest.dirty_entries import DirtyEntry, mark_members_dirty, take_away
from soupis.ingest.publish.building import Documents
from soupis.ingest.publish.company_document import CompanyDocuments
from soupis.ingest.publish.sections import SHOWN_BY_MEMBERS, TIES, Difference, difference
from soupis.store import bulk
from soupis.store.change_log import after_writing, before_writing
from soupis.store.engine import is_sqlite
from soupis.store.published_file import changes_of
from soupis.store.tables import (
    EVENT_CHANGED,
    EVENT_NEW,
    KIND_COMPANY,
    change,
    company_document,
    person_document,
)
from soupis.times import now_text


def store(connection: Connection, entries: list[DirtyEntry], documents: Documents) -> int:
    """Store the documents of a batch, log them and take its dirty entries away, in one transaction.

    Documents of entities that are gone disappear. Return how many documents differed; the servers of this
    machine are told. What was marked anew, or published by somebody else, since the entries were read is left
    out: its documents may be older than what is published.
    """
    kind = entries[0].kind
    table = company_document if kind == KIND_COMPANY else person_document
    with connection.begin():
        keys, batch = take_away(connection, entries)
        built: dict[int, Any] = {item[0]: item for item in documents if item[0] in keys}
        published = _published(connection, table, (table.c.version,), batch)
        changed = {key: item for key, item in built.items() if published.get(key) != (item.version,)}
        gone = published.keys() - built.keys()
        replaced = published.keys() & changed.keys()
        events: dict[int, Difference] = {}
        if kind == KIND_COMPANY:
            events = {key: Difference(EVENT_NEW, []) for key in changed.keys() - replaced}
            events |= _differences(connection, [changed[key] for key in replaced])
        _replace(connection, table, changed, replaced | gone)
        _log(connection, kind, sorted({*changed, *gone}), events)
        _mark_who_shows(connection, events)
    if (changed or gone) and (file := connection.engine.url.database) and is_sqlite(connection):
        changes_of(Path(file)).announce()
    return len(changed) + len(gone)


def _differences(connection: Connection, documents: list[CompanyDocuments]) -> dict[int, Difference]:
    """Return how documents of companies differ from the published ones."""
    table = company_document
    differences: dict[int, Difference] = {}
    for chunk in bulk.chunks(documents, 500):
        keys = bulk.keys_table(connection, (item.ico for item in chunk))
        before = _published(connection, table, (table.c.detail, table.c.ties), keys)
        for item in chunk:
            detail, ties = before[item.ico]
            differences[item.ico] = difference(detail, item.detail)
            if ties != item.ties:
                differences[item.ico].sections.append(TIES)
    return differences


def _mark_who_shows(connection: Connection, events: Mapping[int, Difference]) -> None:
    """Mark everybody dirty who shows something that differs of the companies that they sit in."""
    shown = [
        ico
        for ico, what in events.items()
        if what.event == EVENT_NEW or not SHOWN_BY_MEMBERS.isdisjoint(what.sections)
    ]
    if shown:
        mark_members_dirty(connection, shown)


def _published(
    connection: Connection, table: Table, columns: Iterable[Column[Any]], batch: Table
) -> dict[int, tuple[Any, ...]]:
    """Return columns of the published documents whose keys stand in a working table."""
    key = next(iter(table.primary_key.columns))
    query = select(key, *columns).select_from(batch.join(table, key == bulk.driving(batch.c.key)))
    return {number: tuple(values) for number, *values in connection.execute(query).all()}


def _replace(
    connection: Connection, table: Table, documents: Mapping[int, Any], replaced: Collection[int]
) -> None:
    """Put documents, given by their keys, in the places of published ones."""
    key = next(iter(table.primary_key.columns))
    if replaced:
        connection.execute(delete(table).where(key.in_(select(bulk.keys_table(connection, replaced).c.key))))
    if documents:
        columns = [column.name for column in table.columns]
        bulk.insert_rows(connection, table, columns, (documents[number] for number in sorted(documents)))


def _log(connection: Connection, kind: int, keys: Collection[int], events: Mapping[int, Difference]) -> None:
    """Add a line to the change log for each key; `events` tells what happened to a company."""
    if not keys:
        return
    now = now_text()
    before_writing(connection)
    lines = ((kind, key, now, *_logged(events.get(key))) for key in keys)
    bulk.insert_rows(connection, change, ("kind", "key", "at", "event", "sections"), lines)
    after_writing(connection)


def _logged(what: Difference | None) -> tuple[int, str | None]:
    """Return event and sections as the change log holds them; of what is new nothing is listed."""
    return (what.event, " ".join(what.sections)) if what else (EVENT_CHANGED, None)
