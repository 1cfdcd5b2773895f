"""Which source is believed for which field. This is the only place where that is decided.

Every source keeps its own row in `company_claim`; a field of the merged company is the value of the first
source in the field's list that has one. A value that a source does not give never hides another's.
docs/sources.md explains the table.
"""

from __future__ import annotations

from soupis.sources import ARES, ARES_RES, ARES_VR, PUBLIC_REGISTER, RES

CLAIM_SOURCES = (RES, ARES, ARES_RES, PUBLIC_REGISTER, ARES_VR)

# The public register decides what it constitutes (name, birth and death of a registered company),
# ARES is fresher than the files of the statistical register, which alone knows size and main activity.
_REGISTRATION = (PUBLIC_REGISTER, ARES_VR, ARES, RES, ARES_RES)
_CURRENT = (ARES, RES, ARES_RES, PUBLIC_REGISTER, ARES_VR)
_STATISTICS = (RES, ARES_RES)

PRECEDENCE: dict[str, tuple[str, ...]] = {
    "name": _REGISTRATION,
    "founded": _REGISTRATION,
    "ceased": _REGISTRATION,
    "legal_form": _CURRENT,
    "legal_form_ros": _CURRENT,
    "end_reason": (RES, PUBLIC_REGISTER, ARES_VR),
    "headcount": _STATISTICS,
    "nace": _STATISTICS,
    "nace2025": _STATISTICS,
    "sector": _STATISTICS,
    "tax_office": (ARES,),
    "tax_id": (ARES,),
    "vat_group_id": (ARES,),
    "vat_registration": (ARES,),
    "file_mark": (ARES,),
    "updated": _CURRENT,
}

# The seat is taken whole from the first source that names a municipality or has the address as text.
SEAT_PRECEDENCE = _CURRENT

# The public register's facts (bodies, capital, file mark...) come whole from one source as well.
EXTRACT_PRECEDENCE = (PUBLIC_REGISTER, ARES_VR)

# All sources together decide the end: once any of them knows that a subject is gone, it is gone.
ANY_SOURCE = ("ended",)

# Activities come whole from the first source that lists any.
ACTIVITY_PRECEDENCE = (RES, ARES)
