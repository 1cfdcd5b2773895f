"""Politeness: how often and how many at once each source may be asked."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from soupis.registers.errors import SourceUnavailable


@dataclass(frozen=True)
class Limits:
    """How many requests at once, and at most `count` requests in any `seconds` for each pair of `rates`."""

    parallel: int
    rates: tuple[tuple[int, float], ...]


# Published limits where there are any (VAT: terms of the tax administration; ARES: 500 a minute, no
# concurrent floods), else what a public service surely stands.
LIMITS: Final[dict[str, Limits]] = {
    "vat": Limits(4, ((2_000, 3_600.0), (10_000, 86_400.0))),
    "ares": Limits(3, ((500, 60.0),)),
    "isir": Limits(2, ((2, 1.0),)),
    "isir_public": Limits(1, ((1, 1.0),)),
    "documents": Limits(1, ((1, 1.0),)),
    "public_register": Limits(2, ((5, 1.0),)),
    "res": Limits(2, ((5, 1.0),)),
    "codelists": Limits(1, ((2, 1.0),)),
}


class Throttle:
    """Hands out turns within limits; shared by all threads that ask one source.

    A turn that would come later than `patience` seconds from now is refused by SourceUnavailable, whose
    `retry_after` says when it would have come, so that a worker can do something else.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        patience: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._patience = patience
        self._clock = clock
        self._sleep = sleep
        self._slots = threading.BoundedSemaphore(limits.parallel)
        self._lock = threading.Lock()
        # The last `count` turns of each rate: the next one is free `seconds` after the oldest of them.
        self._turns = [(seconds, deque[float](maxlen=count)) for count, seconds in limits.rates]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and hold one of the parallel places until the block ends."""
        with self._slots:
            self._sleep_until_turn()
            yield

    def _sleep_until_turn(self) -> None:
        with self._lock:
            now = self._clock()
            start = now
            for seconds, turns in self._turns:
                if len(turns) == turns.maxlen:
                    start = max(start, turns[0] + seconds)
            if start - now > self._patience:
                raise SourceUnavailable(
                    f"The source's limit of requests is used up for {start - now:.0f} s; asked no more.",
                    retry_after=start - now,
                )
            for _, turns in self._turns:
                turns.append(start)
        if start > now:
            self._sleep(start - now)
