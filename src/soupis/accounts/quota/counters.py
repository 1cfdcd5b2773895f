"""The statements that count units for queries, leases and exports, and the decision they lead to."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from soupis.accounts.callers import BucketLimit
from soupis.accounts.database import Rows, Run
from soupis.accounts.quota.tariffs import Tariff
from soupis.accounts.quota.windows import Window

_TAKE = """
INSERT INTO quota_usage (period, bucket, used) VALUES (:period, :bucket, :units)
ON CONFLICT (period, bucket) DO UPDATE SET used = quota_usage.used + :units
WHERE quota_usage.used + :units <= :limit RETURNING used
"""
_OWE = """
INSERT INTO quota_usage (period, bucket, used) VALUES (:period, :bucket, :units)
ON CONFLICT (period, bucket) DO UPDATE SET used = quota_usage.used + :units
"""
_USED = "SELECT used FROM quota_usage WHERE period = :period AND bucket = :bucket"
_GIVE_BACK = "UPDATE quota_usage SET used = used - :units WHERE period = :period AND bucket = :bucket"


class Decision(Struct, frozen=True, gc=False):
    """The answer to a question for units; the figures are those of the rate-limit headers."""

    allowed: bool
    limit: int
    remaining: int
    reset_seconds: int  # to the next window
    retry_after: int | None  # seconds; None when allowed
    units: int  # what was taken: 0 when refused
    period: str


def is_daily(decision: Decision) -> bool:
    """Tell whether a decision is about a day, as those without an account are, and not about a month."""
    return is_day(decision.period)


def is_day(period: str) -> bool:
    """Tell whether the name of a window is that of a day, and not of a month."""
    return len(period) > 7


def decide(allowed: bool, tariff: Tariff, remaining: int, window: Window, now: float, units: int) -> Decision:
    """Put a decision together; `remaining` never shows below zero (a tariff may have been lowered)."""
    reset = max(1, math.ceil(window.ends - now))
    retry_after = None if allowed else reset
    return Decision(allowed, tariff.limit, max(0, remaining), reset, retry_after, units, window.name)


def take(run: Run, bucket: str, period: str, units: int, limit: int) -> int | None:
    """Take units unless that would exceed the limit; return the units used since, None = refused."""
    if units > limit:  # the condition below guards only a row that is there already
        return None
    return _count(run(_TAKE, {"period": period, "bucket": bucket, "units": units, "limit": limit}))


def take_of_each(run: Run, limits: Sequence[BucketLimit], period: str, units: int) -> int | None:
    """Take units of several buckets, all or none; return what is left in the fullest, None = refused.

    Several buckets need a transaction. All callers take them in the order of `limits`, so that none waits for
    another one that waits for it.
    """
    left: list[int] = []
    for bucket, limit in limits:
        count = take(run, bucket, period, units, limit)
        if count is None:
            give_back_to_each(run, limits[: len(left)], period, units)
            return None
        left.append(limit - count)
    return min(left)


def _count(rows: Rows) -> int | None:
    return int(rows[0][0]) if rows else None


def owe(run: Run, bucket: str, period: str, units: int) -> None:
    """Count units that were used already, whatever the limit."""
    if units:
        run(_OWE, {"period": period, "bucket": bucket, "units": units})


def used(run: Run, bucket: str, period: str) -> int:
    """Return the units used in a window."""
    rows = run(_USED, {"period": period, "bucket": bucket})
    return int(rows[0][0]) if rows else 0


def left_in_each(run: Run, limits: Sequence[BucketLimit], period: str) -> int:
    """Return the units that are left in the fullest of several buckets."""
    return min(limit - used(run, bucket, period) for bucket, limit in limits)


def give_back_to_each(run: Run, limits: Sequence[BucketLimit], period: str, units: int) -> None:
    """Return units that were taken of several buckets before."""
    for bucket, _ in limits:
        give_back(run, bucket, period, units)


def give_back(run: Run, bucket: str, period: str, units: int) -> None:
    """Return units that were taken before."""
    if units:
        run(_GIVE_BACK, {"period": period, "bucket": bucket, "units": units})
