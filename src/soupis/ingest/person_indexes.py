"""The indexes of persons, who come in no order: a first load leaves them out and makes them at its end."""

from __future__ import annotations

from sqlalchemy import Engine, inspect

from soupis.store.engine import reading, writing
from soupis.store.tables import PERSON_INDEXES, person


def leave_out(engine: Engine) -> None:
    """Take the indexes away; who enters persons then looks by other means whether they are there already."""
    with writing(engine) as connection:
        for index in PERSON_INDEXES:
            index.drop(connection, checkfirst=True)


def make(engine: Engine) -> None:
    """Make those that are left out, also by a load that was killed."""
    with reading(engine) as connection:
        there = {index["name"] for index in inspect(connection).get_indexes(person.name)}
    for index in PERSON_INDEXES:
        if index.name not in there:
            with writing(engine) as connection:
                index.create(connection, checkfirst=True)
