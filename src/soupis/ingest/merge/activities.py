"""Activities of companies, stored as one text for each source."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.store import bulk
from soupis.store.tables import KIND_COMPANY, activities

_STORED = select(activities.c.ico, activities.c.codes).select_from(
    bulk.KEYS.join(activities, activities.c.ico == bulk.driving(bulk.KEYS.c.key))
)


def merge_activities(
    connection: Connection, source: str, listed: dict[int, str], *, incomplete: Collection[int] = ()
) -> int:
    """Take over the activities of companies, given as packed codes; return how many companies differ.

    What is known of an `incomplete` company, of which only a part could be read, stays.
    """
    bulk.keys_table(connection, listed)
    stored = connection.execute(_STORED.where(activities.c.source == source))
    known = {row.ico: row.codes for row in stored}
    changed = {
        ico: codes
        for ico, codes in listed.items()
        if known.get(ico, "") != codes and not (ico in known and ico in incomplete)
    }
    replaced = ((ico, source) for ico in changed if ico in known)
    bulk.delete_rows(connection, activities, ("ico", "source"), replaced)
    rows = ((ico, source, codes) for ico, codes in changed.items() if codes)
    bulk.insert_rows(connection, activities, ("ico", "source", "codes"), rows)
    mark_dirty(connection, KIND_COMPANY, changed)
    return len(changed)


def pack_codes(codes: Iterable[tuple[int, str]]) -> str:
    """Return the canonical one-line form of a set of activity codes: "2008:62010 2025:62100"."""
    return " ".join(sorted(set(map(_packed, codes))))


@functools.lru_cache(10_000)
def _packed(activity: tuple[int, str]) -> str:
    return f"{activity[0]}:{activity[1]}"
