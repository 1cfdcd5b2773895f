"""Partners, shareholders and released shares of one company as the wire shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from soupis.ingest.publish.amounts import amount_text
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.people import descending, is_current, who_of
from soupis.ingest.publish.shares import (
    contribution,
    encumbrances_of,
    size_of_share,
    sort_of_partner,
)
from soupis.registers.records import RELEASED_SHARE, Body, Engagement, Share
from soupis.times import told_period
from soupis.wire.company import Spolecnik, UvolnenyPodil


def build_partners(rows: CompanyRows) -> list[Spolecnik]:
    """Return partners and shareholders, one row for each share they hold or held.

    Nobody holds a share in a company that has ceased.
    """
    partners = []
    for body, entry, share in _entries(rows):
        who = who_of(rows, entry) if entry.kind != RELEASED_SHARE else None
        if who is not None:
            sort = sort_of_partner(entry, body.kind, body.name)
            partners.append(Spolecnik(osoba=who, druh=sort, **_told(body, entry, share, rows)))
    partners.sort(key=_current_first)
    return partners


def build_released_shares(rows: CompanyRows) -> list[UvolnenyPodil]:
    """Return the shares that nobody holds or held."""
    found = [
        UvolnenyPodil(poznamka=entry.note, **_told(body, entry, share, rows))
        for body, entry, share in _entries(rows)
        if entry.kind == RELEASED_SHARE
    ]
    found.sort(key=_current_first)
    return found


def _entries(rows: CompanyRows) -> Iterator[tuple[Body, Engagement, Share | None]]:
    """Yield body, entry and share of all that the register enters among partners; share None = not stated."""
    for body in rows.record.bodies:
        for entry in body.members if body.role == "partners" else ():
            for share in entry.shares or (None,):
                yield body, entry, share


def _told(body: Body, entry: Engagement, share: Share | None, rows: CompanyRows) -> dict[str, Any]:
    """Return the fields that a share has, whoever holds it."""
    ended = (share.deleted if share else None) or entry.deleted or body.deleted
    since, until = told_period(None, (share.entered if share else None) or entry.entered, None, ended)
    current = ended is None and rows.state != "zanikla" and is_current(body, entry, rows.today)
    source = rows.extract.source if rows.extract else None
    pledges, executions = encumbrances_of(share, source, rows.today, is_current=current)
    return {
        "vklad": contribution(share),
        "podil": size_of_share(share),
        "splaceno": amount_text(share.paid) if share else None,
        "zastavni_prava": pledges,
        "exekuce": executions,
        "od": since,
        "do": until,
        "aktualni": current,
    }


def _current_first(item: Spolecnik | UvolnenyPodil) -> tuple[bool, str]:
    return (not item.aktualni, descending(item.od))
