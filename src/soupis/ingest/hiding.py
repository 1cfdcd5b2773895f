"""What an operator does about hidden persons: find namesakes, hide persons, show them again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, select

from soupis.ingest.hidden_list import (
    HiddenPerson,
    companies_of,
    load_list,
    record,
    stored_persons,
    time_after,
    unpublished,
)
from soupis.ingest.privacy.hidden_names import Name, may_be_same_name, share_word, words_of
from soupis.store import bulk
from soupis.store.engine import reading
from soupis.store.tables import company, engagement, person

# At the end of a key are the year of birth and a digest: "-1970-0a1b2c".
_TAIL, _DIGEST = 12, 7


class Candidate(NamedTuple):
    """A person who may be hidden, with the companies that the person is entered in, by ID."""

    number: int
    key: str
    identity: bytes
    name: Name
    birth_date: str | None
    companies: dict[int, str]


def find_person(connection: Connection, key: str) -> Candidate | None:
    """Return the person with a key, None if there is none."""
    rows = connection.execute(select(person).where(person.c.key == key)).all()
    return next(iter(_candidates(connection, rows)), None)


def namesakes_of(connection: Connection, one: Candidate) -> list[Candidate]:
    """Return others who sit in the same companies and may be the same person."""
    beside = _people_in(connection, one.companies)
    return _candidates(connection, [row for row in beside if row.id != one.number and _may_be_same(one, row)])


def _people_in(connection: Connection, icos: Iterable[int]) -> Sequence[Any]:
    """Return the rows of all persons who sit in companies."""
    bulk.keys_table(connection, icos)
    beside = bulk.KEYS.join(engagement, engagement.c.ico == bulk.driving(bulk.KEYS.c.key)).join(
        person, person.c.id == engagement.c.person_id
    )
    return connection.execute(select(person).select_from(beside).distinct().order_by(person.c.id)).all()


def _may_be_same(one: Candidate, row: Any) -> bool:
    """Tell whether somebody in the same company may be the same person.

    With the birth date of the person one word of the name is enough, because names change. Another birth date
    may be a typo where the names are the same.
    """
    name = Name(row.first_name, row.last_name)
    if one.birth_date is None or row.birth_date is None:
        return may_be_same_name(one.name, name)
    if one.birth_date == row.birth_date:
        return share_word(one.name, name)
    return words_of(one.name) == words_of(name)


def hide(engine: Engine, path: Path, persons: Collection[Candidate], *, namesakes: bool) -> None:
    """Hide persons, the first of whom the others are hidden along with.

    Who is hidden by an own decision already keeps that, so that showing the first one does not show them.
    `namesakes`: also whoever is entered later in the companies of the first one under a spelling of the name,
    with the same birth date or without any.
    """
    first, *_ = persons
    with reading(engine) as connection:
        known = load_list(connection)
    decided = time_after(known)
    by_themselves = {item.identity for item in known if item.hidden and item.along_with is None}
    decisions = [
        HiddenPerson(
            identity=one.identity.hex(),
            key=one.key,
            decided=decided,
            first_name=one.name.first,
            last_name=one.name.last,
            companies=tuple(sorted(one.companies)),
            namesakes=namesakes and one is first,
            along_with=None if one is first else first.key,
        )
        for one in persons
        if one is first or one.identity.hex() not in by_themselves
    ]
    record(engine, path, decisions)


def show(engine: Engine, path: Path, key: str) -> list[str]:
    """Show a hidden person again, and those who were hidden along; return their keys."""
    with reading(engine) as connection:
        known, one = load_list(connection), find_person(connection, key)
    keys = {key, *(item.key for item in known if one and item.identity == one.identity.hex())}
    shown = [item for item in known if item.hidden and not keys.isdisjoint((item.key, item.along_with))]
    decided = time_after(known)
    record(engine, path, [HiddenPerson(item.identity, item.key, decided, hidden=False) for item in shown])
    return [item.key for item in shown]


def find_problems(connection: Connection) -> list[str]:
    """Return what is wrong with hidden persons, one sentence each; nothing = all is well."""
    problems = []
    if waiting := unpublished(connection):
        problems.append(
            f"Decisions about hidden persons are not yet published (companies: {len(waiting):,}): a command "
            "is at it, or was killed. soupis worker and soupis serve go on with it."
        )
    if renamed := _shown_under_other_keys(connection):
        old, new = renamed[0]
        problems.append(
            f"Hidden persons are shown ({len(renamed):,}): the list has other keys of them (first {old}, "
            f"which is {new} here), because it was made with another person_key.secret "
            "(SOUPIS_PERSON_KEY_SECRET). Restore that secret from a backup, or hide them by their keys here."
        )
    return problems


def _shown_under_other_keys(connection: Connection) -> list[tuple[str, str]]:
    """Return keys in the list that nobody has, each with that of a namesake of the same age who is shown."""
    hidden = [item for item in load_list(connection) if item.hidden]
    stored = stored_persons(connection, hidden)
    numbers = {row.id for row in stored.values()}
    return [
        (item.key, row.key)
        for item in hidden
        if item.identity not in stored
        for row in _people_in(connection, item.companies)
        if row.id not in numbers
        and item.key[-_TAIL:-_DIGEST] == row.key[-_TAIL:-_DIGEST]
        and words_of(Name(item.first_name, item.last_name)) == words_of(Name(row.first_name, row.last_name))
    ]


def _candidates(connection: Connection, rows: Sequence[Any]) -> list[Candidate]:
    entered = companies_of(connection, [row.id for row in rows])
    names: dict[int, str] = {}
    for chunk in bulk.chunks(set().union(*entered.values()), 500):
        query = select(company.c.ico, company.c.name).where(company.c.ico.in_(chunk))
        names |= {ico: name or "" for ico, name in connection.execute(query)}
    return [
        Candidate(
            row.id,
            row.key,
            bytes(row.identity),
            Name(row.first_name, row.last_name),
            row.birth_date,
            {ico: names.get(ico, "") for ico in sorted(entered[row.id])},
        )
        for row in rows
    ]
