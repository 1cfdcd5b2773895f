"""Whether what is published is what the record gives: documents are made anew and compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, Engine, Table, func, select

from soupis.identifiers import format_ico
from soupis.ingest.dirty_entries import count_by_kind, read_among
from soupis.ingest.publish.building import Builder, Documents
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


class _Kind(NamedTuple):
    number: int
    name: str
    key: Column[int]  # of the record
    published: bulk.PlainRows  # the documents of the keys
    build: Callable[[Builder, Sequence[int]], Documents]


def _reading(documents: Table) -> bulk.PlainRows:
    (key,) = documents.primary_key.columns
    joined = bulk.KEYS.join(documents, key == bulk.driving(bulk.KEYS.c.key))
    return bulk.PlainRows(select(documents).select_from(joined))


_KINDS = (
    _Kind(KIND_COMPANY, "companies", company.c.ico, _reading(company_document), Builder.companies),
    _Kind(KIND_PERSON, "persons", person.c.id, _reading(person_document), Builder.persons),
)


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
    with Builder(engine, published_day(engine)) as builder:
        for kind in _KINDS:
            keys = _keys(engine, kind, sample)
            wrong: list[int] = []
            for done in range(0, len(keys), _BATCH):
                progress(f"comparing documents of {kind.name}", done, len(keys))
                wrong += _differing(engine, builder, kind, keys[done : done + _BATCH])
            progress(f"comparing documents of {kind.name}", len(keys), len(keys))
            if wrong:
                problems.append(_sentence(kind, wrong, len(keys)))
    return problems


def _sentence(kind: _Kind, wrong: list[int], looked_at: int) -> str:
    named = ", ".join(map(format_ico, wrong[:_NAMED])) if kind.number == KIND_COMPANY else ""
    return (
        f"The documents of {len(wrong):,} of {looked_at:,} {kind.name} differ from what the record gives"
        f"{f' ({named})' if named else ''}; run: soupis index rebuild --documents"
    )


def _keys(engine: Engine, kind: _Kind, sample: int | None) -> list[int]:
    query = select(kind.key).order_by(kind.key)
    if sample is not None:
        chosen = select(kind.key).order_by(func.random()).limit(sample).subquery()
        query = select(next(iter(chosen.c))).order_by(next(iter(chosen.c)))
    with reading(engine) as connection:
        return list(connection.scalars(query))


def _differing(engine: Engine, builder: Builder, kind: _Kind, keys: Collection[int]) -> list[int]:
    """Return the keys whose documents differ and do not wait to be made anew."""
    suspected = sorted(keys)
    for _ in range(_LOOKS):
        if not suspected:
            break
        expected = {item[0]: tuple(item[1:]) for item in kind.build(builder, suspected)}
        published = _published(engine, kind, suspected)
        # After the documents: whoever changes something marks it in the same transaction.
        with reading(engine) as connection:
            waiting = {entry.key for entry in read_among(connection, kind.number, suspected)}
        suspected = [
            key for key in suspected if key not in waiting and expected.get(key) != published.get(key)
        ]
    return suspected


def _published(engine: Engine, kind: _Kind, keys: list[int]) -> dict[int, tuple[Any, ...]]:
    with reading(engine) as connection:
        bulk.keys_table(connection, keys)
        rows = kind.published(connection)
    return {row[0]: tuple(row[1:]) for row in rows}
