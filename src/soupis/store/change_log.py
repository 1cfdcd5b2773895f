"""Which change log it is: followers must not take the lines of another one for a continuation of theirs.

A database that was restored from a backup, replaced by a replica or set back to an earlier moment counts on
from a smaller number, and its lines say other things under numbers that a follower has met already. Two marks
tell: the epoch, a random text that a migration makes and a restore renews, and the last line that was
followed, which has to stand in the log as it was read.

PostgreSQL restores and promotes without us. So whoever is about to write a line there compares the cluster,
its timeline, the database and the table (a dump that is restored has others) with those of the last line, and
renews the epoch where they differ. The fork tells how far the log before is part of this one: who did not
follow it any further can go on.
"""

from __future__ import annotations

import secrets
import time
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from soupis.store.engine import is_sqlite
from soupis.store.tables import change, setting

EPOCH: Final = "log_epoch"
"""The name under which the database keeps the epoch of its change log, as a JSON text."""
FORK: Final = "log_fork"
"""The name under which the database keeps which log it continues, and after which line."""
_TIMELINE: Final = "log_timeline"
_LEAP: Final = 1_000_000_000  # more lines than a log lost that is set back, whatever the clock says
CHANNEL: Final = "soupis_change"
"""The channel on which PostgreSQL tells followers that there are new lines."""


class Position(NamedTuple):
    """How far a change log was followed: its epoch, the number of the last line and what it said."""

    epoch: str
    seq: int
    line: str


class Fork(msgspec.Struct, frozen=True):
    """The epoch of the log before, and the last of its lines that this log holds too."""

    epoch: str
    seq: int


def new_epoch() -> str:
    """Return an epoch that no other log has, as the JSON text that is stored."""
    return f'"{secrets.token_hex(16)}"'


def beyond(seq: int) -> int:
    """Return a number beyond all that were given out by a log that is set back to `seq`.

    Microseconds since 1970: what was given out after an earlier restore of the same backup is smaller, since
    no log has a line in each of them. JSON bears them until 2255.
    """
    return max(seq + _LEAP, time.time_ns() // 1_000)


def newest(connection: Connection) -> Position:
    """Return the position at the end of the log."""
    return position_at(connection, connection.scalar(select(func.max(change.c.seq))) or 0)


def position_at(connection: Connection, seq: int) -> Position:
    """Return the position after a line; without a line of that number its text is empty."""
    query = select(change.c.kind, change.c.key, change.c.at).where(change.c.seq == seq)
    row = connection.execute(query).first()
    return Position(_epoch(connection), seq, f"{row.kind} {row.key} {row.at}" if row else "")


def can_continue(connection: Connection, position: Position) -> bool:
    """Tell whether the log is the one that was followed and still holds every line after the position."""
    # Of one SELECT, SQLite would find them by a walk through the whole log.
    oldest = connection.scalar(select(func.min(change.c.seq)))
    newest_seq = connection.scalar(select(func.max(change.c.seq)))
    if (newest_seq or 0) < position.seq or (oldest is not None and oldest > position.seq + 1):
        return False
    here = position_at(connection, position.seq)
    if here.line not in (position.line, ""):
        return False
    fork = _read(connection, FORK)
    return here.epoch == position.epoch or (
        fork is not None and _is_before(msgspec.json.decode(fork, type=Fork), position)
    )


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


def before_writing(connection: Connection) -> None:
    """Renew the epoch where PostgreSQL was promoted or restored since the last line.

    To be called in the transaction of the lines.
    """
    if is_sqlite(connection):
        return
    timeline: str = connection.exec_driver_sql(
        "SELECT concat_ws(' ', system_identifier, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),"
        " pg_database.oid, 'change'::regclass::oid)"
        " FROM pg_control_system(), pg_database WHERE datname = current_database()"
    ).scalar_one()
    known = _read(connection, _TIMELINE)
    if known == timeline:
        return
    # An earlier version wrote the first two of them.
    if known is not None and not timeline.startswith(f"{known} "):
        end = newest(connection)
        _write(connection, FORK, msgspec.json.encode(Fork(end.epoch, end.seq)).decode())
        _write(connection, EPOCH, new_epoch())
        # Readers of the log may know numbers that are lost: none of them is given to another line.
        connection.exec_driver_sql(
            f"SELECT setval(pg_get_serial_sequence('change', 'seq'), {beyond(end.seq)})"
        )
    _write(connection, _TIMELINE, timeline)


def after_writing(connection: Connection) -> None:
    """Tell followers across the network of new lines, as soon as the transaction is committed."""
    if not is_sqlite(connection):
        connection.exec_driver_sql(f"NOTIFY {CHANNEL}")


def _is_before(fork: Fork, position: Position) -> bool:
    return fork.epoch == position.epoch and position.seq <= fork.seq


def _epoch(connection: Connection) -> str:
    return (_read(connection, EPOCH) or "").strip('"')


def _read(connection: Connection, name: str) -> str | None:
    return connection.scalar(select(setting.c.value).where(setting.c.name == name))


def _write(connection: Connection, name: str, value: str) -> None:
    connection.execute(delete(setting).where(setting.c.name == name))
    connection.execute(insert(setting).values(name=name, value=value))
