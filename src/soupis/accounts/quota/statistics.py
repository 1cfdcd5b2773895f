"""Daily use of an account by kind of query, for its chart: buffered, written each second."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Literal

from soupis.accounts.database import Connection

Kind = Literal["search", "detail", "vat", "person", "export", "changes", "mcp"]

_ADD = """
INSERT INTO usage_daily (account_id, day, kind, units) VALUES (:account_id, :day, :kind, :units)
ON CONFLICT (account_id, day, kind) DO UPDATE SET units = usage_daily.units + :units
"""


class DailyUse:
    """Adds up in memory what `flush` writes; a crash loses one second of statistics, never of the quota."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: dict[tuple[int, str, Kind], int] = defaultdict(int)

    def add(self, account_id: int, day: str, kind: Kind, units: int) -> None:
        """Count units; negative ones take a count back."""
        with self._lock:
            self._pending[account_id, day, kind] += units

    def flush(self, connection: Connection) -> None:
        """Write what was counted. What cannot be written stays for the next time (`UnavailableError`)."""
        with self._lock:
            pending, self._pending = self._pending, defaultdict(int)
        if not pending:
            return
        try:
            with connection.transaction() as run:
                # In one order, so that two processes on PostgreSQL never lock each other out.
                for (account_id, day, kind), units in sorted(pending.items()):
                    run(_ADD, {"account_id": account_id, "day": day, "kind": kind, "units": units})
        except BaseException:
            for (account_id, day, kind), units in pending.items():
                self.add(account_id, day, kind, units)
            raise
