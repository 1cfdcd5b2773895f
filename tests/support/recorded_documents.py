"""Published documents as an earlier version stored them, so that it stays known whether they can be read.

    python -m tests.support.recorded_documents DIR

records those of made-up companies that a version published in a data directory, by the rules that they were
made by. To be done with `soupis generate` and `soupis sync` whenever `OLDEST_SERVED_RULES` is raised.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

_TABLES = {"company_document": "ico", "person_document": "id"}
_MOST = 8


def path_of(rules: int) -> Path:
    """Return the file that documents of some rules are recorded in."""
    return Path(__file__).parents[1] / "fixtures" / f"documents-{rules}.msgpack"


def recorded(rules: int) -> dict[str, list[dict[str, Any]]]:
    """Return the documents that were made by some rules, packed as they were stored, by table."""
    found: dict[str, list[dict[str, Any]]] = msgspec.msgpack.decode(path_of(rules).read_bytes())
    return found


def _record(directory: Path) -> None:
    with closing(sqlite3.connect(directory / "registry.sqlite")) as file:
        file.row_factory = sqlite3.Row
        (rules,) = file.execute("SELECT value FROM setting WHERE name = 'document_rules'").fetchone()
        found: dict[str, list[dict[str, Any]]] = {}
        for table, key in _TABLES.items():
            # The longest have most kinds of entries, the shortest lack most.
            order = ["length(detail) DESC", "length(detail)"]
            if table == "company_document":
                order.append("ties IS NULL, length(detail)")
            rows = [
                row
                for by in order
                for row in file.execute(f"SELECT * FROM {table} ORDER BY {by}, {key} LIMIT {_MOST}")
            ]
            found[table] = [dict(row) for row in rows]
    path_of(int(rules)).write_bytes(msgspec.msgpack.encode(found))


if __name__ == "__main__":
    _record(Path(sys.argv[1]))
