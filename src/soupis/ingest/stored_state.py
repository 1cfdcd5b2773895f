"""What the database remembers between runs: versions of files, numbers of events, places in a pass."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, select

from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import setting

T = TypeVar("T")


def load_state(database: Engine | Connection, name: str, kind: type[T]) -> T | None:
    """Return what was remembered under a name, None when there is nothing or it is of another form."""
    if isinstance(database, Engine):
        with reading(database) as connection:
            return load_state(connection, name, kind)
    text = database.scalar(select(setting.c.value).where(setting.c.name == name))
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError:
        return None


def save_state(database: Engine | Connection, name: str, value: Any) -> None:
    """Keep something that JSON can say under a name of up to 40 characters.

    A connection keeps it together with the other changes of the caller's transaction.
    """
    if isinstance(database, Engine):
        with writing(database) as connection:
            save_state(connection, name, value)
        return
    text = msgspec.json.encode(value).decode()
    bulk.upsert_rows(database, setting, [{"name": name, "value": text}])
