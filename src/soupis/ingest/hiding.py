"""What an operator does about hidden persons: find namesakes, hide persons, show them again."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, select

from soupis.ingest.hidden_list import HiddenPerson, companies_of, load_list, record, time_after
from soupis.ingest.privacy.hidden_names import Name, same_name
from soupis.store import bulk
from soupis.store.engine import reading
from soupis.store.tables import company, engagement, person


class Candidate(NamedTuple):
    """A person who may be hidden, with the companies that the person is entered in, by ID."""

    number: int
    key: str
    identity: bytes
    name: Name
    has_birth_date: bool
    companies: dict[int, str]


def find_person(connection: Connection, key: str) -> Candidate | None:
    """Return the person with a key, None if there is none."""
    number = connection.scalar(select(person.c.id).where(person.c.key == key))
    return None if number is None else _candidates(connection, [number])[0]


def namesakes_of(connection: Connection, one: Candidate) -> list[Candidate]:
    """Return others of the same name who sit in the same companies, whatever their birth dates."""
    bulk.keys_table(connection, one.companies)
    beside = bulk.KEYS.join(engagement, engagement.c.ico == bulk.driving(bulk.KEYS.c.key)).join(
        person, person.c.id == engagement.c.person_id
    )
    query = select(person.c.id, person.c.first_name, person.c.last_name).select_from(beside).distinct()
    name = same_name(one.name)
    numbers = [
        number
        for number, first, last in connection.execute(query)
        if number != one.number and same_name(Name(first, last)) == name
    ]
    return _candidates(connection, numbers)


def hide(engine: Engine, path: Path, persons: Collection[Candidate], *, namesakes: bool) -> None:
    """Hide persons, the first of whom the others are hidden along with.

    `namesakes`: also whoever is entered later under the name in their companies without a birth date.
    """
    first, *_ = persons
    with reading(engine) as connection:
        decided = time_after(load_list(connection))
    decisions = [
        HiddenPerson(
            identity=one.identity.hex(),
            key=one.key,
            decided=decided,
            first_name=one.name.first,
            last_name=one.name.last,
            companies=tuple(sorted(one.companies)),
            namesakes=namesakes,
            along_with=None if one is first else first.key,
        )
        for one in persons
    ]
    record(engine, path, decisions)


def show(engine: Engine, path: Path, key: str) -> list[str]:
    """Show a hidden person again, and those who were hidden along; return their keys."""
    with reading(engine) as connection:
        known, one = load_list(connection), find_person(connection, key)
    keys = {key, *(item.key for item in known if one and item.identity == one.identity.hex())}
    shown = [item for item in known if item.hidden and not keys.isdisjoint((item.key, item.along_with))]
    decided = time_after(known)
    record(engine, path, [HiddenPerson(item.identity, item.key, decided, hidden=False) for item in shown])
    return [item.key for item in shown]


def _candidates(connection: Connection, numbers: Collection[int]) -> list[Candidate]:
    entered = companies_of(connection, numbers)
    names: dict[int, str] = {}
    for chunk in bulk.chunks({ico for _, ico in entered}, 500):
        query = select(company.c.ico, company.c.name).where(company.c.ico.in_(chunk))
        names |= {ico: name or "" for ico, name in connection.execute(query)}
    rows: list[Any] = []
    for chunk in bulk.chunks(numbers, 500):
        rows += connection.execute(select(person).where(person.c.id.in_(chunk)).order_by(person.c.id)).all()
    return [
        Candidate(
            row.id,
            row.key,
            bytes(row.identity),
            Name(row.first_name, row.last_name),
            row.birth_date is not None,
            {ico: names.get(ico, "") for number, ico in sorted(entered) if number == row.id},
        )
        for row in rows
    ]
