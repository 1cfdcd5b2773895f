"""Activities of companies, stored as one text for each source."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from sqlalchemy import Connection

from soupis.store import bulk
from soupis.store.tables import activities


def replace_activities(
    connection: Connection, source: str, changed: dict[int, str], *, fresh: bool = False
) -> None:
    """Replace the activities of companies, given as packed codes; `fresh` = there are none to remove."""
    if not fresh:
        for chunk in bulk.chunks(changed, 500):
            is_changed = (activities.c.source == source) & activities.c.ico.in_(chunk)
            connection.execute(activities.delete().where(is_changed))
    rows = ((ico, source, codes) for ico, codes in changed.items() if codes)
    bulk.insert_rows(connection, activities, ("ico", "source", "codes"), rows)


def pack_codes(codes: Iterable[tuple[int, str]]) -> str:
    """Return the canonical one-line form of a set of activity codes: "2008:62010 2025:62100"."""
    return " ".join(sorted(set(map(_packed, codes))))


@functools.lru_cache(10_000)
def _packed(activity: tuple[int, str]) -> str:
    return f"{activity[0]}:{activity[1]}"
