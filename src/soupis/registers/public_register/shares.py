"""Shares of partners in the public register, with the pledges and executions entered below them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from soupis.folding import fold
from soupis.registers.public_register.entry import Entry
from soupis.registers.records import Encumbrance, Share
from soupis.registers.share_periods import encumber
from soupis.registers.values import czech_date

_PLEDGE = "SPOLECNIK_ZASTAVNI_PRAVO"
_EXECUTION = "EXEKUCE"
# "AngazmaFyzicke", "INDIVIDUALNI_SRO"
_TYPE_NAME = re.compile("[A-Z][A-Za-z_]*", re.ASCII)
_EXECUTIONS = (_EXECUTION, "EXEKUCE_SEKCE")


def is_read_as_share(kind: str) -> bool:
    """Tell whether an entry of this kind below a partner is part of what `read_shares` returns."""
    return kind.endswith("_PODIL") or kind == _PLEDGE or kind in _EXECUTIONS


def is_released(entry: Entry) -> bool:
    """Tell whether an entry is a share without a holder, because its partner left the company."""
    words = (entry.text("hodnotaUdaje", "typ"), entry.text("hlavicka"), entry.text("udajTyp", "nazev"))
    return any(fold(text).startswith("uvolnen") for text in words if text)


def read_shares(entry: Entry) -> list[Share]:
    """Return the shares in a partner's entry with their encumbrances.

    An encumbrance entered for the partner, not for a share, is one of all the partner's shares of its time.
    """
    below = [item for item in entry.sub_entries() if item.kind.endswith("_PODIL")]
    shares = [share for item in (entry, *below) if (share := _read_share(item)) is not None]
    return encumber(shares, list(_encumbrances(entry)))


def _read_share(entry: Entry) -> Share | None:
    is_share = entry.kind.endswith("_PODIL")
    share = Share(
        contribution=entry.amount("vklad"),
        size=entry.amount("souhrn"),
        paid=entry.amount("splaceni"),
        kind=entry.text("hodnotaUdaje", "druhPodilu"),
        text=entry.text("hodnotaUdaje", "kmenovyList") if is_share else None,
        entered=entry.entered,
        deleted=entry.deleted,
        encumbrances=list(_encumbrances(entry)) if is_share else [],
    )
    values = (share.contribution, share.size, share.paid, share.kind, share.text, share.encumbrances)
    return share if any(values) else None


def _encumbrances(entry: Entry) -> Iterator[Encumbrance]:
    """Yield the pledges and executions directly below an entry; a section of executions is looked into."""
    for below in entry.sub_entries():
        if below.kind == _PLEDGE:
            yield Encumbrance(
                "pledge",
                _words(below),
                czech_date(below.text("hodnotaUdaje", "vznikZastavnihoPrava")),
                czech_date(below.text("hodnotaUdaje", "zanikZastavnihoPrava")),
                below.entered,
                below.deleted,
            )
        elif below.kind in _EXECUTIONS:
            text = _words(below)
            if text or below.kind == _EXECUTION:
                yield Encumbrance("execution", text, entered=below.entered, deleted=below.deleted)
            yield from _encumbrances(below)


def _words(entry: Entry) -> str | None:
    """Return the text of an entry, None if there is only the name of the register's own type."""
    if text := entry.lines("hodnotaUdaje", "text"):
        return text
    whole = entry.dated_text()
    return None if whole is None or _TYPE_NAME.fullmatch(whole.text) else whole.text
