"""Links from legal persons in bodies to companies, where a register prints a number but no country.

Such a number may belong to a foreign register. It is a link only if a company is known under it and bears the
name, now or formerly. Companies may be read in any order, so links are checked again
whenever names of a company change.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Column, Connection, Select, Table, bindparam, select

from soupis.folding import fold_words
from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.extract_records import decode_membership, names_in
from soupis.registers.records import LegalPerson
from soupis.store import bulk
from soupis.store.tables import KIND_COMPANY, company_claim, engagement, extract

# Czech legal forms and states of a company at the end of a name, in folded words. Forms of other countries
# stay, because "Muster GmbH" and "Muster s.r.o." are two companies.
_ENDING = re.compile(
    r" (?:(?:spol |spolecnost )?s r o|sro|spolecnost s rucenim omezenym|a s|akc spol|akciova spolecnost"
    r"|v o s|verejna obchodni spolecnost|k s|komanditni spolecnost|z s|zapsany spolek|z u|zapsany ustav"
    r"|o p s|obecne prospesna spolecnost|s p|statni podnik|v likvidaci|v konkur[sz]u|v upadku)$"
)


def link_claimed(connection: Connection, icos: Collection[int]) -> None:
    """Link, or unlink, members whose register claims one of these company IDs for them."""
    if icos:
        link_claimed_of(connection, bulk.keys_table(connection, icos))


def link_claimed_of(connection: Connection, icos: Table) -> None:
    """Do the same for the company IDs in the first column of a working table."""
    claims = connection.execute(_claims(icos)).all()
    if not claims:
        return
    persons = [decode_membership(row.membership).entry.person for row in claims]
    linked = linked_icos(connection, [person for person in persons if isinstance(person, LegalPerson)])
    changed = [(row, ico) for row, ico in zip(claims, linked, strict=True) if ico != row.legal_ico]
    if changed:
        connection.execute(_LINK, [{"number": row.id, "linked": ico} for row, ico in changed])
        companies = {ico for row, _ in changed for ico in (row.ico, row.claimed_ico)}
        mark_dirty(connection, KIND_COMPANY, companies)


def linked_icos(connection: Connection, persons: Sequence[LegalPerson]) -> list[int | None]:
    """Return the company ID of each of these legal persons, for whom a register claims one."""
    claimed = {person.claimed_ico for person in persons if person.claimed_ico is not None}
    names = _read_names(connection, claimed) if claimed else {}
    return [
        person.claimed_ico if plain_name(person.name) in names.get(person.claimed_ico or 0, ()) else None
        for person in persons
    ]


def plain_name(name: str) -> str:
    """Return a name for comparison: folded words written together, without a Czech legal form."""
    words = " ".join(fold_words(name))
    while (shorter := _ENDING.sub("", words)) != words:
        words = shorter
    return words.replace(" ", "")


def _read_names(connection: Connection, icos: Collection[int]) -> dict[int, set[str]]:
    """Return present and former names of companies, for comparison."""
    bulk.keys_table(connection, icos)
    names: dict[int, set[str]] = defaultdict(set)
    entered = connection.execute(_RECORDS).all()
    named = [
        *connection.execute(_NAMES),
        *((ico, name) for ico, record in entered for name in names_in(record)),
    ]
    for ico, name in named:
        if plain := plain_name(name):
            names[ico].add(plain)
    return names


def _of_keys(table: Table, value: Column[Any]) -> Select[Any]:
    joined = bulk.KEYS.join(table, table.c.ico == bulk.driving(bulk.KEYS.c.key))
    return select(table.c.ico, value).select_from(joined)


@cache
def _claims(icos: Table) -> Select[Any]:
    key = next(iter(icos.columns))
    joined = icos.join(engagement, engagement.c.claimed_ico == bulk.driving(key))
    names = ("id", "ico", "legal_ico", "claimed_ico", "membership")
    return select(*(engagement.c[name] for name in names)).select_from(joined)


_NAMES = _of_keys(company_claim, company_claim.c.name).where(company_claim.c.name.is_not(None))
_RECORDS = _of_keys(extract, extract.c.record)
_LINK = (
    engagement.update().where(engagement.c.id == bindparam("number")).values(legal_ico=bindparam("linked"))
)
