"""The data directory: facts in SQLite, large files beside it."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

from soupis.synthetic.standin_schema import FACTS


class Facts:
    """Answers questions about the made-up facts; shared by all threads."""

    def __init__(self, data: Path) -> None:
        self.directory = data
        path = data / FACTS
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing; make it with `soupis generate`")
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """Return all rows of a query."""
        with self._lock:
            return self._connection.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """Return the first row of a query."""
        rows = self.rows(sql, *values)
        return rows[0] if rows else None
