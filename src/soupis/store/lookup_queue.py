"""The queue of companies whose VAT status somebody asked for and nobody knows yet.

On one machine it is an SQLite file of its own, so that a request that only adds a line never waits for an
import; scaled out, it is a table in PostgreSQL. One row per company: asking again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from soupis.store.engine import open_engine, reading, writing
from soupis.store.tables import vat_queue

# Delay after the first failure; it doubles with each further one, up to the longest.
_FIRST_DELAY = timedelta(minutes=1)
_LONGEST_DELAY = timedelta(hours=6)
# After so many failures a look-up is given up and shown as such in the status.
MOST_ATTEMPTS = 10


class QueueCounts(NamedTuple):
    """How many look-ups wait, how many of them are due now, and how many were given up."""

    waiting: int
    due: int
    given_up: int


class LookupQueue:
    """The queue; safe to share between threads. Raises SQLAlchemy's errors when the store is away."""

    def __init__(self, url: str) -> None:
        # A request that adds a line must never wait for an import that holds the turn to write.
        self._engine = open_engine(url, one_writer=False)
        self._insert = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert
        with writing(self._engine) as connection:  # several server processes may start at once
            vat_queue.create(connection, checkfirst=True)

    def ask(self, icos: Iterable[int]) -> None:
        """Ask for look-ups of companies; those already asked for keep their place."""
        now = _text(datetime.now(UTC))
        rows = [
            {"ico": ico, "asked": now, "attempts": 0, "next_attempt": now, "given_up": False} for ico in icos
        ]
        if rows:
            with writing(self._engine) as connection:
                connection.execute(self._insert(vat_queue).on_conflict_do_nothing(), rows)

    def due(self, limit: int) -> list[int]:
        """Return companies to look up now, those that have waited longest first."""
        now = _text(datetime.now(UTC))
        query = (
            select(vat_queue.c.ico)
            .where(vat_queue.c.given_up.is_(False), vat_queue.c.next_attempt <= now)
            .order_by(vat_queue.c.next_attempt, vat_queue.c.ico)
            .limit(limit)
        )
        with reading(self._engine) as connection:
            return list(connection.scalars(query))

    def done(self, icos: Iterable[int]) -> None:
        """Take companies off the queue whose answer is stored."""
        with writing(self._engine) as connection:
            connection.execute(delete(vat_queue).where(vat_queue.c.ico.in_(list(icos))))

    def failed(self, icos: Iterable[int], error: str) -> None:
        """Put look-ups off after a failure, each time for longer, in the end for good."""
        now = datetime.now(UTC)
        with writing(self._engine) as connection:
            query = select(vat_queue.c.ico, vat_queue.c.attempts).where(vat_queue.c.ico.in_(list(icos)))
            for ico, attempts in connection.execute(query).all():
                delay = min(_LONGEST_DELAY, _FIRST_DELAY * 2**attempts)
                connection.execute(
                    update(vat_queue)
                    .where(vat_queue.c.ico == ico)
                    .values(
                        attempts=attempts + 1,
                        next_attempt=_text(now + delay),
                        last_error=error[:200],
                        given_up=attempts + 1 >= MOST_ATTEMPTS,
                    )
                )

    def counts(self) -> QueueCounts:
        """Return how full the queue is."""
        now = _text(datetime.now(UTC))
        count = func.count()
        with reading(self._engine) as connection:
            row = connection.execute(
                select(
                    count.filter(vat_queue.c.given_up.is_(False)),
                    count.filter(vat_queue.c.given_up.is_(False), vat_queue.c.next_attempt <= now),
                    count.filter(vat_queue.c.given_up.is_(True)),
                ).select_from(vat_queue)
            ).one()
        return QueueCounts(*row)

    def close(self) -> None:
        """Close the store."""
        self._engine.dispose()


def _text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
