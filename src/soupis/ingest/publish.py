"""Publishing: documents of all that is marked dirty, and a line in the change log for each that changed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Engine, Table, and_, delete, func, insert, literal, select, update

from soupis.ingest.codes import CodeNames
from soupis.ingest.company_document import CompanyDocuments, CompanyPublisher
from soupis.ingest.engagements import EngagementReader
from soupis.ingest.facts import FactReader
from soupis.ingest.person_document import PersonDocuments, build_profiles
from soupis.ingest.runs import Progress, now_text
from soupis.store import bulk
from soupis.store.engine import writing_connection
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

_BATCH = 2_000
_PUBLISHED_DAY = "published_day"
_PRAGUE = ZoneInfo("Europe/Prague")


def publish(engine: Engine, progress: Progress) -> int:
    """Make the documents of all dirty companies and persons; return how many documents changed.

    Each batch is one transaction that also removes its dirty marks, so that a crash repeats a batch at most.
    """
    today = datetime.now(_PRAGUE).date().isoformat()
    changed = 0
    with writing_connection(engine) as connection:
        with connection.begin():
            _mark_turned_today(connection, today)
            companies = CompanyPublisher(CodeNames(connection), today)
            reader = FactReader(connection)
            engagements = EngagementReader(connection, today)
        total = _dirty_count(connection)
        done = 0
        while True:
            with connection.begin():
                keys = _next_dirty(connection, KIND_COMPANY)
                facts = reader.read(keys)
                ties = engagements.of_companies(keys)
                built = [companies.build(item, ties.get(ico)) for ico, item in facts.items()]
                changed += _store_companies(connection, keys, built)
            if not keys:
                break
            done += len(keys)
            progress("publishing companies", done, max(done, total[0]))
        done = 0
        while True:
            with connection.begin():
                keys = _next_dirty(connection, KIND_PERSON)
                changed += _store_people(connection, keys, build_profiles(connection, engagements, keys))
            if not keys:
                break
            done += len(keys)
            progress("publishing persons", done, max(done, total[1]))
    return changed


def _mark_turned_today(connection: Connection, today: str) -> None:
    """Mark companies whose announced end has come since documents were last published."""
    last = connection.scalar(select(fact.c.value).where(fact.c.name == _PUBLISHED_DAY))
    if last != today:
        turned = select(literal(KIND_COMPANY).label("kind"), company.c.ico.label("key"))
        bulk.upsert_from(
            connection, dirty, turned.where(company.c.ceased > (last or today), company.c.ceased <= today)
        )
        bulk.upsert_rows(connection, fact, [{"name": _PUBLISHED_DAY, "value": today}])


def _dirty_count(connection: Connection) -> tuple[int, int]:
    with connection.begin():
        rows = connection.execute(select(dirty.c.kind, func.count()).group_by(dirty.c.kind)).all()
    counts = {row[0]: row[1] for row in rows}
    return counts.get(KIND_COMPANY, 0), counts.get(KIND_PERSON, 0)


def _next_dirty(connection: Connection, kind: int) -> list[int]:
    query = select(dirty.c.key).where(dirty.c.kind == kind).order_by(dirty.c.key).limit(_BATCH)
    return list(connection.scalars(query))


def _store_companies(connection: Connection, keys: list[int], built: list[CompanyDocuments]) -> int:
    """Store documents that differ from the published ones; persons who sit in them become dirty."""
    if not keys:
        return 0
    table = company_document
    columns = (table.c.ico, table.c.version, table.c.summary, table.c.entry, table.c.csv, table.c.ties)
    query = select(*columns).where(table.c.ico.between(keys[0], keys[-1]))
    known = {row.ico: tuple(row[1:]) for row in connection.execute(query)}
    fresh = [item for item in built if known.get(item.ico) != (item.version, *item[2:5], item.ties)]
    _replace(connection, table, CompanyDocuments._fields, fresh, [i.ico for i in fresh if i.ico in known])
    _log(connection, KIND_COMPANY, [item.ico for item in fresh])
    # A profile shows the names and states of companies, which the summary holds.
    renamed = [item.ico for item in fresh if item.ico not in known or known[item.ico][1] != item.summary]
    _mark_members_dirty(connection, renamed)
    _remove_dirty(connection, KIND_COMPANY, keys)
    return len(fresh)


def _store_people(connection: Connection, keys: list[int], built: dict[int, PersonDocuments]) -> int:
    """Store profiles that differ from the published ones; those who sit nowhere any more disappear."""
    if not keys:
        return 0
    table = person_document
    query = select(table.c.id, table.c.version, table.c.summary).where(table.c.id.between(keys[0], keys[-1]))
    asked = set(keys)
    known = {row.id: (row.version, row.summary) for row in connection.execute(query) if row.id in asked}
    fresh = [item for item in built.values() if known.get(item.id) != (item.version, item.summary)]
    gone = [number for number in known if number not in built]
    replaced = [item.id for item in fresh if item.id in known]
    _replace(connection, table, PersonDocuments._fields, fresh, [*replaced, *gone])
    _log(connection, KIND_PERSON, [*(item.id for item in fresh), *gone])
    _remove_dirty(connection, KIND_PERSON, keys)
    return len(fresh) + len(gone)


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


def _remove_dirty(connection: Connection, kind: int, keys: list[int]) -> None:
    # The batch holds all dirty keys of its range, for the write lock has been ours since they were read.
    connection.execute(
        delete(dirty).where(and_(dirty.c.kind == kind, dirty.c.key.between(keys[0], keys[-1])))
    )


def _mark_members_dirty(connection: Connection, icos: list[int]) -> None:
    for chunk in bulk.chunks(icos, 500):
        for kind, member in ((KIND_PERSON, engagement.c.person_id), (KIND_COMPANY, engagement.c.legal_ico)):
            members = select(literal(kind).label("kind"), member.label("key")).distinct()
            bulk.upsert_from(
                connection, dirty, members.where(engagement.c.ico.in_(chunk), member.is_not(None))
            )


def hide_person(connection: Connection, key: str) -> bool:
    """Hide a person everywhere: the profile goes, and companies no longer show the name."""
    number = connection.scalar(select(person.c.id).where(person.c.key == key))
    if number is None:
        return False
    connection.execute(update(person).where(person.c.id == number).values(hidden=True))
    bulk.upsert_rows(connection, dirty, [{"kind": KIND_PERSON, "key": number}])
    icos = connection.scalars(
        select(engagement.c.ico).where(engagement.c.person_id == number).distinct()
    ).all()
    bulk.upsert_rows(connection, dirty, [{"kind": KIND_COMPANY, "key": ico} for ico in icos])
    return True


def republish_all(connection: Connection) -> int:
    """Mark every company dirty, for documents whose form has changed; return their number."""
    connection.execute(delete(dirty).where(dirty.c.kind == KIND_COMPANY))
    connection.execute(
        insert(dirty).from_select(["kind", "key"], select(literal(KIND_COMPANY), company.c.ico))
    )
    return connection.scalar(select(func.count()).select_from(company)) or 0
