"""Dirty entries: whose documents have to be made again. They go in with the change that asks for it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    FromClause,
    Integer,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    select,
)

from soupis.store import bulk
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, dirty, engagement

# Who can sit in a body, by the kind of document that shows it.
MEMBERS = ((KIND_PERSON, engagement.c.person_id), (KIND_COMPANY, engagement.c.legal_ico))
# Of the companies in the working table of keys.
_MEMBERS_OF = {
    kind: select(member)
    .select_from(bulk.KEYS.join(engagement, engagement.c.ico == bulk.driving(bulk.KEYS.c.key)))
    .where(member.is_not(None))
    .distinct()
    for kind, member in MEMBERS
}


def mark_dirty(connection: Connection, kind: int, keys: Collection[int] | Table | Select[Any]) -> None:
    """Ask for new documents of entities of a kind.

    Their keys are given as they are, in the first column of a working table, or by a query of one column.
    """
    if isinstance(keys, Select):
        marking = _marking(keys.subquery())
    elif isinstance(keys, Table):
        marking = _marking_table(keys)
    elif keys:
        marking = _marking_table(bulk.keys_table(connection, keys))
    else:
        return
    marking(connection, marked=kind, moment=time.time_ns())


def _marking(keys: FromClause) -> bulk.Upsert:
    kind, version = bindparam("marked", type_=Integer), bindparam("moment", type_=BigInteger)
    key = next(iter(keys.columns)).label("key")
    return bulk.Upsert(dirty, select(kind.label("kind"), key, version.label("version")))


_marking_table = cache(_marking)


def mark_members_dirty(connection: Connection, icos: Collection[int]) -> None:
    """Ask for new documents of everybody who sits in some companies."""
    if connection.scalar(select(engagement.c.id).limit(1)) is None:
        return  # no register of who sits where was read yet
    bulk.keys_table(connection, icos)
    for kind, query in _MEMBERS_OF.items():
        mark_dirty(connection, kind, query)


def members_of(connection: Connection, kind: int, icos: Collection[int]) -> set[int]:
    """Return the keys of everybody of a kind who sits in some companies."""
    bulk.keys_table(connection, icos)
    return set(connection.scalars(_MEMBERS_OF[kind]))


class DirtyEntry(NamedTuple):
    """A dirty entry as it was read; it is taken away only if it is still the same."""

    kind: int
    key: int
    version: int


_ENTRIES = select(dirty.c.kind, dirty.c.key, dirty.c.version)


def count_by_kind(connection: Connection) -> dict[int, int]:
    """Return how many entries there are of each kind that has any."""
    rows = connection.execute(select(dirty.c.kind, func.count()).group_by(dirty.c.kind))
    return {row[0]: row[1] for row in rows}


def read_after(connection: Connection, kind: int, key: int, limit: int) -> list[DirtyEntry]:
    """Return the next entries after a key, in the order of keys."""
    query = _ENTRIES.where(dirty.c.kind == kind, dirty.c.key > key).order_by(dirty.c.key).limit(limit)
    return [DirtyEntry(*row) for row in connection.execute(query).all()]


def read_among(connection: Connection, kind: int, keys: Iterable[int]) -> list[DirtyEntry]:
    """Return the entries of some keys, in the order of keys."""
    batch = bulk.keys_table(connection, keys)
    # An outer join, so that a planner which knows nothing of the table does not begin with all of a kind.
    joined = batch.outerjoin(dirty, (dirty.c.kind == kind) & (dirty.c.key == batch.c.key))
    rows = connection.execute(_ENTRIES.select_from(joined).order_by(batch.c.key)).all()
    return [DirtyEntry(*row) for row in rows if row.key is not None]


def take_away(connection: Connection, entries: list[DirtyEntry]) -> tuple[set[int], Table]:
    """Remove those of a kind that are still as they were read; return their keys, as a set and as a table.

    The others were marked anew since then, or published by somebody else. In a write transaction, in which
    nobody marks any between the two statements.
    """
    batch = bulk.versions_table(connection, ((entry.key, entry.version) for entry in entries))
    kind = {"wanted": entries[0].kind}
    keys = {entry.key for entry in entries}
    if connection.execute(_OTHERS, kind).rowcount:
        keys = set(connection.scalars(select(batch.c.key)))
    connection.execute(_TAKEN, kind)
    return keys, batch


_OF_KIND = dirty.c.kind == bindparam("wanted")
_OTHERS = delete(bulk.KEYS).where(
    ~exists().where(_OF_KIND, dirty.c.key == bulk.KEYS.c.key, dirty.c.version == bulk.KEYS.c.version)
)
_TAKEN = delete(dirty).where(_OF_KIND, dirty.c.key.in_(select(bulk.KEYS.c.key)))
