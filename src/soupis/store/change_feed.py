"""Published changes of companies as a node's own file holds them, read in the order of the change log.

A snapshot and the feed join by a number: a reader that knows the state up to some line goes on after it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from soupis.identifiers import format_ico
from soupis.store.published_file import PublishedFile
from soupis.store.tables import EVENT_CEASED, EVENT_CHANGED, EVENT_NEW, KIND_COMPANY
from soupis.wire.changes import TypZmeny, Zmena

_NAMES = {EVENT_NEW: "new", EVENT_CHANGED: "changed", EVENT_CEASED: "ceased"}

_TYPES: dict[str, TypZmeny] = {"new": "nova", "changed": "zmena", "ceased": "zanik"}

# Asked for apart, each is one look into the table; min and max of one SELECT are a walk through all of it.
_ENDS = "SELECT (SELECT min(seq) FROM change), (SELECT max(seq) FROM change)"
_HOLDS = "SELECT 1 FROM change WHERE seq = ?"
# The kind stands in the text: only then is the index of company lines used.
_AFTER = f"""
SELECT seq, at, key, event, sections FROM change INDEXED BY change_of_company
WHERE kind = {KIND_COMPANY} AND seq > ? ORDER BY seq LIMIT ?
"""  # noqa: S608 (a number of ours)
_AFTER_OF = f"""
SELECT seq, at, key, event, sections FROM change INDEXED BY change_by_company
WHERE kind = {KIND_COMPANY} AND key IN (SELECT value FROM json_each(?)) AND seq > ? ORDER BY seq LIMIT ?
"""  # noqa: S608 (a number of ours)

# Bounds of one page for chosen companies: about 10 ms of one processor each.
MAX_SCANNED_LINES = 10_000
MAX_INDEXED_COMPANIES = 5_000


class CompanyChange(NamedTuple):
    """One line: its number, when it was published (UTC), whose it is and what happened.

    `sections` names the sections of the detail that differ; empty of what is new, None = not known.
    """

    number: int
    at: str
    ico: int
    event: str  # new | changed | ceased
    sections: list[str] | None

    def shown(self) -> Zmena:
        """Return the change as the feed and webhooks show it."""
        return Zmena(
            poradi=self.number,
            kdy=self.at,
            ico=format_ico(self.ico),
            typ=_TYPES[self.event],
            oddily=self.sections,
        )


class FeedPage(NamedTuple):
    """The next changes, the number to go on after, and the least number one may go on after.

    `is_last` = the log held nothing after `next` when it was read.
    """

    changes: list[CompanyChange]
    next: int
    oldest: int
    is_last: bool


class LinesForgottenError(LookupError):
    """The log no longer holds what came after a number, or never gave it out."""

    def __init__(self, oldest: int) -> None:
        super().__init__(f"the change log begins after {oldest}")
        self.oldest = oldest


class ChangeFeed:
    """Reads the change log of one node; one object per process, shared by its threads."""

    def __init__(self, path: Path) -> None:
        self._file = PublishedFile(path)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def token(self) -> bytes:
        """Return what changes with everything that is published on this machine."""
        return self._file.token()

    def newest(self) -> int:
        """Return the number of the newest line, 0 where there is none."""
        return self._file.rows(_ENDS)[0][1] or 0

    def after(self, number: int | None, most: int, only: Collection[int] | None = None) -> FeedPage:
        """Return at most `most` changes of companies after a number, from the oldest on for None.

        With `only`, changes of these companies. One page reads a limited part of the log, so it may hold no
        changes before the end of the log is reached.

        Raises LinesForgottenError for a number that cannot be gone on after.
        """
        with self._file.one_state() as connection:
            first, newest = connection.execute(_ENDS).fetchone()
            oldest, newest = first - 1 if first else 0, newest or 0
            if number is None:
                number = oldest
            if self._file.is_copy and number > newest:
                return FeedPage([], number, oldest, is_last=True)  # of a node that is ahead of this one
            # A restored log counts on far beyond all numbers given out before: what it does not hold, it
            # never gave out, or has given up.
            if number != oldest and not connection.execute(_HOLDS, (number,)).fetchone():
                raise LinesForgottenError(oldest)
            rows, last = _lines_after(connection, number, newest, most, only)
        changes = [
            CompanyChange(seq, at, ico, _NAMES[event], None if sections is None else sections.split())
            for seq, at, ico, event, sections in rows
        ]
        last = max(last, number)
        return FeedPage(changes, last, oldest, is_last=last >= newest)


def _lines_after(
    connection: sqlite3.Connection, number: int, newest: int, most: int, only: Collection[int] | None
) -> tuple[list[Any], int]:
    """Return at most `most` lines after a number, and the number of the last line that was considered."""
    if only is None:
        rows = connection.execute(_AFTER, (number, most)).fetchall()
    elif newest - number > MAX_SCANNED_LINES and len(only) <= MAX_INDEXED_COMPANIES:
        rows = connection.execute(_AFTER_OF, (json.dumps(list(only)), number, most)).fetchall()
    else:
        scanned = connection.execute(_AFTER, (number, MAX_SCANNED_LINES)).fetchall()
        rows = [row for row in scanned if row[2] in only][:most]
        if len(rows) < most:
            return rows, scanned[-1][0] if len(scanned) == MAX_SCANNED_LINES else newest
    return rows, rows[-1][0] if len(rows) == most else newest
