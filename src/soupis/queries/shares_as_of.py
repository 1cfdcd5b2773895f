"""Shares of partners, and what encumbers them, as they were on a day."""

from __future__ import annotations

from typing import TypeVar

from msgspec import structs

from soupis.queries.periods import entries_of, held_on, until
from soupis.wire.company import Spolecnik, UvolnenyPodil, ZatizeniPodilu

AnyShare = TypeVar("AnyShare", Spolecnik, UvolnenyPodil)


def encumbrances_of(share: Spolecnik | UvolnenyPodil) -> list[ZatizeniPodilu]:
    """Return the known pledges and executions of a share."""
    return [*(share.zastavni_prava or ()), *(share.exekuce or ())]


def share_as_of(share: AnyShare, day: str, *, ceased: bool) -> AnyShare:
    """Return a share without what came after a day."""
    return structs.replace(
        share,
        do=None,
        aktualni=not ceased,
        zastavni_prava=_encumbrances(share.zastavni_prava, day, ceased=ceased),
        exekuce=_encumbrances(share.exekuce, day, ceased=ceased),
    )


def _encumbrances(
    listed: list[ZatizeniPodilu] | None, day: str, *, ceased: bool
) -> list[ZatizeniPodilu] | None:
    """Return which encumbrances held on a day, None where that is not known."""
    held, _ = held_on(entries_of(listed) if listed is not None else None, day)
    return None if held is None else [_encumbrance(item, day, ceased=ceased) for item in held]


def _encumbrance(item: ZatizeniPodilu, day: str, *, ceased: bool) -> ZatizeniPodilu:
    ended = until(item.zanik, day)
    return structs.replace(item, vymazano=None, zanik=ended, aktualni=not ceased and ended is None)
