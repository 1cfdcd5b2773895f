"""Waiting for what happens elsewhere, never longer than it takes."""

from __future__ import annotations

import time
from collections.abc import Callable


def eventually(holds: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Wait until something holds; tell whether it came to within the seconds."""
    end = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.02)
    return held
