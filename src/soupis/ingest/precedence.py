"""Which source is believed for which field. This is the only place where that is decided.

Every source keeps its own row in `company_claim`; a field of the merged company is the value of the first
source in the field's rule that has one. A value that a source does not give never hides another's.
docs/sources.md explains the rules; `soupis explain ICO` shows them at work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from soupis.ingest.extract_records import ExtractRow
from soupis.registers.legal_forms import BRANCH_FORMS
from soupis.registers.records import UNKNOWN_TO_ARES
from soupis.sources import (
    ARES,
    ARES_RES,
    ARES_VR,
    DOCUMENTS,
    ISIR,
    PUBLIC_REGISTER,
    RES,
)


class Rule(NamedTuple):
    """An order of sources, the most trusted first, with the reason for it."""

    name: str
    sources: tuple[str, ...]
    reason: str


CLAIM_SOURCES = (RES, ARES, ARES_RES, PUBLIC_REGISTER, ARES_VR)

_REGISTRATION = Rule(
    "registration",
    (PUBLIC_REGISTER, ARES_VR, ARES, RES, ARES_RES),
    "the public register constitutes a company's name and beginning",
)
_EXISTENCE = Rule(
    "existence",
    (PUBLIC_REGISTER, ARES_VR, ARES, RES, ARES_RES),
    "the public register constitutes the end; an end that another source states counts until a source that "
    "was read later knows the subject as living",
)
_CURRENT = Rule(
    "current",
    (ARES, RES, ARES_RES, PUBLIC_REGISTER, ARES_VR),
    "ARES is fresher than the files of the statistical register",
)
_STATISTICS = Rule("statistics", (RES, ARES_RES), "the statistical register alone knows it")
_END_REASON = Rule(
    "end reason", (RES, PUBLIC_REGISTER, ARES_VR), "the statistical register gives it by a code of its own"
)
_ARES_ALONE = Rule("ARES alone", (ARES,), "ARES alone gives it")

RULES: dict[str, Rule] = {
    "name": _REGISTRATION,
    "founded": _REGISTRATION,
    "ceased": _EXISTENCE,
    "legal_form": _CURRENT,
    "legal_form_ros": _CURRENT,
    "end_reason": _END_REASON,
    "headcount": _STATISTICS,
    "nace": _STATISTICS,
    "nace2025": _STATISTICS,
    "sector": _STATISTICS,
    "tax_office": _ARES_ALONE,
    "tax_id": _ARES_ALONE,
    "vat_group_id": _ARES_ALONE,
    "vat_registration": _ARES_ALONE,
    "file_mark": _ARES_ALONE,
    "delivery_address": _ARES_ALONE,
    "registrations": _ARES_ALONE,
    "updated": _CURRENT,
}
SEAT_RULE = Rule(
    "seat", _CURRENT.sources, "taken whole from the first source that names a municipality or gives a text"
)
EXTRACT_RULE = Rule(
    "extract", (PUBLIC_REGISTER, ARES_VR), "bodies, partners, capital and names come whole from one extract"
)
ACTIVITY_RULE = Rule("activities", (RES, ARES), "taken whole from the first source that lists any")
# Whether a subject has ended, with or without a date.
ENDED = "ended"
ENDED_RULE = _EXISTENCE
# Sources of which a newer one overrules the end that an older one states.
RECENT_SOURCES = (ARES, RES, ARES_RES)


def overruled_ends(claims: Sequence[Any]) -> dict[str, str]:
    """Return each source whose stated end does not count, with the newer source that overrules it.

    `claims`: rows of `store.tables.company_claim` about one subject.
    Natural persons go on in business under the same ID, so that the end of a subject is not final. The
    query of `merge.merging` does the same.
    """
    recent = [claim for claim in claims if claim.source in RECENT_SOURCES]
    overruled = {}
    for claim in recent:
        for other in recent:
            living = not other.ended and _moment(other) > max(_moment(claim), claim.ceased or "")
            if living and (claim.ended or claim.ceased):
                overruled[claim.source] = other.source
    return overruled


def _moment(claim: Any) -> str:
    """Return the time at which a source spoke of a subject, empty if nobody knows it.

    Where ARES no longer knows a subject, the claim holds an answer of an unknown day.
    """
    return "" if claim.vat_registration == UNKNOWN_TO_ARES else str(claim.retrieved)


def speaker(extracts: Sequence[ExtractRow]) -> ExtractRow:
    """Return which of the extracts that one source has under one ID speaks for the company.

    One that is no branch before a branch, one with a legal form or bodies before a bare one, a living one
    before one that has ended, then the one entered last.
    """
    return max(extracts, key=_speaks_before)


def _speaks_before(item: ExtractRow) -> tuple[bool, bool, bool, str, str]:
    return not item.branch, not item.bare, not item.ended, item.entered or "", item.mark


def choose_extract(extracts: Sequence[ExtractRow], legal_form: str | None) -> ExtractRow | None:
    """Return the extract that speaks for a company, of all that are stored under its ID.

    None where only branches have an extract, while other sources know the company itself.
    """
    speakers = list(extracts)
    if len(extracts) > 1:  # as few companies have
        by_source: dict[str, list[ExtractRow]] = {}
        for item in extracts:
            by_source.setdefault(item.source, []).append(item)
        speakers = [speaker(by_source[source]) for source in EXTRACT_PRECEDENCE if source in by_source]
    # The first of the sources whose extracts are equal.
    chosen = max(speakers, key=lambda item: (not item.branch, not item.bare), default=None)
    if chosen is not None and chosen.branch and legal_form is not None and legal_form not in BRANCH_FORMS:
        return None
    return chosen


def branches_beside(extracts: Sequence[ExtractRow], chosen: ExtractRow | None) -> list[ExtractRow]:
    """Return the extracts of branches that stand beside the one that speaks, of the most trusted source."""
    others = [item for item in extracts if is_branch_beside(item, chosen)]
    for source in EXTRACT_PRECEDENCE if others else ():
        branches = [item for item in others if item.source == source]
        if branches:
            return branches
    return []


def is_branch_beside(item: ExtractRow, chosen: ExtractRow | None) -> bool:
    """Tell whether an extract is about a branch, next to the extract that speaks for the company.

    A bare extract is about a branch if the other one has a legal form or bodies, and another file mark.
    """
    if item is chosen:
        return False
    is_other = chosen is not None and not chosen.bare and item.mark not in ("", chosen.mark)
    return item.branch or (item.bare and is_other)


PRECEDENCE = {field: rule.sources for field, rule in RULES.items()}
SEAT_PRECEDENCE = SEAT_RULE.sources
EXTRACT_PRECEDENCE = EXTRACT_RULE.sources
ACTIVITY_PRECEDENCE = ACTIVITY_RULE.sources

# Field of a published detail that lists what registers hold → the sources that could fill it. Where none of
# them was read for a company the field is null, which is not the same as empty.
LISTED_BY = {
    "cz_nace": (RES, ARES, ARES_RES),
    "predmet_podnikani": EXTRACT_PRECEDENCE,
    "statutarni_organy": EXTRACT_PRECEDENCE,
    "ostatni_organy": EXTRACT_PRECEDENCE,
    "spolecnici": EXTRACT_PRECEDENCE,
    "uvolnene_podily": EXTRACT_PRECEDENCE,
    "drivejsi_jmena": EXTRACT_PRECEDENCE,
    "odstepne_zavody": EXTRACT_PRECEDENCE,
    "akcie": EXTRACT_PRECEDENCE,
    "ostatni_skutecnosti": EXTRACT_PRECEDENCE,
    "seznam_registraci": (ARES,),
    "insolvence": (ISIR,),
    "listiny": (DOCUMENTS,),
}


def holds_history(dataset: str | None) -> bool:
    """Tell whether a data set of the public register has what was deleted too, not what is valid alone."""
    return "-actual-" not in (dataset or "")
