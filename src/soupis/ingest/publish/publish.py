"""Publishing: documents of all that is marked dirty, and a line in the change log for each that changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, Engine, Table, delete, func, or_, select, update

from soupis.ingest.dirty_entries import mark_companies, mark_persons, mark_query
from soupis.ingest.publish.building import Builder, Built, building_in_parallel
from soupis.ingest.publish.company_document import CompanyDocuments
from soupis.ingest.publish.person_document import PersonDocuments
from soupis.ingest.runs import Progress
from soupis.store import bulk
from soupis.store.documents import changes_of
from soupis.store.engine import is_sqlite, reading, writing, writing_connection
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    change,
    company,
    company_document,
    dirty,
    engagement,
    fact,
    person,
    person_document,
)
from soupis.times import now_text, prague_today

_BATCH = 2_000
# From so many dirty companies on, worker processes pay for their start.
_PARALLEL = 20_000
_PUBLISHED_DAY = "published_day"
# Who can sit in a body, by the kind of document that shows it.
_MEMBERS = ((KIND_PERSON, engagement.c.person_id), (KIND_COMPANY, engagement.c.legal_ico))


class Mark(NamedTuple):
    """A dirty mark as it was read; it is taken away only if it is still the same."""

    kind: int
    key: int
    mark: int


def publish(engine: Engine, progress: Progress) -> int:
    """Make the documents of all dirty companies and persons; return how many documents changed.

    Documents are built outside of write transactions; each batch is stored in one transaction that also
    takes its dirty marks away, so that a crash repeats a batch at most.
    """
    today = prague_today().isoformat()
    with writing(engine) as connection:
        _mark_turned_today(connection, today)
    changed = 0
    # Companies first: a changed name or state marks those who sit there. Ties may mark companies again.
    while counts := _dirty_counts(engine):
        for kind, stage in ((KIND_COMPANY, "publishing companies"), (KIND_PERSON, "publishing persons")):
            if total := counts.get(kind, 0):
                changed += _publish_kind(engine, kind, today, total, progress, stage)
    return changed


def publish_companies(engine: Engine, icos: Collection[int]) -> int:
    """Make the documents of some dirty companies ahead of the others; return how many changed.

    What these changes bring about elsewhere (profiles of members) is left to the next `publish`.
    """
    today = prague_today().isoformat()
    changed = 0
    with Builder(engine, today) as builder, writing_connection(engine) as connection:
        for chunk in bulk.chunks(sorted(set(icos)), _BATCH):
            query = select(dirty.c.kind, dirty.c.key, dirty.c.mark)
            query = query.where(dirty.c.kind == KIND_COMPANY, dirty.c.key.in_(chunk)).order_by(dirty.c.key)
            with reading(engine) as reader:
                marks = [Mark(*row) for row in reader.execute(query).all()]
            if marks:
                built = builder.companies([mark.key for mark in marks])
                changed += _commit(connection, marks, built)
    return changed


def _publish_kind(engine: Engine, kind: int, today: str, total: int, progress: Progress, stage: str) -> int:
    changed = done = 0
    with writing_connection(engine) as connection:
        for marks, built in _built(engine, kind, today, parallel=total >= _PARALLEL):
            changed += _commit(connection, marks, built)
            done += len(marks)
            progress(stage, done, max(done, total))
    return changed


def _commit(connection: Connection, marks: list[Mark], built: Built) -> int:
    """Store documents in one transaction, and tell the servers of this machine; return how many changed."""
    with connection.begin():
        changed = _store(connection, marks, built)
    if changed and (file := connection.engine.url.database) and is_sqlite(connection):
        changes_of(Path(file)).announce()
    return changed


def _built(engine: Engine, kind: int, today: str, *, parallel: bool) -> Iterator[tuple[list[Mark], Built]]:
    batches = _dirty_batches(engine, kind)
    if parallel and kind == KIND_COMPANY:
        with building_in_parallel(engine.url.render_as_string(hide_password=False), today) as build:
            yield from build(batches, lambda marks: [mark.key for mark in marks])
        return
    with Builder(engine, today) as builder:
        for marks in batches:
            keys = [mark.key for mark in marks]
            yield marks, builder.companies(keys) if kind == KIND_COMPANY else builder.persons(keys)


def _dirty_batches(engine: Engine, kind: int) -> Iterator[list[Mark]]:
    """Yield dirty marks in the order of keys; what is marked behind this place waits for the next pass."""
    last = -1
    while True:
        query = select(dirty.c.kind, dirty.c.key, dirty.c.mark).where(
            dirty.c.kind == kind, dirty.c.key > last
        )
        with reading(engine) as connection:
            marks = [
                Mark(*row) for row in connection.execute(query.order_by(dirty.c.key).limit(_BATCH)).all()
            ]
        if not marks:
            return
        yield marks
        last = marks[-1].key


def _dirty_counts(engine: Engine) -> dict[int, int]:
    with reading(engine) as connection:
        rows = connection.execute(select(dirty.c.kind, func.count()).group_by(dirty.c.kind)).all()
    return {row[0]: row[1] for row in rows}


def _mark_turned_today(connection: Connection, today: str) -> None:
    """Mark companies and members whose announced end has come since documents were last published."""
    last = connection.scalar(select(fact.c.value).where(fact.c.name == _PUBLISHED_DAY))
    if last != today:
        turned = select(company.c.ico).where(company.c.ceased > (last or today), company.c.ceased <= today)
        mark_query(connection, KIND_COMPANY, turned)
        ends = or_(
            *(
                (end > (last or today)) & (end <= today)
                for end in (engagement.c.member_to, engagement.c.function_to)
            )
        )
        mark_query(connection, KIND_COMPANY, select(engagement.c.ico).where(ends).distinct())
        for kind, member in _MEMBERS:
            mark_query(connection, kind, select(member).where(ends, member.is_not(None)).distinct())
        bulk.upsert_rows(connection, fact, [{"name": _PUBLISHED_DAY, "value": today}])


def _store(connection: Connection, marks: list[Mark], built: Built) -> int:
    """Store the documents of a batch and take its marks away; return how many documents differed.

    What was marked anew, or published by somebody else, since the marks were read is left out: its
    documents may be older than what is published.
    """
    valid = _unchanged(connection, marks)
    keys = [mark.key for mark in valid]
    documents: dict[int, Any] = {item[0]: item for item in built}
    current = [documents[key] for key in keys if key in documents]
    store = _store_companies if marks[0].kind == KIND_COMPANY else _store_people
    changed = store(connection, keys, current)
    _take_away(connection, valid)
    return changed


def _unchanged(connection: Connection, marks: list[Mark]) -> list[Mark]:
    """Return those marks that still stand as they were read."""
    standing: set[tuple[int, int, int]] = set()
    for chunk in bulk.chunks(marks, 500):
        query = select(dirty.c.kind, dirty.c.key, dirty.c.mark).where(
            dirty.c.kind == marks[0].kind, dirty.c.key.in_([mark.key for mark in chunk])
        )
        standing.update(tuple(row) for row in connection.execute(query).all())
    return [mark for mark in marks if mark in standing]


def _take_away(connection: Connection, marks: list[Mark]) -> None:
    bulk.delete_rows(connection, dirty, Mark._fields, marks)


def _store_companies(connection: Connection, keys: list[int], built: Iterable[Any]) -> int:
    """Store documents that differ from the published ones; those who sit in them become dirty."""
    documents: list[CompanyDocuments] = list(built)
    table = company_document
    columns = (table.c.version, table.c.summary, table.c.entry, table.c.csv, table.c.ties)
    known = _published(connection, table, columns, keys)
    fresh = [item for item in documents if known.get(item.ico) != (item.version, *item[2:5], item.ties)]
    replaced = [item.ico for item in fresh if item.ico in known]
    _replace(connection, table, CompanyDocuments._fields, fresh, replaced)
    _log(connection, KIND_COMPANY, [item.ico for item in fresh])
    # A profile shows the names and states of companies, which the summary holds.
    renamed = [item.ico for item in fresh if item.ico in known and known[item.ico][1] != item.summary]
    new = [item.ico for item in fresh if item.ico not in known]
    _mark_members_dirty(connection, [*renamed, *new])
    return len(fresh)


def _store_people(connection: Connection, keys: list[int], built: Iterable[Any]) -> int:
    """Store profiles that differ from the published ones; those who sit nowhere any more disappear."""
    documents: dict[int, PersonDocuments] = {item.id: item for item in built}
    table = person_document
    known = _published(connection, table, (table.c.version, table.c.summary), keys)
    fresh = [item for item in documents.values() if known.get(item.id) != (item.version, item.summary)]
    gone = [number for number in known if number not in documents]
    replaced = [item.id for item in fresh if item.id in known]
    _replace(connection, table, PersonDocuments._fields, fresh, [*replaced, *gone])
    _log(connection, KIND_PERSON, [*(item.id for item in fresh), *gone])
    return len(fresh) + len(gone)


def _published(
    connection: Connection, table: Table, columns: Iterable[Column[Any]], keys: list[int]
) -> dict[int, tuple[Any, ...]]:
    """Return columns of the published documents of some keys."""
    key = next(iter(table.primary_key.columns))
    known: dict[int, tuple[Any, ...]] = {}
    # Keys may lie far apart: a range between the first and the last could be the whole table.
    for chunk in bulk.chunks(keys, 500):
        for number, *values in connection.execute(select(key, *columns).where(key.in_(chunk))).all():
            known[number] = tuple(values)
    return known


def _among(column: Column[Any], keys: list[int]) -> ColumnElement[bool]:
    """Condition: the key is one of these, or, where they lie close together, in their range."""
    if keys[-1] - keys[0] > 50 * len(keys):
        return column.in_(keys)
    return column.between(keys[0], keys[-1])


def _replace(
    connection: Connection, table: Table, columns: Iterable[str], rows: list[Any], old: list[int]
) -> None:
    key = next(iter(table.primary_key.columns))
    for chunk in bulk.chunks(old, 500):
        connection.execute(delete(table).where(key.in_(chunk)))
    if rows:
        bulk.insert_rows(connection, table, tuple(columns), rows)


def _log(connection: Connection, kind: int, keys: list[int]) -> None:
    if keys:
        now = now_text()
        bulk.insert_rows(connection, change, ("kind", "key", "at"), [(kind, key, now) for key in keys])


def _mark_members_dirty(connection: Connection, icos: list[int]) -> None:
    for chunk in bulk.chunks(icos, 500):
        for kind, member in _MEMBERS:
            members = select(member).where(engagement.c.ico.in_(chunk), member.is_not(None)).distinct()
            mark_query(connection, kind, members)


def hide_person(connection: Connection, key: str) -> bool:
    """Hide a person everywhere: the profile goes, and companies no longer show the name."""
    number = connection.scalar(select(person.c.id).where(person.c.key == key))
    if number is None:
        return False
    connection.execute(update(person).where(person.c.id == number).values(hidden=True))
    mark_persons(connection, [number])
    icos = select(engagement.c.ico).where(engagement.c.person_id == number).distinct()
    mark_companies(connection, connection.scalars(icos).all())
    return True


def republish_all(connection: Connection) -> None:
    """Mark every company and person dirty, for documents whose form has changed."""
    mark_query(connection, KIND_COMPANY, select(company.c.ico))
    mark_query(connection, KIND_PERSON, select(person.c.id))
