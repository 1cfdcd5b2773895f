"""Clients of the source registers: what to ask and at which address; parsing is in `soupis.registers`."""

from __future__ import annotations

from soupis.registers.http import RetryPolicy, SourceClient
from soupis.registers.throttle import LIMITS, Throttle


def make_client(
    source: str, base_url: str, *, contact: str, retry_policy: RetryPolicy | None = None
) -> SourceClient:
    """Return a client of a source named in `throttle.LIMITS`, within that source's limits.

    Make one per source and process: the limits hold for the requests of this very client.
    """
    throttle = Throttle(LIMITS[source])
    return SourceClient(source, base_url, throttle, contact=contact, retry_policy=retry_policy)
