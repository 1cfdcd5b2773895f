"""How many pages one address may read: a token bucket per address, in each server process by itself."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

_ADDRESSES = 50_000


class PageLimiter:
    """Lets an address read `per_minute` pages at once and as many each minute on average."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._rate = per_minute / 60
        self._clock = clock
        # Address → (tokens, when counted), the longest unused first, so that it is the one forgotten.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> int:
        """Take one page: return 0, or in how many seconds the next one may be read."""
        now = self._clock()
        tokens, counted = self._buckets.pop(address, (self._most, now))
        tokens = min(self._most, tokens + (now - counted) * self._rate)
        allowed = tokens >= 1
        self._buckets[address] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return 0 if allowed else math.ceil((1 - tokens) / self._rate)
