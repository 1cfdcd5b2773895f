"""The rate-limit headers, also in the form that the IETF drafts; the same for every face."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from soupis.accounts.quota.counters import Decision, is_day
from soupis.request_headers import Header

# Names and seconds of the windows, as the IETF draft has them.
_DAY = (b'"den"', b"86400")
_MONTH = (b'"mesic"', b"2592000")


def rate_limit_headers(decision: Decision) -> list[Header]:
    """Return the headers that show a decision of the quota."""
    fixed = _fixed_parts(decision.limit, decision.period, decision.reset_seconds)
    left = b"%d" % decision.remaining
    return [
        fixed.limit,
        (b"x-ratelimit-remaining", left),
        fixed.reset,
        fixed.policy,
        (b"ratelimit", fixed.before + left + fixed.after),
    ]


class _Fixed(NamedTuple):
    limit: Header
    reset: Header
    policy: Header
    before: bytes
    after: bytes


@lru_cache
def _fixed_parts(limit: int, period: str, reset: int) -> _Fixed:
    """Return what is the same for everybody with a tariff for the length of a second."""
    name, seconds = _DAY if is_day(period) else _MONTH
    return _Fixed(
        limit=(b"x-ratelimit-limit", b"%d" % limit),
        reset=(b"x-ratelimit-reset", b"%d" % reset),
        policy=(b"ratelimit-policy", b"%b;q=%d;w=%b" % (name, limit, seconds)),
        before=b"%b;r=" % name,
        after=b";t=%d" % reset,
    )
