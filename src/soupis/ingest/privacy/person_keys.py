"""Public keys of persons are made of their names; what is hidden in a name stands in no key."""

from __future__ import annotations

from functools import lru_cache

from sqlalchemy import Connection, or_, select

from soupis.folding import slug
from soupis.ingest.privacy.redaction import HIDDEN, redact_name
from soupis.store.tables import person

# What follows the names in a key: "-1970-0a1b2c".
_TAIL = 12


def name_in_key(first_name: str | None, last_name: str) -> str:
    """Return the part of a key that tells the name: "jan-zitny"."""
    return f"{_slug(first_name or '', 40)}-{_slug(last_name, 60)}"


# A million persons share some tens of thousands of names.
@lru_cache(maxsize=65_536)
def _slug(name: str, longest: int) -> str:
    return slug(redact_name(name).replace(HIDDEN, ""))[:longest].strip("-") or "x"


def rename_private_keys(connection: Connection) -> int:
    """Give new keys to persons whose keys tell more than a name and a year; return how many."""
    digits = or_(*(person.c.key.like(f"%{digit}%-____-______") for digit in range(10)))
    renamed = 0
    for number, key, first, last in connection.execute(
        select(person.c.id, person.c.key, person.c.first_name, person.c.last_name).where(digits)
    ).all():
        new_key = name_in_key(first, last) + key[-_TAIL:]
        if new_key == key:
            continue
        while connection.scalar(select(person.c.id).where(person.c.key == new_key)) is not None:
            new_key = f"{new_key[:-6]}{(int(new_key[-6:], 16) + 1) % 16**6:06x}"
        connection.execute(person.update().where(person.c.id == number).values(key=new_key))
        renamed += 1
    return renamed
