"""Whether what is published is what the record gives: documents are made anew and compared."""

from __future__ import annotations

from sqlalchemy import Engine, Table, func, select

from soupis.identifiers import format_ico
from soupis.ingest.dirty_entries import count_by_kind, read_among
from soupis.ingest.publish.building import Builder, open_builder
from soupis.ingest.publish.publish import are_made_by_these_rules, published_day
from soupis.progress import Progress
from soupis.store import bulk
from soupis.store.engine import reading
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, company, company_document, person, person_document

SAMPLE = 10_000
_BATCH = 500
# What differs may have been published between the two looks, so it is looked at again before it is told.
_LOOKS = 3
_NAMED = 5


_NAMES = {KIND_COMPANY: "companies", KIND_PERSON: "persons"}
_KEYS = {KIND_COMPANY: company.c.ico, KIND_PERSON: person.c.id}


def _reading(documents: Table) -> bulk.PlainRows:
    (key,) = documents.primary_key.columns
    joined = bulk.KEYS.join(documents, key == bulk.driving(bulk.KEYS.c.key))
    return bulk.PlainRows(select(documents).select_from(joined))


_PUBLISHED = {KIND_COMPANY: _reading(company_document), KIND_PERSON: _reading(person_document)}


def verify(engine: Engine, progress: Progress, *, sample: int | None = SAMPLE) -> list[str]:
    """Return in what documents differ from what the record gives, one sentence each; nothing = they agree.

    Looks at so many companies and persons, others each time, or at all of them (None). What waits to be made
    anew is told, not compared.
    """
    with reading(engine) as connection:
        waiting = sum(count_by_kind(connection).values())
        if not are_made_by_these_rules(connection):
            return ["The documents were made by an earlier version; run: soupis migrate"]
    problems = []
    if waiting:
        problems.append(f"{waiting:,} documents wait to be made anew; soupis worker or soupis sync does so.")
    with open_builder(engine, published_day(engine)) as builder:
        for kind, name in _NAMES.items():
            keys = _keys(engine, kind, sample)
            wrong: list[int] = []
            for done in range(0, len(keys), _BATCH):
                progress(f"comparing documents of {name}", done, len(keys))
                wrong += _differing(engine, builder, kind, keys[done : done + _BATCH])
            progress(f"comparing documents of {name}", len(keys), len(keys))
            if wrong:
                problems.append(_sentence(kind, wrong, len(keys)))
    return problems


def _sentence(kind: int, wrong: list[int], looked_at: int) -> str:
    named = ", ".join(map(format_ico, wrong[:_NAMED])) if kind == KIND_COMPANY else ""
    return (
        f"The documents of {len(wrong):,} of {looked_at:,} {_NAMES[kind]} differ from what the record gives"
        f"{f' ({named})' if named else ''}; run: soupis index rebuild --documents"
    )


def _keys(engine: Engine, kind: int, sample: int | None) -> list[int]:
    query = select(_KEYS[kind])
    if sample is not None:
        query = query.order_by(func.random()).limit(sample)
    with reading(engine) as connection:
        return sorted(connection.scalars(query))


def _differing(engine: Engine, builder: Builder, kind: int, suspected: list[int]) -> list[int]:
    """Return the keys whose documents differ and do not wait to be made anew."""
    for _ in range(_LOOKS):
        if not suspected:
            break
        expected = {item[0]: tuple(item) for item in builder.build(kind, suspected)}
        with reading(engine) as connection:
            bulk.keys_table(connection, suspected)
            published = {row[0]: tuple(row) for row in _PUBLISHED[kind](connection)}
        # After the documents: whoever changes something marks it in the same transaction.
        with reading(engine) as connection:
            waiting = {entry.key for entry in read_among(connection, kind, suspected)}
        suspected = [
            key for key in suspected if key not in waiting and expected.get(key) != published.get(key)
        ]
    return suspected
