"""Shares of partners as the wire shows them: contribution, size, sort of partner, encumbrances."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from soupis.folding import fold
from soupis.ingest.publish.amounts import amount_text, number
from soupis.registers.records import Encumbrance, Engagement, Share
from soupis.sources import ARES_VR
from soupis.wire.base import CodedName
from soupis.wire.company import Podil, Vklad, ZatizeniPodilu
from soupis.wire.labels import CURRENCIES, PARTNER_NAMES, PARTNERS, SOLE_PARTNERS

_NUMBER = r"\d{1,12}(?:[.,]\d{1,6})?"
_FRACTION = re.compile(rf"({_NUMBER})\s?/\s?({_NUMBER})")
_PER_CENT = re.compile(rf"({_NUMBER})\s?(?:%|procent\w*)")


class Encumbrances(NamedTuple):
    """Pledges and executions of one share, current first; None where the source does not tell of any."""

    pledges: list[ZatizeniPodilu]
    executions: list[ZatizeniPodilu] | None


def contribution(share: Share | None) -> Vklad | None:
    """Return what was put in, with a number where the register gives one in money."""
    if share is None or share.contribution is None:
        return None
    amount = share.contribution
    currency = CURRENCIES.get(amount.unit)
    return Vklad(castka=number(amount.value) if currency else None, mena=currency, text=amount_text(amount))


def size_of_share(share: Share | None) -> Podil | None:
    """Return how large a share is."""
    if share is None or share.size is None:
        return None
    amount = share.size
    size = None
    if amount.unit == "PROCENTA":
        size = number(amount.value)
    elif amount.unit in ("ZLOMEK", "TEXT"):
        size = _per_cent(amount.text)
    return Podil(typ=amount.unit, hodnota=size, text=amount_text(amount))


@lru_cache(maxsize=10_000)
def _per_cent(text: str) -> int | float | None:
    """Return the per cent of "1/3", "50 %"; None for other words, whose meaning would be a guess."""
    if found := _FRACTION.fullmatch(text):
        top, bottom = (Fraction(Decimal(part.replace(",", "."))) for part in found.groups())
        size = 100 * top / bottom if bottom else None
    else:
        found = _PER_CENT.fullmatch(text)
        size = Fraction(Decimal(found[1].replace(",", "."))) if found else None
    return None if size is None else int(size) if size.denominator == 1 else float(size)


def sort_of_partner(entry: Engagement, body_kind: str, body_name: str | None) -> CodedName:
    """Return as what somebody holds a share: before a court these are different people."""
    code = next((PARTNERS[kind] for kind in (entry.kind, body_kind) if kind in PARTNERS), "jiny")
    if code in SOLE_PARTNERS and (_is_sole(entry.function) or _is_sole(body_name)):
        code = SOLE_PARTNERS[code]
    return CodedName(kod=code, nazev=PARTNER_NAMES[code].cs)


@lru_cache(maxsize=10_000)
def _is_sole(name: str | None) -> bool:
    return name is not None and fold(name).startswith("jedin")


def encumbrances_of(share: Share | None, source: str | None, today: str, *, is_current: bool) -> Encumbrances:
    """Return what encumbers a share; nothing is current on a share that is not.

    ARES enters executions for companies as a whole, not for shares.
    """
    entered = share.encumbrances if share else ()
    pledges = [_encumbrance(item, today, is_current) for item in entered if item.kind == "pledge"]
    executions = [_encumbrance(item, today, is_current) for item in entered if item.kind == "execution"]
    for items in (pledges, executions):
        items.sort(key=lambda item: (item.aktualni, item.zapsano or ""), reverse=True)
    return Encumbrances(pledges, executions if executions or source != ARES_VR else None)


def _encumbrance(item: Encumbrance, today: str, is_current: bool) -> ZatizeniPodilu:
    has_ended = item.deleted is not None or (item.ended is not None and item.ended <= today)
    return ZatizeniPodilu(
        text=item.text,
        vznik=item.arose,
        zanik=item.ended,
        zapsano=item.entered,
        vymazano=item.deleted,
        aktualni=is_current and not has_ended,
    )
