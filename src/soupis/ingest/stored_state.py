"""What the synchronisations remember between runs: versions of files, numbers of events, places in a pass."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, select

from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import fact

T = TypeVar("T")


def load_state(engine: Engine, name: str, kind: type[T]) -> T | None:
    """Return what was remembered under a name, None when there is nothing or it is of another form."""
    with reading(engine) as connection:
        text = connection.scalar(select(fact.c.value).where(fact.c.name == name))
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError:
        return None


def save_state(engine: Engine, name: str, value: Any) -> None:
    """Keep something that JSON can say under a name of up to 40 characters."""
    with writing(engine) as connection:
        save_state_with(connection, name, value)


def save_state_with(connection: Connection, name: str, value: Any) -> None:
    """Keep something together with the changes of the caller's transaction."""
    bulk.upsert_rows(connection, fact, [{"name": name, "value": msgspec.json.encode(value).decode()}])
