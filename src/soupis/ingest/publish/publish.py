"""Publishing: which documents are made anew, in which order, what the calendar or an operator asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlalchemy import Connection, Engine, or_, select, update

from soupis.ingest.dirty_entries import (
    DirtyEntry,
    count_by_kind,
    mark_companies_dirty,
    mark_dirty_query,
    mark_persons_dirty,
    read_after,
    read_among,
)
from soupis.ingest.privacy.person_keys import rename_private_keys
from soupis.ingest.publish.building import Builder, Documents, building_in_parallel
from soupis.ingest.publish.storing import MEMBERS, store
from soupis.ingest.runs import Progress
from soupis.ingest.stored_state import load_state, save_state
from soupis.store import bulk
from soupis.store.engine import reading, start_log_over, writing, writing_connection
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, company, company_document, engagement, person
from soupis.times import prague_today

_BATCH = 2_000
# From so many dirty companies or persons on, worker processes pay for their start.
_PARALLEL = 20_000
# After how many batches the write-ahead log is looked at; a batch adds some megabytes.
_LOG_LOOKED_AT = 8
_PUBLISHED_DAY = "published_day"
# Raised with every change of what documents are made of the same rows: all are then made anew, once.
DOCUMENT_RULES = 20
_DOCUMENT_RULES = "document_rules"


def publish(engine: Engine, progress: Progress) -> int:
    """Make the documents of all dirty companies and persons; return how many documents changed.

    Documents are built outside of write transactions; each batch is stored in one transaction that also
    takes its dirty entries away, so that a crash repeats a batch at most.
    """
    today = prague_today().isoformat()
    with writing(engine) as connection:
        _mark_made_by_old_rules(connection)
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
            with reading(engine) as reader:
                entries = read_among(reader, KIND_COMPANY, chunk)
            if entries:
                documents = builder.companies([entry.key for entry in entries])
                changed += store(connection, entries, documents)
    return changed


def _publish_kind(engine: Engine, kind: int, today: str, total: int, progress: Progress, stage: str) -> int:
    changed = done = 0
    with writing_connection(engine) as connection:
        batches = _build(engine, kind, today, parallel=total >= _PARALLEL)
        for number, (entries, documents) in enumerate(batches):
            changed += store(connection, entries, documents)
            if number % _LOG_LOOKED_AT == 0:  # those who build read all the time
                start_log_over(connection)
            done += len(entries)
            progress(stage, done, max(done, total))
    return changed


def _build(
    engine: Engine, kind: int, today: str, *, parallel: bool
) -> Iterator[tuple[list[DirtyEntry], Documents]]:
    batches = _dirty_batches(engine, kind)
    if parallel:
        with building_in_parallel(engine.url.render_as_string(hide_password=False), kind, today) as build:
            yield from build(batches, lambda entries: [entry.key for entry in entries])
        return
    with Builder(engine, today) as builder:
        for entries in batches:
            keys = [entry.key for entry in entries]
            yield entries, builder.build(kind, keys)


def _dirty_batches(engine: Engine, kind: int) -> Iterator[list[DirtyEntry]]:
    """Yield dirty entries in the order of keys; what is marked behind this place waits for the next pass."""
    last = -1
    while True:
        with reading(engine) as connection:
            entries = read_after(connection, kind, last, _BATCH)
        if not entries:
            return
        yield entries
        last = entries[-1].key


def _dirty_counts(engine: Engine) -> dict[int, int]:
    with reading(engine) as connection:
        return count_by_kind(connection)


def are_made_by_these_rules(connection: Connection) -> bool:
    """Tell whether the documents, if there are any, were made by the rules of this version."""
    if load_state(connection, _DOCUMENT_RULES, int) == DOCUMENT_RULES:
        return True
    return connection.scalar(select(company_document.c.ico).limit(1)) is None


def published_day(engine: Engine) -> str:
    """Return the day of Prague for which documents were last published, today where none were."""
    return load_state(engine, _PUBLISHED_DAY, str) or prague_today().isoformat()


def _mark_made_by_old_rules(connection: Connection) -> None:
    """Mark everything whose documents an earlier version made, by rules that are no longer these."""
    if not are_made_by_these_rules(connection):
        rename_private_keys(connection)
        republish_all(connection)
    save_state(connection, _DOCUMENT_RULES, DOCUMENT_RULES)


def _mark_turned_today(connection: Connection, today: str) -> None:
    """Mark companies and members whose announced end has come since documents were last published."""
    last = load_state(connection, _PUBLISHED_DAY, str)
    if last == today:
        return
    turned = select(company.c.ico).where(company.c.ceased > (last or today), company.c.ceased <= today)
    mark_dirty_query(connection, KIND_COMPANY, turned)
    ends = or_(
        *(
            (end > (last or today)) & (end <= today)
            for end in (engagement.c.member_to, engagement.c.function_to)
        )
    )
    mark_dirty_query(connection, KIND_COMPANY, select(engagement.c.ico).where(ends).distinct())
    for kind, member in MEMBERS:
        mark_dirty_query(connection, kind, select(member).where(ends, member.is_not(None)).distinct())
    save_state(connection, _PUBLISHED_DAY, today)


def hide_person(connection: Connection, key: str) -> bool:
    """Hide a person everywhere: the profile goes, and companies no longer show the name."""
    number = connection.scalar(select(person.c.id).where(person.c.key == key))
    if number is None:
        return False
    connection.execute(update(person).where(person.c.id == number).values(hidden=True))
    mark_persons_dirty(connection, [number])
    icos = select(engagement.c.ico).where(engagement.c.person_id == number).distinct()
    mark_companies_dirty(connection, connection.scalars(icos).all())
    return True


def republish_all(connection: Connection) -> None:
    """Mark every company and person dirty, for documents whose form has changed."""
    mark_dirty_query(connection, KIND_COMPANY, select(company.c.ico))
    mark_dirty_query(connection, KIND_PERSON, select(person.c.id))
