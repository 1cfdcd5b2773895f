"""Persons of a batch: those who are stored already are spelt as well as anywhere, new ones get keys."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Column, Connection, select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.merge.identity import Identifier, PersonRow, fuller
from soupis.store import bulk
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, engagement, person

_KNOWN = select(person.c.id, *(person.c[name] for name in PersonRow._fields)).join_from(
    bulk.KEYS, person, person.c.id == bulk.driving(bulk.KEYS.c.key)
)
# Without an index, so that a database can do no better than to look each of its rows up.
_KEYS = bulk.working_table("met_key", Column("key", person.c.key.type))
_TAKEN = select(person.c.key).join_from(_KEYS, person, person.c.key == _KEYS.c.key)


def enter_persons(
    connection: Connection, people: dict[int, PersonRow], first_keys: dict[int, str], identifier: Identifier
) -> None:
    """Enter those of some persons, by number, who are new, and mark all of them dirty.

    `first_keys`: the keys that they ask for. Raises SourceError where somebody else has a number.
    """
    if not people:
        return
    bulk.keys_table(connection, people)
    known = {number: PersonRow(*values) for number, *values in connection.execute(_KNOWN).all()}
    for number, before in known.items():
        if before != people[number] and (after := fuller(before, people[number])) != before:
            connection.execute(person.update().where(person.c.id == number).values(after._asdict()))
            sits = select(engagement.c.ico).where(engagement.c.person_id == number).distinct()
            mark_dirty(connection, KIND_COMPANY, sits)  # they show the person's name
    new = {number: row for number, row in people.items() if number not in known}
    keys = _free_keys(connection, new, first_keys, identifier)
    rows = [(number, keys[number], *new[number]) for number in sorted(new)]
    bulk.insert_rows(connection, person, ("id", "key", *PersonRow._fields), rows)
    mark_dirty(connection, KIND_PERSON, people)


def _free_keys(
    connection: Connection, new: dict[int, PersonRow], first_keys: dict[int, str], identifier: Identifier
) -> dict[int, str]:
    """Return the keys of new persons: those they ask for, others where somebody has them already."""
    taken = _taken(connection, [first_keys[number] for number in new])
    keys: dict[int, str] = {}
    for number, row in new.items():
        key, attempt = first_keys[number], 0
        while key in taken:
            attempt += 1
            key = identifier.key(row, attempt)
            taken |= _taken(connection, [key])
        taken.add(key)
        keys[number] = key
    return keys


def _taken(connection: Connection, keys: Collection[str]) -> set[str]:
    """Return those keys that somebody has."""
    bulk.create_empty(connection, _KEYS)
    bulk.insert_rows(connection, _KEYS, ("key",), ((key,) for key in keys))
    return set(connection.scalars(_TAKEN))
