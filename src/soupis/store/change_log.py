"""Which change log it is: followers must not take the lines of another one for a continuation of theirs.

A database that was restored from a backup, replaced by a replica or set back to an earlier moment counts on
from a smaller number, and its lines say other things under numbers that a follower has met already. Two marks
tell: the epoch, a random text that a migration makes and a restore renews, and the last line that was
followed, which has to stand in the log as it was read.
"""

from __future__ import annotations

import secrets
from itertools import takewhile
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, select

from soupis.store.tables import change, setting

EPOCH: Final = "log_epoch"
"""The name under which the database keeps the epoch of its change log, as a JSON text."""


class Position(NamedTuple):
    """How far a change log was followed: its epoch, the number of the last line and what it said."""

    epoch: str
    seq: int
    line: str


def new_epoch() -> str:
    """Return an epoch that no other log has, as the JSON text that is stored."""
    return f'"{secrets.token_hex(16)}"'


def newest(connection: Connection) -> Position:
    """Return the position at the end of the log."""
    return position_at(connection, connection.scalar(select(func.max(change.c.seq))) or 0)


def position_at(connection: Connection, seq: int) -> Position:
    """Return the position after a line; without a line of that number its text is empty."""
    epoch = connection.scalar(select(setting.c.value).where(setting.c.name == EPOCH)) or ""
    query = select(change.c.kind, change.c.key, change.c.at).where(change.c.seq == seq)
    row = connection.execute(query).first()
    return Position(epoch.strip('"'), seq, f"{row.kind} {row.key} {row.at}" if row else "")


def can_continue(connection: Connection, position: Position) -> bool:
    """Tell whether the log is the one that was followed and still holds every line after the position."""
    oldest, newest_seq = connection.execute(select(func.min(change.c.seq), func.max(change.c.seq))).one()
    if (newest_seq or 0) < position.seq or (oldest is not None and oldest > position.seq + 1):
        return False
    here = position_at(connection, position.seq)
    return here.epoch == position.epoch and here.line in (position.line, "")


def forget_before(connection: Connection, moment: str, followed: int, most: int = 20_000) -> int:
    """Delete the oldest lines that were written before a moment and are followed; return how many.

    At most `most` in one transaction. The newest line stays, so that followers know the log again.
    """
    newest_seq = connection.scalar(select(func.max(change.c.seq)))
    oldest = connection.execute(select(change.c.seq, change.c.at).order_by(change.c.seq).limit(most)).all()
    # Up to the first line that stays: a gap would be taken for the beginning of the log.
    gone = list(
        takewhile(lambda row: row.at < moment and row.seq <= followed and row.seq != newest_seq, oldest)
    )
    if gone:
        connection.execute(delete(change).where(change.c.seq <= gone[-1].seq))
    return len(gone)
