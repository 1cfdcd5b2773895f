"""The rate-limit headers, also in the form that the IETF drafts; the same for every face."""

from __future__ import annotations

from functools import lru_cache

from soupis.accounts.quota.counters import Decision, is_daily

Header = tuple[bytes, bytes]

# Names and seconds of the windows, as the IETF draft has them.
_DAY = (b'"den"', b"86400")
_MONTH = (b'"mesic"', b"2592000")


def rate_limit_headers(decision: Decision) -> list[Header]:
    """Return the headers that show a decision of the quota."""
    name, limit, policy = _limit_headers(decision.limit, is_daily(decision))
    left, reset = b"%d" % decision.remaining, b"%d" % decision.reset_seconds
    return [
        limit,
        (b"x-ratelimit-remaining", left),
        (b"x-ratelimit-reset", reset),
        policy,
        (b"ratelimit", b"%b;r=%b;t=%b" % (name, left, reset)),
    ]


@lru_cache
def _limit_headers(limit: int, daily: bool) -> tuple[bytes, Header, Header]:
    """Return the window's name and the headers that are the same for everybody with a tariff."""
    name, seconds = _DAY if daily else _MONTH
    policy = b"%b;q=%d;w=%b" % (name, limit, seconds)
    return name, (b"x-ratelimit-limit", b"%d" % limit), (b"ratelimit-policy", policy)
