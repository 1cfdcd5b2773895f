"""Ranks: one number per hit that orders equal matches and tells which company or person it is.

Ordering by a single fast field is one pass over a column; the number of the entity takes its lowest bits, so
that ties are decided by it, no two ranks are equal, and a hit needs no look-up to be identified.
"""

from __future__ import annotations

from soupis.store.entries import CompanyEntry, PersonEntry

_ICO_BITS = 27  # 10^8 < 2^27
_LAST_ICO = 99_999_999
_ID_BITS = 40
_COUNT_BITS = 11
_MOST = (1 << _COUNT_BITS) - 1
_LAST_ID = (1 << _ID_BITS) - 1


def company_rank(entry: CompanyEntry) -> int:
    """Return the rank of a company: living first, then bigger, then the lower ID."""
    size = min(max(entry.size, 0), 255)
    return (entry.living << 8 | size) << _ICO_BITS | (_LAST_ICO - entry.ico)


def ico_of(rank: int) -> int:
    """Return the ID of the company that has the rank."""
    return _LAST_ICO - (rank & ((1 << _ICO_BITS) - 1))


def person_rank(entry: PersonEntry) -> int:
    """Return the rank of a person: more companies now, then more companies ever, then the lower number."""
    active, ever = min(entry.active_companies, _MOST), min(entry.companies, _MOST)
    return (active << _COUNT_BITS | ever) << _ID_BITS | (_LAST_ID - entry.id)


def person_id_of(rank: int) -> int:
    """Return the number of the person that has the rank."""
    return _LAST_ID - (rank & _LAST_ID)
