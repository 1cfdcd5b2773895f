"""One line of the search export, made ready at publishing so that an export only has to send it."""

from __future__ import annotations

import csv
import io

import msgspec

from soupis.ingest.privacy.published import Published, published_line
from soupis.wire.company import FirmaPolozka, Sidlo, ZakladniKapital
from soupis.wire.csv import cell
from soupis.wire.vat import Dph


class ExportedCompany(msgspec.Struct):
    """What an export line says of a company."""

    item: FirmaPolozka
    number: str | None  # of the building
    capital: ZakladniKapital | None
    dph: Dph | None


def csv_line(company: ExportedCompany) -> Published:
    """Return the export line of a company, without its line end, in the order of `wire.csv.COLUMNS`."""
    return published_line(_line, company)


def _line(company: ExportedCompany) -> str:
    item, number, capital, dph = company.item, company.number, company.capital, company.dph
    seat, main, form = item.sidlo, item.cz_nace_prevazujici, item.pravni_forma
    # Only what people wrote can look like a formula; codes, dates and states cannot.
    cells = (
        item.ico,
        cell(item.obchodni_jmeno),
        item.dic or "",
        item.stav,
        form.kod if form else "",
        (form.nazev or "") if form else "",
        item.datum_vzniku or "",
        item.datum_zaniku or "",
        *(_seat_cells(seat, number) if seat else ("",) * 8),
        main.kod if main else "",
        (main.nazev or "") if main else "",
        cell(item.spisova_znacka),
        cell(capital.castka) if capital else "",
        (capital.mena or "") if capital else "",
        item.dph_stav or "",
        (dph.nespolehlivy_od or "") if dph else "",
    )
    line = ";".join(cells)
    if '"' in line or "\n" in line or "\r" in line or line.count(";") != len(cells) - 1:
        quoted = io.StringIO()
        csv.writer(quoted, delimiter=";", lineterminator="").writerow(cells)
        line = quoted.getvalue()
    return line


def _seat_cells(seat: Sidlo, number: str | None) -> tuple[str, ...]:
    return (
        cell(seat.nazev_ulice),
        cell(number),
        cell(seat.nazev_casti_obce),
        cell(seat.nazev_obce),
        f"{seat.psc:05d}" if seat.psc else "",
        seat.nazev_okresu or "",
        str(seat.kod_kraje) if seat.kod_kraje else "",
        seat.nazev_kraje or "",
    )
