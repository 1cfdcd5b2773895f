"""Turns: of each caller one costly request is worked on at a time, so that nobody keeps others waiting."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Turns:
    """The turns of all callers of one process; for its event loop."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, caller: str) -> asyncio.Lock:
        """Return the lock to hold while work is done for a caller, named by its bucket."""
        lock = self._locks.get(caller)
        if lock is None:
            lock = self._locks[caller] = asyncio.Lock()
        return lock
