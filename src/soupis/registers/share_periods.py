"""Shares and encumbrances matched by their dates, the same for all sources."""

from __future__ import annotations

from msgspec import structs

from soupis.registers.records import Dated, Encumbrance, Engagement, Share


def shares_of_holder(shares: list[Share], holder: Engagement) -> list[Share]:
    """Return the shares that a holder of common shares had, each for the time in which both are entered.

    A released share counts as a holder that is nobody.
    """
    return [_held(share, holder) for share in shares if _overlap(share, holder)]


def encumber(shares: list[Share], encumbrances: list[Encumbrance]) -> list[Share]:
    """Add a partner's encumbrances to the partner's shares of the same time.

    Without a share of that time an encumbrance is added to all shares, without any share to an empty one.
    """
    if encumbrances and not shares:
        return [Share(encumbrances=encumbrances)]
    for item in encumbrances:
        for share in [share for share in shares if _overlap(share, item)] or shares:
            share.encumbrances = [*share.encumbrances, item]
    return shares


def _overlap(one: Dated, other: Dated) -> bool:
    return not (_ended_before(one, other) or _ended_before(other, one))


def _ended_before(one: Dated, other: Dated) -> bool:
    return bool(one.deleted and other.entered and one.deleted <= other.entered)


def _held(share: Share, holder: Engagement) -> Share:
    return structs.replace(
        share,
        entered=max(filter(None, (share.entered, holder.entered)), default=None),
        deleted=min(filter(None, (share.deleted, holder.deleted)), default=None),
        encumbrances=[item for item in share.encumbrances if _overlap(item, holder)],
    )
