"""Which companies an account watches; how many it may is a matter of its tariff."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select, update

from soupis.accounts.database import Database
from soupis.accounts.tables import account, watched_company
from soupis.store import upserts
from soupis.times import PRAGUE, utc_text

# Rows of one transaction, and the pause after it, in which other writers get their turn.
_CHUNK = 500
_PAUSE_SECONDS = 0.005
_watched = watched_company.c


class Watched(NamedTuple):
    """A watched company and since when (UTC)."""

    ico: int
    since: str


class Entry(NamedTuple):
    """A watched company on the list of an account."""

    account_id: int
    ico: int


class Added(NamedTuple):
    """How many companies were added, and how many the account watches now."""

    added: int
    total: int


class TooManyError(Exception):
    """The list would be longer than the tariff allows; nothing was added."""

    def __init__(self, total: int, most: int) -> None:
        super().__init__(f"{total} companies would be watched, {most} are allowed")
        self.total = total
        self.most = most


class WatchLists:
    """The watch lists of all accounts; safe to share between threads."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._engine = database.engine
        self._clock = clock

    def of(self, account_id: int) -> set[int]:
        """Return all companies that an account watches."""
        with self._engine.connect() as connection:
            mine = select(_watched.ico).where(_watched.account_id == account_id)
            return set(connection.scalars(mine))

    def page(self, account_id: int, start: int, most: int) -> tuple[list[Watched], int]:
        """Return a part of a list in the order of company IDs, and the length of the whole."""
        mine = _watched.account_id == account_id
        query = select(_watched.ico, _watched.since).where(mine).order_by(_watched.ico)
        with self._engine.connect() as connection:
            rows = connection.execute(query.offset(start).limit(most)).all()
            return [Watched._make(row) for row in rows], _count(connection, account_id)

    def find(self, account_id: int, ico: int) -> Watched | None:
        """Return one company of a list, None where it is not watched."""
        query = select(_watched.ico, _watched.since).where(
            _watched.account_id == account_id, _watched.ico == ico
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return Watched._make(row) if row else None

    def add(self, account_id: int, icos: Iterable[int], limit: int) -> Added:
        """Add companies, all or none. Raises `TooManyError` if the list would be longer than `limit`.

        An account with a smaller tariff than before keeps its list, and may repeat what is on it.
        """
        watched = self.of(account_id)
        new = sorted(set(icos) - watched)
        if new and len(watched) + len(new) > limit:
            raise TooManyError(len(watched) + len(new), limit)
        added, total = 0, len(watched)
        for start in range(0, len(new), _CHUNK):
            if start:
                time.sleep(_PAUSE_SECONDS)
            try:
                in_chunk, total = self._add_chunk(account_id, new[start : start + _CHUNK], limit)
            except TooManyError:  # another request added to the list meanwhile
                self.remove(account_id, new[:start])
                raise
            added += in_chunk
        return Added(added, total)

    def _add_chunk(self, account_id: int, icos: list[int], limit: int) -> Added:
        since = utc_text(self._clock())
        rows = [{"account_id": account_id, "ico": ico, "since": since} for ico in icos]
        with self._engine.begin() as connection:
            # Locked, so that two requests of an account cannot pass the limit together.
            connection.execute(select(account.c.id).where(account.c.id == account_id).with_for_update())
            inserting = upserts.insert(connection.dialect.name, watched_company)
            adding = inserting.values(rows).on_conflict_do_nothing()
            added = len(connection.execute(adding.returning(_watched.ico)).all())
            total = _count(connection, account_id)
            if added and total > limit:
                raise TooManyError(total, limit)
        return Added(added, total)

    def remove(self, account_id: int, icos: Iterable[int]) -> int:
        """Take companies off a list; return how many were on it."""
        removed, chosen = 0, sorted(set(icos))
        with self._engine.begin() as connection:
            for start in range(0, len(chosen), _CHUNK):
                mine = _watched.ico.in_(chosen[start : start + _CHUNK]) & (_watched.account_id == account_id)
                removed += connection.execute(delete(watched_company).where(mine)).rowcount
        return removed

    def unasked(self, most: int) -> list[Entry]:
        """Return entries of lists whose companies were not queued for look-up on this Prague day."""
        query = select(_watched.account_id, _watched.ico).where(_watched.asked < self._today())
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(_watched.asked, _watched.ico).limit(most)).all()
        return [Entry._make(row) for row in rows]

    def note_asked(self, entries: list[Entry]) -> None:
        """Note that the companies of entries were queued for look-up on this Prague day."""
        if not entries:
            return
        of_entry = (_watched.account_id == bindparam("account")) & (_watched.ico == bindparam("company"))
        noting = update(watched_company).where(of_entry).values(asked=self._today())
        rows = [{"account": entry.account_id, "company": entry.ico} for entry in sorted(entries)]
        with self._engine.begin() as connection:
            connection.execute(noting, rows)

    def _today(self) -> str:
        return datetime.fromtimestamp(self._clock(), PRAGUE).date().isoformat()


def _count(connection: Connection, account_id: int) -> int:
    query = select(func.count()).select_from(watched_company).where(_watched.account_id == account_id)
    return connection.execute(query).scalar_one()
