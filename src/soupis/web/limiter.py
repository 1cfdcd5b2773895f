"""How many pages one client may read: a token bucket per client IP, in each server process by itself."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

_MAX_CLIENTS = 50_000


class PageLimiter:
    """Lets a client read `per_minute` pages at once and as many each minute on average."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._rate = per_minute / 60
        self._clock = clock
        # Client → (tokens, when counted), the longest unused first, so that it is the one forgotten.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, factor: int = 1) -> int:
        """Take one page: return 0, or in how many seconds the next one may be read.

        A client with a `factor` may read so many times as many pages.
        """
        now, most, rate = self._clock(), self._most * factor, self._rate * factor
        tokens, counted = self._buckets.pop(client, (most, now))
        tokens = min(most, tokens + (now - counted) * rate)
        allowed = tokens >= 1
        self._buckets[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return 0 if allowed else math.ceil((1 - tokens) / rate)
