"""How many requests a source may still be sent: counts that outlive a restart and hold for all processes."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, Engine, delete, func, select

from soupis.store import upserts
from soupis.store.engine import keep_writers_out, reading, writing
from soupis.store.tables import request_count


class RequestBudget:
    """The budget of one source; `rates` are pairs (requests, seconds), seconds being whole minutes.

    Requests are counted by minutes, and the minute in which a window began counts whole: never too many,
    at most one minute's worth too few.
    """

    def __init__(
        self,
        engine: Engine,
        source: str,
        rates: tuple[tuple[int, float], ...],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._engine = engine
        self._source = source
        self._rates = [(count, int(seconds // 60)) for count, seconds in rates]
        self._clock = clock
        with writing(engine) as connection:
            request_count.create(connection, checkfirst=True)

    def take(self) -> float:
        """Take one request from the budget and return 0.0, or return the seconds until there is one."""
        minute = int(self._clock() // 60)
        table = request_count
        with writing(self._engine) as connection:
            keep_writers_out(connection, table)
            statement = upserts.insert(connection.dialect.name, table).values(
                source=self._source, minute=minute, requests=1
            )
            statement = statement.on_conflict_do_update(
                index_elements=["source", "minute"], set_={"requests": table.c.requests + 1}
            )
            waits = [self._wait(connection, minute, count, minutes) for count, minutes in self._rates]
            if max(waits, default=0.0) > 0:
                return max(waits)
            connection.execute(statement)
            oldest = minute - max((minutes for _, minutes in self._rates), default=0) - 1
            connection.execute(delete(table).where(table.c.source == self._source, table.c.minute < oldest))
        return 0.0

    def wait(self) -> float:
        """Return the seconds until there is a request to take, 0.0 where there is one now."""
        minute = int(self._clock() // 60)
        with reading(self._engine) as connection:
            return max((self._wait(connection, minute, *rate) for rate in self._rates), default=0.0)

    def used(self) -> list[int]:
        """Return how many requests each rate's window holds now, in the order of the rates."""
        minute = int(self._clock() // 60)
        with reading(self._engine) as connection:
            return [self._sum(connection, minute - minutes) for _, minutes in self._rates]

    def _wait(self, connection: Connection, minute: int, count: int, minutes: int) -> float:
        if self._sum(connection, minute - minutes) < count:
            return 0.0
        oldest: int | None = connection.scalar(
            select(func.min(request_count.c.minute)).where(
                request_count.c.source == self._source, request_count.c.minute >= minute - minutes
            )
        )
        return max(1.0, float((oldest or minute) + minutes + 1) * 60 - self._clock())

    def _sum(self, connection: Connection, since: int) -> int:
        query = select(func.sum(request_count.c.requests)).where(
            request_count.c.source == self._source, request_count.c.minute >= since
        )
        return connection.scalar(query) or 0
