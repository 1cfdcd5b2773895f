"""One line of the search export, made ready at publishing so that an export only has to send it."""

from __future__ import annotations

import msgspec

from soupis.ingest.privacy.published import NOTHING, Done, Published, published_line
from soupis.wire.company import FirmaPolozka, Sidlo, ZakladniKapital
from soupis.wire.csv import cells, line
from soupis.wire.vat import Dph


class ExportedCompany(msgspec.Struct):
    """What an export line says of a company."""

    item: FirmaPolozka
    number: str | None  # of the building
    capital: ZakladniKapital | None
    dph: Dph | None


def csv_line(company: ExportedCompany, done: Done = NOTHING) -> Published:
    """Return the export line of a company, without its line end, in the order of `wire.csv.COLUMNS`.

    `done`: what is redacted already, as in `published_line`.
    """
    return published_line(_line, company, done)


def _line(company: ExportedCompany) -> str:
    item, number, capital, dph = company.item, company.number, company.capital, company.dph
    seat, main, form = item.sidlo, item.cz_nace_prevazujici, item.pravni_forma
    return line(
        cells(
            item.ico,
            item.obchodni_jmeno,
            item.dic,
            item.stav,
            form.kod if form else None,
            form.nazev if form else None,
            item.datum_vzniku,
            item.datum_zaniku,
            *(_seat_cells(seat, number) if seat else (None,) * 8),
            main.kod if main else None,
            main.nazev if main else None,
            item.spisova_znacka,
            capital.castka if capital else None,
            capital.mena if capital else None,
            item.dph_stav,
            dph.nespolehlivy_od if dph else None,
        )
    )


def _seat_cells(seat: Sidlo, number: str | None) -> tuple[str | int | None, ...]:
    return (
        seat.nazev_ulice,
        number,
        seat.nazev_casti_obce,
        seat.nazev_obce,
        seat.psc,
        seat.nazev_okresu,
        seat.kod_kraje,
        seat.nazev_kraje,
    )
