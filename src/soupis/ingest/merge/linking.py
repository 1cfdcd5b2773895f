"""Links from legal persons in bodies to companies, where a register prints a number but no country.

Such a number may belong to a foreign register. It is a link only if a company is known under it and bears the
name, now or formerly. Companies may be read in any order, so links are checked again
whenever names of a company change.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, Table, bindparam, select, union_all

from soupis.folding import fold_words
from soupis.ingest.dirty_entries import mark_companies_dirty
from soupis.store import bulk
from soupis.store.tables import company_claim, company_name, engagement

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
    names = _read_names(connection, {row.legal_claimed_ico for row in claims})
    changed = [
        (row, linked)
        for row in claims
        if (linked := _linked(row, names.get(row.legal_claimed_ico, set()))) != row.legal_ico
    ]
    if changed:
        links = [{"number": row.id, "linked": linked} for row, linked in changed]
        connection.execute(_LINK, links)
        companies = {ico for row, _ in changed for ico in (row.ico, row.legal_claimed_ico)}
        mark_companies_dirty(connection, companies)


def _linked(row: Any, names: set[str]) -> int | None:
    ico: int = row.legal_claimed_ico
    return ico if plain_name(row.legal_name) in names else None


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
    for ico, name in connection.execute(_NAMES):
        if plain := plain_name(name):
            names[ico].add(plain)
    return names


def _names_in(table: Table) -> Select[Any]:
    joined = bulk.KEYS.join(table, table.c.ico == bulk.driving(bulk.KEYS.c.key))
    return select(table.c.ico, table.c.name).select_from(joined).where(table.c.name.is_not(None))


@cache
def _claims(icos: Table) -> Select[Any]:
    key = next(iter(icos.columns))
    joined = icos.join(engagement, engagement.c.legal_claimed_ico == bulk.driving(key))
    return select(
        engagement.c.id, engagement.c.ico, engagement.c.legal_name, engagement.c.legal_ico,
        engagement.c.legal_claimed_ico,
    ).select_from(joined)  # fmt: skip


_NAMES = union_all(_names_in(company_claim), _names_in(company_name))
_LINK = (
    engagement.update().where(engagement.c.id == bindparam("number")).values(legal_ico=bindparam("linked"))
)
