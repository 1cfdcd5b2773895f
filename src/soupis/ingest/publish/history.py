"""What the public register entered of a company one after another, as the document tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from soupis.ingest.precedence import holds_history
from soupis.ingest.publish import people
from soupis.ingest.publish.amounts import amount_text, number
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.seats import build_seat
from soupis.wire.company import (
    Historie,
    KapitalVCase,
    NazevVCase,
    SidloVCase,
    SpisovaZnacka,
    ZakladniKapital,
    ZnackaVCase,
)
from soupis.wire.labels import CURRENCIES

# Readers before this one kept the present seat alone, and did not tell names in other languages apart.
_FIRST_WITH_HISTORY = 7

Mark = Callable[[Any], SpisovaZnacka]


def history_of(
    rows: CompanyRows, regions: dict[int, str], districts: dict[str, str], mark: Mark
) -> Historie | None:
    """Return what the extract that speaks for a company entered, None where it was not read or holds less."""
    extract = rows.extract
    if extract is None or not holds_history(extract.dataset) or (extract.reader or 0) < _FIRST_WITH_HISTORY:
        return None
    return Historie(
        nazvy=people.newest_first(
            NazevVCase(nazev=row.name, cizi=row.foreign, od=row.entered, do=row.deleted) for row in rows.names
        ),
        sidla=_seats(rows, regions, districts),
        kapital=people.newest_first(_capital(row) for row in rows.capital if row.amount_text),
        znacky=people.newest_first(_mark(mark(row), row) for row in rows.file_marks),
        predmet_podnikani=people.dated_texts(rows.business_lines),
    )


def capital_of(row: Any) -> ZakladniKapital:
    """Return a capital as shown."""
    currency = CURRENCIES.get(row.amount_unit)
    return ZakladniKapital(
        castka=number(row.amount_value) if currency else None,
        mena=currency,
        splaceno=amount_text(row.paid_unit, row.paid_value, row.paid_text),
    )


def _capital(row: Any) -> KapitalVCase:
    money = capital_of(row)
    return KapitalVCase(
        castka=money.castka, mena=money.mena, splaceno=money.splaceno, od=row.entered, do=row.deleted
    )


def _mark(mark: SpisovaZnacka, row: Any) -> ZnackaVCase:
    return ZnackaVCase(
        soud=mark.soud,
        soud_nazev=mark.soud_nazev,
        oddil=mark.oddil,
        vlozka=mark.vlozka,
        text=mark.text,
        od=row.entered,
        do=row.deleted,
    )


def _seats(rows: CompanyRows, regions: dict[int, str], districts: dict[str, str]) -> list[SidloVCase]:
    seats = [(build_seat(row, regions, districts), row) for row in rows.seats]
    return people.newest_first(
        SidloVCase(sidlo=seat, od=row.entered, do=row.deleted) for seat, row in seats if seat is not None
    )
