"""Persons of a batch: who of them is stored already, and the numbers and keys that new ones get."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from sqlalchemy import Column, Connection, Engine, func, select

from soupis.ingest import person_indexes
from soupis.ingest.dirty_entries import mark_dirty_query, mark_dirty_table
from soupis.ingest.merge.identity import Identifier, PersonRow, fuller
from soupis.store import bulk
from soupis.store.engine import reading
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    engagement,
    person,
    person_document,
)

_ROW = (person.c.id, *(person.c[name] for name in PersonRow._fields))


class StoredPersons(Protocol):
    """Finds stored persons."""

    def known(self, connection: Connection, identities: Collection[bytes]) -> list[tuple[int, PersonRow]]:
        """Return number and row of those persons who are stored."""

    def taken(self, connection: Connection, keys: Collection[str]) -> set[str]:
        """Return those keys that somebody has."""


def number_persons(
    connection: Connection,
    people: dict[bytes, PersonRow],
    first_keys: dict[bytes, str],
    identifier: Identifier,
    stored: StoredPersons,
) -> dict[bytes, int]:
    """Return the numbers of persons by identity and mark them dirty; new ones are entered with a key.

    `first_keys`: the keys that they ask for, by identity.
    """
    numbers: dict[bytes, int] = {}
    for number, before in stored.known(connection, people.keys()):
        numbers[before.identity] = number
        met = people[before.identity]
        if before != met and (after := fuller(before, met)) != before:
            connection.execute(person.update().where(person.c.id == number).values(after._asdict()))
            sits = select(engagement.c.ico).where(engagement.c.person_id == number).distinct()
            mark_dirty_query(connection, KIND_COMPANY, sits)  # they show the person's name
    new = [row for identity, row in people.items() if identity not in numbers]
    if new:
        last = connection.scalar(select(func.max(person.c.id))) or 0
        keys = _free_keys(connection, new, first_keys, identifier, stored)
        rows = [
            (number, key, *row) for number, (row, key) in enumerate(zip(new, keys, strict=True), last + 1)
        ]
        bulk.insert_rows(connection, person, ("id", "key", *PersonRow._fields), rows)
        numbers.update({row.identity: number for number, row in enumerate(new, last + 1)})
    mark_dirty_table(connection, bulk.keys_table(connection, numbers.values()), KIND_PERSON)
    return numbers


def _free_keys(
    connection: Connection,
    new: list[PersonRow],
    first_keys: dict[bytes, str],
    identifier: Identifier,
    stored: StoredPersons,
) -> list[str]:
    """Return the keys of new persons: those they ask for, others where somebody has them already."""
    taken = stored.taken(connection, [first_keys[row.identity] for row in new])
    keys: list[str] = []
    for row in new:
        key, attempt = first_keys[row.identity], 0
        while key in taken:
            attempt += 1
            key = identifier.key(row, attempt)
            taken |= stored.taken(connection, [key])
        taken.add(key)
        keys.append(key)
    return keys


# What is asked for: comparing sets is faster than asking for thousands of values. These have no index, so
# that a database can do no better than to look each of their rows up in the table of all persons.
_IDENTITIES = bulk.working_table("met_identity", Column("identity", person.c.identity.type))
_KEYS = bulk.working_table("met_key", Column("key", person.c.key.type))


class IndexedPersons:
    """Finds persons by the indexes of their table."""

    def known(self, connection: Connection, identities: Collection[bytes]) -> list[tuple[int, PersonRow]]:
        """Return number and row of those persons who are stored."""
        met = bulk.create_empty(connection, _IDENTITIES)
        bulk.insert_rows(connection, met, ("identity",), ((identity,) for identity in identities))
        joined = met.join(person, person.c.identity == met.c.identity)
        return _persons(connection.execute(select(*_ROW).select_from(joined)))

    def taken(self, connection: Connection, keys: Collection[str]) -> set[str]:
        """Return those keys that somebody has."""
        met = bulk.create_empty(connection, _KEYS)
        bulk.insert_rows(connection, met, ("key",), ((key,) for key in keys))
        joined = met.join(person, person.c.key == met.c.key)
        return set(connection.scalars(select(person.c.key).select_from(joined)))


# So many persons are read at once.
_READ_AT_ONCE = 50_000


class RememberedPersons:
    """Finds persons by what it remembers of all of them: less than their two indexes, whose leaves they meet
    in no order, take to be kept up.

    Others may enter persons meanwhile; whoever has a number above the last one that was seen is read.
    """

    def __init__(self) -> None:
        self._last = 0
        self._identities = _Numbers()
        self._keys = _Numbers()

    def known(self, connection: Connection, identities: Collection[bytes]) -> list[tuple[int, PersonRow]]:
        """Return number and row of those persons who are stored."""
        self._catch_up(connection)
        numbers = self._identities.find(map(_hash_of_identity, identities))
        return [
            item
            for item in _persons(_with_numbers(connection, numbers, _ROW))
            if item[1].identity in identities
        ]

    def taken(self, connection: Connection, keys: Collection[str]) -> set[str]:
        """Return those keys that somebody has; `known` was asked before."""
        numbers = self._keys.find(map(_hash_of_key, keys))
        found = {key for _, key in _with_numbers(connection, numbers, (person.c.id, person.c.key))}
        return found.intersection(keys)

    def _catch_up(self, connection: Connection) -> None:
        query = (
            select(person.c.id, person.c.identity, person.c.key).order_by(person.c.id).limit(_READ_AT_ONCE)
        )
        while rows := connection.execute(query.where(person.c.id > self._last)).all():
            numbers, identities, keys = zip(*rows, strict=True)
            self._identities.add(map(_hash_of_identity, identities), numbers)
            self._keys.add(map(_hash_of_key, keys), numbers)
            self._last = numbers[-1]


class _Numbers:
    """Numbers of millions by a hash of 32 bits, in one array of eight bytes each and some room.

    A place holds a hash and, below it, a number; it is the one that the hash's last bits say, or the next
    free one. Few numbers that are found belong to another one with the same hash: who asks looks at their
    rows.
    """

    def __init__(self) -> None:
        self._places = array("Q", bytes(8 << 10))
        self._count = 0

    def add(self, hashes: Iterable[int], numbers: Sequence[int]) -> None:
        """Take up numbers, each with its hash."""
        self._count += len(numbers)
        while self._count > len(self._places) * 3 // 4:
            before, self._places = self._places, array("Q", bytes(2 * 8 * len(self._places)))
            self._put(filter(None, before))
        self._put(hashed << 32 | number for hashed, number in zip(hashes, numbers, strict=True))

    def _put(self, items: Iterable[int]) -> None:
        places, mask = self._places, len(self._places) - 1
        for item in items:
            place = item >> 32 & mask
            while places[place]:
                place = place + 1 & mask
            places[place] = item

    def find(self, hashes: Iterable[int]) -> list[int]:
        """Return the numbers with one of some hashes."""
        places, mask = self._places, len(self._places) - 1
        found = []
        for hashed in hashes:
            place = hashed & mask
            while item := places[place]:
                if item >> 32 == hashed:
                    found.append(item & _LOWER_HALF)
                place = place + 1 & mask
        return found


_LOWER_HALF = 0xFFFF_FFFF


def _hash_of_identity(identity: bytes) -> int:
    return int.from_bytes(identity[:4])


def _hash_of_key(key: str) -> int:
    return hash(key) & _LOWER_HALF


def _with_numbers(
    connection: Connection, numbers: list[int], columns: Sequence[Column[Any]]
) -> Sequence[Any]:
    if not numbers:
        return ()
    asked = bulk.keys_table(connection, numbers)
    joined = asked.join(person, person.c.id == bulk.driving(asked.c.key))
    return connection.execute(select(*columns).select_from(joined)).all()


def _persons(rows: Iterable[Sequence[Any]]) -> list[tuple[int, PersonRow]]:
    return [(number, PersonRow(*values)) for number, *values in rows]


@contextmanager
def finding_persons(engine: Engine) -> Iterator[StoredPersons]:
    """Give what finds persons while files of the public register are taken over.

    Where no profile is published yet, nobody asks for persons by their keys: the indexes are made at the end.
    """
    with reading(engine) as connection:
        is_first_load = connection.scalar(select(person_document.c.id).limit(1)) is None
    if not is_first_load:
        yield IndexedPersons()
        return
    try:
        person_indexes.leave_out(engine)
        yield RememberedPersons()
    finally:
        person_indexes.make(engine)
