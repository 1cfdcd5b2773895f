"""Waiting for what happens elsewhere: as long as it takes, with a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable

# A busy machine may take this long; whoever waits for something that does come never notices.
PATIENCE = 120.0
_LOOK = 0.02


def eventually(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait until something holds; tell whether it came to within the seconds."""
    end = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(_LOOK)
    return held


def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something holds; fail the test when it does not come to within the seconds."""
    assert eventually(holds, seconds), f"did not come to pass within {seconds:.0f} s"


def wait_until_steady(measure: Callable[[], int], still: float = 1.0, seconds: float = PATIENCE) -> int:
    """Wait until a figure is above zero and has not changed for `still` seconds; return it."""
    last, since = measure(), time.monotonic()

    def is_steady() -> bool:
        nonlocal last, since
        now = measure()
        if now != last:
            last, since = now, time.monotonic()
        return now > 0 and time.monotonic() - since >= still

    wait_until(is_steady, seconds)
    return last
