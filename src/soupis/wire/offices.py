"""When an office began and ended: one rule for profiles, pages, timelines and graphs.

The register dates an office and the membership of its body separately. A chair since 2020 may be a member
since 2015.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from soupis.folding import fold
from soupis.times import told_period
from soupis.wire.company import Clen

# Plain members of a body, as opposed to its chair.
_MEMBER = re.compile(r"(?:radov\w+ )?clen(?!\w*.*(?:predsed|prezident|tajemni)).*")
# Functions that only, or all, members of a body have, so that the function is the membership.
_MEMBERSHIP = re.compile(
    r"jednatel(?:ka)?|prokurist(?:a|ka)|likvidator(?:ka)?|revizor(?:ka)?|(?:sverensk\w+ )?sprav(?:ce|kyne)"
    r"|opatrovni(?:k|ce)|(?:statutarni )?reditel(?:ka)?|zakladatel(?:ka)?|podnikatel(?:ka)?"
    r"|spolecni(?:k|ce)|komanditist(?:a|ka)|komplementar(?:ka)?|(?:jedin\w+ )?akcionar(?:ka)?"
    r"|vedouci .*(?:zavodu|slozky)"
)


class Terms(NamedTuple):
    """Dates of an office, of the membership and of the entry that tells of both."""

    function: str | None
    member_from: str | None
    member_to: str | None
    function_from: str | None
    function_to: str | None
    entered: str | None
    deleted: str | None


def terms_of(member: Clen) -> Terms:
    """Return the dates of a member as served."""
    return Terms(
        member.funkce, member.clenstvi_od, member.clenstvi_do, member.funkce_od, member.funkce_do,
        member.zapsano, member.vymazano,
    )  # fmt: skip


def has_left(terms: Terms, day: str) -> bool:
    """Tell whether somebody has left a body by a day, because the membership ended or its only office.

    A chair whose office has ended stays a plain member while the register dates the membership and no end.
    """
    if terms.member_to and terms.member_to <= day:
        return True
    if not terms.function_to or terms.function_to > day:
        return False
    return not _outlasts_office(terms)


def _outlasts_office(terms: Terms) -> bool:
    """Tell whether a membership goes on after an office: the register dates both, and they are two things."""
    is_dated = bool(terms.member_from or terms.member_to)
    return is_dated and (not terms.function or _kind_of(terms.function) == "office")


def office_period(terms: Terms) -> tuple[str | None, str | None]:
    """Return the first and last day of an office, each None if it is not known.

    A plain member has the dates of the membership. An office within a body, such as that of its chair, has
    dates of its own: it does not begin with the membership, but it ends with the membership at the latest.
    """
    function_from, entered = terms.function_from, terms.entered
    kind = _kind_of(terms.function)
    if kind == "member":
        return told_period(
            terms.member_from or function_from,
            entered,
            terms.member_to or (None if _outlasts_office(terms) else terms.function_to),
            terms.deleted,
        )
    if kind == "membership":
        function_from = function_from or terms.member_from
    elif terms.member_from:
        entered = None
    return told_period(function_from, entered, terms.function_to or terms.member_to, terms.deleted)


def _kind_of(function: str | None) -> Literal["member", "membership", "office"]:
    words = fold(function or "")
    if not words or _MEMBER.fullmatch(words):
        return "member"
    return "membership" if _MEMBERSHIP.fullmatch(words) else "office"
