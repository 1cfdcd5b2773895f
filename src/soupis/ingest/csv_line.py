"""One line of the search export, made ready at publishing so that an export only has to send it."""

from __future__ import annotations

import csv
import io

from soupis.wire.company import FirmaPolozka, ZakladniKapital
from soupis.wire.csv import cell
from soupis.wire.vat import Dph


def csv_line(
    item: FirmaPolozka, number: str | None, capital: ZakladniKapital | None, dph: Dph | None
) -> bytes:
    """Return the export line of a company, without its line end, in the order of `wire.csv.COLUMNS`."""
    seat, main, form = item.sidlo, item.cz_nace_prevazujici, item.pravni_forma
    values = (
        item.ico,
        item.obchodni_jmeno,
        item.dic,
        item.stav,
        form.kod if form else None,
        form.nazev if form else None,
        item.datum_vzniku,
        item.datum_zaniku,
        seat.nazev_ulice if seat else None,
        number,
        seat.nazev_casti_obce if seat else None,
        seat.nazev_obce if seat else None,
        f"{seat.psc:05d}" if seat and seat.psc else None,
        seat.nazev_okresu if seat else None,
        seat.kod_kraje if seat else None,
        seat.nazev_kraje if seat else None,
        main.kod if main else None,
        main.nazev if main else None,
        item.spisova_znacka,
        capital.castka if capital else None,
        capital.mena if capital else None,
        item.dph_stav,
        dph.nespolehlivy_od if dph else None,
    )
    cells = ["" if value is None else cell(value) for value in values]
    line = ";".join(cells)
    if '"' in line or "\n" in line or "\r" in line or line.count(";") != len(cells) - 1:
        quoted = io.StringIO()
        csv.writer(quoted, delimiter=";", lineterminator="").writerow(cells)
        line = quoted.getvalue()
    return line.encode()
