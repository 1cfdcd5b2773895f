"""Queues of companies to look up: one row per company, however often it is asked for.

Each look-up belongs to a share of its queue. Shares take turns, so that many look-ups of one share delay the
others by no more than that.

On one machine they lie in an SQLite file of their own, so that a request that only adds a line never waits
for an import; scaled out, they are tables in PostgreSQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import timedelta
from enum import IntEnum
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    delete,
    func,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.sql.dml import Insert

from soupis.store import bulk, upserts
from soupis.store.engine import is_damage, open_engine, reading, writing
from soupis.store.tables import vat_queue
from soupis.times import now_text, utc_now, utc_text

# Delay after the first failure; it doubles with each further one, up to the longest.
_FIRST_DELAY = timedelta(minutes=1)
_LONGEST_DELAY = timedelta(hours=6)
# After so many failures a look-up is given up and shown as such in the status.
MOST_ATTEMPTS = 10
# At most so many look-ups of a share wait, except those that accounts ask for and pay for.
MOST_WAITING = 20_000
_CHUNK = 500
# A write to the queue takes milliseconds; whoever finds it locked for longer fails and asks again.
_BUSY_MILLISECONDS = 2_000


class Share(IntEnum):
    """Shares of a queue. A company that several ask for is in the share with the lowest number."""

    ACCOUNTS = 0  # asked for by an account, a command or another look-up
    WATCHED = 1  # asked for daily because an account watches the company
    ANONYMOUS = 2  # asked for without an account, or visited


class QueueCounts(NamedTuple):
    """How many look-ups wait, how many of them are due now, and how many were given up."""

    waiting: int
    due: int
    given_up: int


class QueueEntry(NamedTuple):
    """One look-up that waits: since when, after how many failures, when it is tried next."""

    asked: str
    attempts: int
    next_attempt: str
    last_error: str | None
    given_up: bool


class LookupQueue:
    """One queue; safe to share between threads. Raises SQLAlchemy's errors when the store is away."""

    def __init__(self, url: str, table: Table = vat_queue) -> None:
        # A request that adds a line must never wait for an import that holds the turn to write, nor long for
        # a file that something else has locked.
        self._engine = open_engine(url, one_writer=False, busy_milliseconds=_BUSY_MILLISECONDS)
        self._table = table
        self.local = self._engine.dialect.name == "sqlite"
        """Whether a look into it takes microseconds, and waits for nobody."""
        # Made once: making them costs more than they do.
        self._ask = _ask_statement(self._engine.dialect.name, table)
        self._waiting = _waiting_query(self._engine.dialect.name, table)
        self._waiting_text = str(self._waiting.compile(self._engine))
        if self.local:  # in PostgreSQL the migrations make it, beside the record
            with writing(self._engine) as connection:  # several server processes may start at once
                _create_table(connection, table)

    def ask(
        self,
        icos: Iterable[int],
        share: Share = Share.ACCOUNTS,
        may_exist: Callable[[int], bool] = lambda _ico: True,
    ) -> None:
        """Ask for look-ups of companies; those that wait keep their place, new ones are those that may exist.

        One that was given up gets another chance, but not before its last delay has passed. Companies that
        the share has no room for are left out.
        """
        for chunk in bulk.chunks(icos, _CHUNK):
            # Most wait already, and reading disturbs nobody.
            now, new = now_text(), self.not_waiting(chunk, share, may_exist)
            if new and share is not Share.ACCOUNTS:
                new = new[: self.room(share)]
            if new:
                # In one order, so that two who ask for the same never lock each other out.
                rows = [{"ico": ico, "now": now, "share": share} for ico in sorted(set(new))]
                with writing(self._engine) as connection:
                    connection.execute(self._ask, rows)
                    table = self._table
                    of_higher_share = table.c.ico.in_(new) & (table.c.share > share)
                    connection.execute(update(table).where(of_higher_share).values(share=share))

    def room(self, share: Share) -> int:
        """Return how many more companies of a share may wait. Not exact while several processes ask."""
        table = self._table
        waiting = select(func.count()).where(table.c.given_up.is_(False), table.c.share == share)
        with reading(self._engine) as connection:
            return max(0, MOST_WAITING - connection.execute(waiting).scalar_one())

    def not_waiting(self, icos: list[int], share: Share, may_exist: Callable[[int], bool]) -> list[int]:
        """Return those whose place in the queue `ask` would change."""
        if not icos:
            return []
        ask = self._waiting_locally if self.local else self._waiting_remotely
        waiting = ask(icos, share)
        return [ico for ico in icos if ico not in waiting and may_exist(ico)]

    def due(self, limit: int) -> list[int]:
        """Return companies to look up now: shares take turns, each with its longest waiting first."""
        with reading(self._engine) as connection:
            shares = [connection.scalars(self._due_of(share, limit)).all() for share in Share]
        turns = chain.from_iterable(zip_longest(*shares))
        return list(islice((ico for ico in turns if ico is not None), limit))

    def done(self, icos: Iterable[int]) -> None:
        """Take companies off the queue whose answer is stored."""
        with writing(self._engine) as connection:
            for chunk in bulk.chunks(icos, _CHUNK):
                connection.execute(delete(self._table).where(self._table.c.ico.in_(chunk)))

    def failed(self, icos: Iterable[int], error: str) -> None:
        """Put look-ups off after a failure, each time for longer, in the end for good."""
        self._put_off(icos, error, most_attempts=MOST_ATTEMPTS)

    def put_off(self, icos: Iterable[int], reason: str) -> None:
        """Put look-ups off whose answers settle nothing yet, each time for longer, but never for good."""
        self._put_off(icos, reason, most_attempts=None)

    def _put_off(self, icos: Iterable[int], reason: str, *, most_attempts: int | None) -> None:
        now = utc_now()
        table = self._table
        with writing(self._engine) as connection:
            for chunk in bulk.chunks(icos, _CHUNK):
                query = select(table.c.ico, table.c.attempts).where(table.c.ico.in_(chunk))
                for ico, attempts in connection.execute(query).all():
                    delay = min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** min(attempts, MOST_ATTEMPTS))
                    connection.execute(
                        update(table)
                        .where(table.c.ico == ico)
                        .values(
                            attempts=attempts + 1,
                            next_attempt=utc_text(now + delay),
                            last_error=reason[:200],
                            given_up=most_attempts is not None and attempts + 1 >= most_attempts,
                        )
                    )

    def entry(self, ico: int) -> QueueEntry | None:
        """Return the look-up of a company that waits or was given up, None where there is none."""
        columns = [self._table.c[name] for name in QueueEntry._fields]
        with reading(self._engine) as connection:
            row = connection.execute(select(*columns).where(self._table.c.ico == ico)).one_or_none()
        return QueueEntry(*row) if row else None

    def counts(self) -> QueueCounts:
        """Return how full the queue is."""
        table, count = self._table, func.count()
        with reading(self._engine) as connection:
            row = connection.execute(
                select(
                    count.filter(table.c.given_up.is_(False)),
                    count.filter(table.c.given_up.is_(False), _is_due(table)),
                    count.filter(table.c.given_up.is_(True)),
                ).select_from(table)
            ).one()
        return QueueCounts(*row)

    def close(self) -> None:
        """Close the store."""
        self._engine.dispose()

    def _due_of(self, share: Share, limit: int) -> Select[int]:
        table = self._table
        return (
            select(table.c.ico)
            .where(table.c.given_up.is_(False), table.c.share == share, _is_due(table))
            .order_by(table.c.next_attempt, table.c.ico)
            .limit(limit)
        )

    def _waiting_locally(self, icos: list[int], share: Share) -> set[int]:
        """Read by the sqlite3 module: every batch of VAT asks, and SQLAlchemy takes longer than the query."""
        try:
            with closing(self._engine.raw_connection()) as connection:
                cursor = connection.cursor()
                cursor.execute(self._waiting_text, (str(icos), int(share), now_text()))
                return {ico for (ico,) in cursor.fetchall()}
        except sqlite3.Error as error:
            if is_damage(error):
                raise OperationalError(self._waiting_text, None, error) from error
            raise DBAPIError.instance(self._waiting_text, None, error, sqlite3.Error) from error

    def _waiting_remotely(self, icos: list[int], share: Share) -> set[int]:
        with reading(self._engine) as connection:
            parameters = {"icos": icos, "share": share, "now": now_text()}
            return set(connection.scalars(self._waiting, parameters))


def _create_table(connection: Connection, table: Table) -> None:
    """Create the table of a queue in a file, or add the share to the table of an older version."""
    inspector = inspect(connection)
    if not inspector.has_table(table.name):
        table.create(connection)
    elif "share" not in {column["name"] for column in inspector.get_columns(table.name)}:
        connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN share SMALLINT NOT NULL DEFAULT 0"))
        for index in table.indexes:
            index.drop(connection)
            index.create(connection)


def _ask_statement(dialect: str, table: Table) -> Insert:
    """Return the statement that adds a company (`ico`, `now`, `share`), or wakes one that was given up."""
    now: BindParameter[str] = bindparam("now")
    share: BindParameter[int] = bindparam("share")
    anew = {"asked": now, "attempts": 0, "next_attempt": now, "given_up": False, "share": share}
    return (
        upserts.insert(dialect, table)
        .values(ico=bindparam("ico"), **anew)
        .on_conflict_do_update(index_elements=["ico"], set_=anew, where=_has_another_chance(table))
    )


def _waiting_query(dialect: str, table: Table) -> Select[int]:
    """Return the query for those of `icos` (SQLite: as JSON) that `ask` for `share` at `now` leaves alone."""
    of_these = table.c.ico.in_(bindparam("icos", expanding=True))
    if dialect == "sqlite":  # a fifth faster than parameters that are written out anew each time
        of_these = table.c.ico.in_(select(func.json_each(bindparam("icos")).table_valued("value").c.value))
    in_share = table.c.share <= bindparam("share")
    return select(table.c.ico).where(of_these, in_share, ~_has_another_chance(table))


def _has_another_chance(table: Table) -> ColumnElement[bool]:
    """Return the condition for look-ups that were given up and whose last delay has passed at `now`."""
    return table.c.given_up.is_(True) & (table.c.next_attempt <= bindparam("now"))


def _is_due(table: Table) -> ColumnElement[bool]:
    """Return the condition for look-ups whose time has come.

    One that lies further ahead than any delay was written while a clock was ahead.
    """
    now = utc_now()
    attempt = table.c.next_attempt
    return or_(attempt <= utc_text(now), attempt > utc_text(now + 2 * _LONGEST_DELAY))
