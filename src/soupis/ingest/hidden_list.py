"""The list of hidden persons, in the database for publishing and in a file that outlives restores.

Each entry is the latest decision about one person. Database and file are merged whenever a command opens the
installation, so that a decision survives in either of them: the restored database of an older backup takes it
from the file, another machine that shares a PostgreSQL database from the database.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, select

from soupis.durable_files import put_in_place
from soupis.ingest.dirty_entries import mark_dirty, mark_members_dirty
from soupis.ingest.stored_state import load_state, save_state
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import KIND_COMPANY, engagement, person
from soupis.times import utc_now

FILE = "hidden_persons.json"
_LIST = "hidden_persons"
_UNPUBLISHED = "hidden_unpublished"


class HiddenListError(Exception):
    """The file of hidden persons cannot be read; the text says what to do."""


class HiddenPerson(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The latest decision about one person, who is known by the keyed hash of name and birth date.

    `hidden`: False = the person is shown again, and nothing but the decision is kept.
    `companies`: IDs of the companies at the time of the decision; the name stays hidden in their texts even
    when the register names the person no more. `namesakes`: everybody in these companies is hidden, too, who
    has a spelling of the name and the same birth date, or no birth date. `along_with`: key of the person who
    was hidden by the same command.
    """

    identity: str  # hexadecimal
    key: str
    decided: datetime
    hidden: bool = True
    first_name: str | None = None
    last_name: str = ""
    companies: tuple[int, ...] = ()
    namesakes: bool = False
    along_with: str | None = None


class _File(msgspec.Struct, rename="camel"):
    hidden_persons: list[HiddenPerson]


def load_list(connection: Connection) -> list[HiddenPerson]:
    """Return the latest decision about each person, by the database."""
    return load_state(connection, _LIST, list[HiddenPerson]) or []


def read_file(path: Path) -> list[HiddenPerson]:
    """Return the latest decision about each person, by a file; raises HiddenListError for a damaged one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_File).hidden_persons
    except FileNotFoundError:
        return []
    except msgspec.DecodeError as error:
        raise HiddenListError(
            f"The list of hidden persons {path} is damaged ({error}). Copy it from another data directory of "
            "this installation, or delete it: the database has the list, too, unless that was restored."
        ) from None


def merge(*lists: Iterable[HiddenPerson]) -> list[HiddenPerson]:
    """Return the latest decision about each person of several lists, in the order of decisions.

    Of two that were made at one time that of hiding counts.
    """
    decisions = [item for items in lists for item in items]
    decisions.sort(key=lambda item: (item.decided, item.hidden))
    latest = {item.identity: item for item in decisions}
    return sorted(latest.values(), key=lambda item: (item.decided, item.identity))


def time_after(known: Iterable[HiddenPerson]) -> datetime:
    """Return a time of decision that is later than all that are known, whatever the clock says."""
    return max([utc_now(), *(item.decided + timedelta(microseconds=1) for item in known)])


def record(engine: Engine, path: Path, decisions: Sequence[HiddenPerson] = ()) -> None:
    """Bring database and file to the latest decisions, new ones among them, and mark what they change.

    The file is written first: where the process is killed before the database is, the next command goes on.
    """
    with reading(engine) as connection:
        known, in_file = load_list(connection), read_file(path)
    if known == in_file and not decisions:
        return
    with writing(engine) as connection:
        known, in_file = load_list(connection), read_file(path)
        merged = merge(known, in_file, decisions)
        if merged != in_file:
            _write_file(path, merged)
        if merged != known:
            save_state(connection, _LIST, merged)
            changed = set(merged).symmetric_difference(known)
            _mark_changed(connection, changed)


def unpublished(connection: Connection) -> list[int]:
    """Return the IDs of the companies whose documents wait for decisions to be published."""
    return load_state(connection, _UNPUBLISHED, list[int]) or []


def is_unpublished(engine: Engine) -> bool:
    """Tell whether decisions wait to be published: a command is at it, or was killed."""
    with reading(engine) as connection:
        return bool(unpublished(connection))


def note_published(engine: Engine, companies: list[int]) -> None:
    """Note that decisions about these companies are published, unless others were made meanwhile."""
    with writing(engine) as connection:
        if unpublished(connection) == companies:
            save_state(connection, _UNPUBLISHED, [])


def stored_persons(connection: Connection, persons: Iterable[HiddenPerson]) -> dict[str, Any]:
    """Return the rows of persons by their identity, of those who are stored."""
    stored: dict[str, Any] = {}
    for chunk in bulk.chunks([bytes.fromhex(item.identity) for item in persons], 500):
        rows = connection.execute(select(person).where(person.c.identity.in_(chunk)))
        stored |= {bytes(row.identity).hex(): row for row in rows}
    return stored


def companies_of(connection: Connection, numbers: Iterable[int]) -> dict[int, set[int]]:
    """Return the IDs of the companies that persons are entered in, by the person's number."""
    found = defaultdict(set)
    for chunk in bulk.chunks(numbers, 500):
        query = select(engagement.c.person_id, engagement.c.ico).where(engagement.c.person_id.in_(chunk))
        for number, ico in connection.execute(query.distinct()):
            found[number].add(ico)
    return found


def _mark_changed(connection: Connection, changed: Collection[HiddenPerson]) -> None:
    stored = stored_persons(connection, changed).values()
    entered = companies_of(connection, [row.id for row in stored]).values()
    icos = sorted(set().union(*entered, *(item.companies for item in changed)))
    mark_hidden_dirty(connection, icos)
    save_state(connection, _UNPUBLISHED, sorted({*icos, *unpublished(connection)}))


def mark_hidden_dirty(connection: Connection, icos: Collection[int]) -> None:
    """Ask for new documents of the companies of hidden persons, and of everybody who sits in them."""
    mark_dirty(connection, KIND_COMPANY, icos)
    mark_members_dirty(connection, icos)


def _write_file(path: Path, items: list[HiddenPerson]) -> None:
    """Replace the file in one step, readable by its owner only."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(_File(items))) + b"\n")
    put_in_place(draft, path)
