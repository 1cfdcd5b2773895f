"""Leases: who may do a thing that must not be done twice at once, across processes and machines.

A lease runs out unless its holder renews it, so a killed holder blocks nobody for longer than that. Where
the holder can be seen to be dead (a process of this machine that is gone), the lease is free at once.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from soupis.store.engine import is_sqlite, reading, writing
from soupis.store.tables import lease
from soupis.times import utc_now, utc_text

LENGTH = timedelta(seconds=60)
# Clocks of machines may differ; beyond so many lengths it is a fault.
_AHEAD = 10


class LeaseHeldError(Exception):
    """Somebody else holds the lease."""


class LeaseLostError(Exception):
    """The lease ran out under its holder, who has to stop: somebody else may be at it."""


class Lease:
    """A lease that is held; renewed in the background until it is left."""

    def __init__(self, name: str, owner: str, length: float) -> None:
        self.name = name
        self.owner = owner
        self._length = length
        self._renewed = time.monotonic()

    def note_renewal(self) -> None:
        """Remember that the lease was renewed just now."""
        self._renewed = time.monotonic()

    def check(self) -> None:
        """Raise LeaseLostError when the lease may have run out."""
        if time.monotonic() - self._renewed >= self._length:
            raise LeaseLostError(
                f"The lease {self.name} ran out: this process stood still too long, or the database is away."
            )


class Leases:
    """The leases of one database, by its clock; safe to share between threads."""

    def __init__(self, engine: Engine, length: timedelta = LENGTH) -> None:
        self._engine = engine
        self._length = length
        self._insert = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        with writing(engine) as connection:
            lease.create(connection, checkfirst=True)

    @contextmanager
    def hold(self, name: str, *, patience: float = 0.0) -> Iterator[Lease]:
        """Hold a lease for a block; raises LeaseHeldError when it is not free within `patience` seconds."""
        owner = f"{_machine()}:{os.getpid()}:{secrets.token_hex(8)}"
        end = time.monotonic() + patience
        while not self._take(name, owner):
            if time.monotonic() >= end:
                raise LeaseHeldError(f"Another process is at it ({name}); wait until it is done.")
            time.sleep(min(0.2, max(0.0, end - time.monotonic())))
        held = Lease(name, owner, self._length.total_seconds())
        ended = threading.Event()
        renewer = threading.Thread(target=self._renew, args=(held, ended), daemon=True)
        renewer.start()
        try:
            yield held
        finally:
            ended.set()
            renewer.join()
            # Where the database is away the lease runs out by itself.
            with suppress(SQLAlchemyError), writing(self._engine) as connection:
                connection.execute(delete(lease).where(lease.c.name == name, lease.c.owner == owner))

    def holder(self, name: str) -> str | None:
        """Return who holds a lease now, None when it is free."""
        with reading(self._engine) as connection:
            now = utc_text(_now(connection))
            row = connection.execute(
                select(lease.c.owner, lease.c.expires).where(lease.c.name == name)
            ).first()
        return None if row is None or row.expires <= now or _is_dead(row.owner) else row.owner

    def _take(self, name: str, owner: str) -> bool:
        with writing(self._engine) as connection:
            now = _now(connection)
            values = {"name": name, "owner": owner, "expires": utc_text(now + self._length)}
            holder = connection.scalar(select(lease.c.owner).where(lease.c.name == name))
            # One that ends later than any lease can was written while a clock was ahead.
            never = utc_text(now + _AHEAD * max(self._length, LENGTH))
            free = [lease.c.expires <= utc_text(now), lease.c.expires > never]
            if holder is not None and _is_dead(holder):
                free.append(lease.c.owner == holder)
            statement = self._insert(lease).values(values)
            statement = statement.on_conflict_do_update(
                index_elements=["name"],
                set_={"owner": statement.excluded.owner, "expires": statement.excluded.expires},
                where=or_(*free),
            )
            connection.execute(statement)
            return connection.scalar(select(lease.c.owner).where(lease.c.name == name)) == owner

    def _renew(self, held: Lease, ended: threading.Event) -> None:
        while not ended.wait(self._length.total_seconds() / 4):
            try:
                with writing(self._engine) as connection:
                    kept = connection.execute(
                        update(lease)
                        .where(lease.c.name == held.name, lease.c.owner == held.owner)
                        .values(expires=utc_text(_now(connection) + self._length))
                    ).rowcount
            except SQLAlchemyError:
                continue  # the holder learns of it when the lease has run out
            if not kept:
                return
            held.note_renewal()


def _now(connection: Connection) -> datetime:
    """Return this moment by the clock that all holders share: PostgreSQL's; a file's are on one machine."""
    if is_sqlite(connection):
        return utc_now()
    now: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return now


def _machine() -> str:
    """Return what tells processes that see each other from others: this boot and process namespace."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot[:13]}{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return "elsewhere"


def _is_dead(owner: str) -> bool:
    machine, process, _ = owner.split(":")
    if machine != _machine() or machine == "elsewhere":
        return False
    try:
        # After the name in parentheses comes the state; Z is a process that ended and was not yet waited for.
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
    except OSError:
        return False
