"""What the public register entered of a company one after another, as the document tells it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import asdict

from soupis.ingest.precedence import holds_history
from soupis.ingest.publish import people
from soupis.ingest.publish.amounts import amount_text, number
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.seats import build_seat
from soupis.registers.records import Capital, FileMark
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

Mark = Callable[[FileMark], SpisovaZnacka]


def history_of(rows: CompanyRows, names: CodeNames, mark: Mark) -> Historie | None:
    """Return what the extract that speaks for a company entered, None where it was not read or holds less."""
    if rows.extract is None or not holds_history(rows.extract.dataset):
        return None
    record = rows.record
    return Historie(
        nazvy=people.newest_first(
            NazevVCase(nazev=name.text, cizi=name in record.foreign_names, od=name.entered, do=name.deleted)
            for name in record.names
        ),
        sidla=_seats(rows, names),
        kapital=people.newest_first(_capital(item) for item in record.capital if item.amount),
        znacky=people.newest_first(_mark(mark(item), item) for item in record.file_marks),
        predmet_podnikani=people.dated_texts(record.business_lines),
    )


def capital_of(item: Capital) -> ZakladniKapital:
    """Return a capital as shown."""
    currency = CURRENCIES.get(item.amount.unit) if item.amount else None
    return ZakladniKapital(
        castka=number(item.amount.value) if item.amount and currency else None,
        mena=currency,
        splaceno=amount_text(item.paid),
    )


def _capital(item: Capital) -> KapitalVCase:
    return KapitalVCase(**asdict(capital_of(item)), od=item.entered, do=item.deleted)


def _mark(mark: SpisovaZnacka, row: FileMark) -> ZnackaVCase:
    return ZnackaVCase(**asdict(mark), od=row.entered, do=row.deleted)


def _seats(rows: CompanyRows, names: CodeNames) -> list[SidloVCase]:
    seats = [(build_seat(item.subject, names), item) for item in rows.record.seats]
    return people.newest_first(
        SidloVCase(sidlo=seat, od=item.entered, do=item.deleted) for seat, item in seats if seat is not None
    )
