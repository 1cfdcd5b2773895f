"""What the service measures of itself, kept for a month: times of answers, ages of sources.

Every server process adds what it counted to slots of five minutes in the accounts database, so that processes
and nodes are one sum and a restart loses some seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar, cast

from soupis.accounts.database import Database
from soupis.queries.errors import UNREACHABLE

# Upper bounds of the histogram of times, in seconds; one more bucket has none.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOT_SECONDS = 300
KEPT_SECONDS = 31 * 86_400
_FAILED = -1
_TICKS_PER_WRITE = 10
_TICKS_PER_PURGE = 600
_BATCH = 500
_REMEMBERED_SECONDS = 10.0

T = TypeVar("T")

_ADD = """
INSERT INTO answer_time (slot, route, bucket, answers) VALUES (:slot, :route, :bucket, :answers)
ON CONFLICT (slot, route, bucket) DO UPDATE SET answers = answer_time.answers + excluded.answers
"""
_ADD_AGE = """
INSERT INTO source_age (slot, source, age) VALUES (:slot, :source, :age)
ON CONFLICT (slot, source) DO UPDATE SET age = excluded.age WHERE excluded.age > source_age.age
"""
_SUMS = "SELECT route, bucket, sum(answers) FROM answer_time WHERE slot > :after GROUP BY route, bucket"
_FIRST = """
SELECT min(slot) FROM (
SELECT min(slot) AS slot FROM answer_time UNION ALL SELECT min(slot) AS slot FROM source_age
) AS firsts
"""
_AGES = """
SELECT source, max(age), count(*), sum(CASE WHEN age <= :limit THEN 1 ELSE 0 END)
FROM source_age WHERE slot > :after AND source = :source GROUP BY source
"""
_PURGES = tuple(
    f"""
DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} WHERE slot < :before LIMIT :batch) RETURNING 1
"""  # noqa: S608 - names of ours
    for table, key in (("answer_time", "slot, route, bucket"), ("source_age", "slot, source"))
)


class Answers(NamedTuple):
    """Answers of one class of addresses: how many in each bucket of `BOUNDS`, and how many of all failed."""

    buckets: tuple[int, ...]
    failed: int

    @property
    def total(self) -> int:
        """How many answers there were."""
        return sum(self.buckets)

    def quantile(self, share: float) -> float | None:
        """Return the time in seconds that this share of answers took at most, None without answers.

        Within a bucket the answers are taken as spread evenly; beyond the last bound it is that bound.
        """
        wanted, below = share * self.total, 0
        if not self.total:
            return None
        for place, count in enumerate(self.buckets[: len(BOUNDS)]):
            if count and below + count >= wanted:
                start = BOUNDS[place - 1] if place else 0.0
                return start + (BOUNDS[place] - start) * max(0.0, wanted - below) / count
            below += count
        return BOUNDS[-1]


class Ages(NamedTuple):
    """Ages of a source: the oldest in seconds, how many slots it was looked at in, how many within limit."""

    oldest: int
    slots: int
    within: int


# What a process has counted since it began: route → counts of buckets, and of failures.
Counts = Callable[[], Mapping[str, Answers]]


class Measurements:
    """Adds what a process counts, and tells the sums of all; one per process."""

    def __init__(
        self,
        database: Database,
        counts: Counts,
        ages: Callable[[], Mapping[str, int]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._connection = database.connect()
        self._counts = counts
        self._ages = ages
        self._clock = clock
        self._written = dict(counts())  # what another process counted there before is not ours
        self._ticks = 0
        self._remembered: dict[str, tuple[float, object]] = {}

    def tick(self) -> None:
        """Write every ten seconds what is new, and forget what is too old now and then."""
        if self._ticks % _TICKS_PER_WRITE == 0:
            self.write()
        if self._ticks % _TICKS_PER_PURGE == 0:
            before = (self._clock() - KEPT_SECONDS) // SLOT_SECONDS
            for purge in _PURGES:
                while len(self._connection.run(purge, {"before": before, "batch": _BATCH})) == _BATCH:
                    time.sleep(0.005)
        self._ticks += 1

    def write(self) -> None:
        """Add what was counted since the last time; what cannot be written is added the next time."""
        slot = int(self._clock() // SLOT_SECONDS)
        counts = dict(self._counts())
        rows = [
            {"slot": slot, "route": route, "bucket": bucket, "answers": count}
            for route, answers in sorted(counts.items())
            for bucket, count in _new(answers, self._written.get(route))
        ]
        with self._connection.transaction() as run:
            for row in rows:
                run(_ADD, row)
            for source, age in sorted(self._ages().items()):
                run(_ADD_AGE, {"slot": slot, "source": source, "age": age})
        self._written = counts

    def answers(self, seconds: int) -> dict[str, Answers]:
        """Return the answers of the last `seconds` by class of addresses, of all processes."""
        buckets: dict[str, list[int]] = {}
        failed: dict[str, int] = {}
        for route, bucket, count in self._connection.run(_SUMS, {"after": self._after(seconds)}):
            if bucket == _FAILED:
                failed[route] = int(count)
            else:
                buckets.setdefault(route, [0] * (len(BOUNDS) + 1))[bucket] = int(count)
        return {route: Answers(tuple(counts), failed.get(route, 0)) for route, counts in buckets.items()}

    def ages(self, source: str, limit: int, seconds: int) -> Ages | None:
        """Return how old a source was in the last `seconds`, None where nobody looked."""
        parameters = {"source": source, "limit": limit, "after": self._after(seconds)}
        rows = self._connection.run(_AGES, parameters)
        return Ages(*map(int, rows[0][1:])) if rows else None

    def since(self) -> int | None:
        """Return since when there are measurements, in seconds since 1970; None while there are none."""
        ((first,),) = self._connection.run(_FIRST, {})
        return None if first is None else int(first) * SLOT_SECONDS

    def remembered(self, key: str, read: Callable[[], T]) -> T:
        """Return what `read` gives, at most ten seconds old; sums over a month take a while."""
        until, value = self._remembered.get(key, (0.0, None))
        if value is None or self._clock() >= until:
            value = read()
            self._remembered[key] = (self._clock() + _REMEMBERED_SECONDS, value)
        return cast(T, value)

    def close(self) -> None:
        """Write what is left, as far as the databases can be reached, and close."""
        with suppress(*UNREACHABLE):
            self.write()
        self._connection.close()

    def _after(self, seconds: int) -> int:
        """Return the last slot that lies before the last `seconds`; the present one is not whole yet."""
        return int(self._clock() // SLOT_SECONDS) - max(1, seconds // SLOT_SECONDS) - 1


def _new(answers: Answers, written: Answers | None) -> Sequence[tuple[int, int]]:
    """Return the buckets that grew, each with by how much."""
    before = written or Answers((0,) * len(answers.buckets), 0)
    grown = [
        (place, now - then)
        for place, (now, then) in enumerate(zip(answers.buckets, before.buckets, strict=True))
    ]
    return [
        (place, count) for place, count in [*grown, (_FAILED, answers.failed - before.failed)] if count > 0
    ]
