"""Shorter forms of published documents, derived from their JSON when they are read."""

from __future__ import annotations

import msgspec

from soupis.addresses import building_number
from soupis.wire.base import CodedName, Wire
from soupis.wire.company import CzNace, FirmaPolozka, Sidlo, SpisovaZnacka, StavFirmy, ZakladniKapital
from soupis.wire.csv import cells, line
from soupis.wire.person import OsobaPolozka
from soupis.wire.vat import Dph


class _Company(Wire, kw_only=True):
    """Fields of a `FirmaDetail` that lists and exports show."""

    ico: str
    obchodni_jmeno: str | None = None
    dic: str | None = None
    stav: StavFirmy
    datum_vzniku: str | None = None
    datum_zaniku: str | None = None
    pravni_forma: CodedName | None = None
    sidlo: Sidlo | None = None
    dph: Dph | None = None
    cz_nace: list[CzNace] | None = None
    spisova_znacka: SpisovaZnacka | None = None
    zakladni_kapital: ZakladniKapital | None = None


class _Vat(msgspec.Struct, rename="camel"):
    obchodni_jmeno: str | None
    dph: msgspec.Raw


_decode_company = msgspec.json.Decoder(_Company).decode
_decode_vat = msgspec.json.Decoder(_Vat).decode
person_item_of = msgspec.json.Decoder(OsobaPolozka).decode
"""Return a person as lists show it, by the JSON of an `OsobaProfil`."""


def item_of(detail: bytes) -> FirmaPolozka:
    """Return a company as lists show it, by the JSON of its `FirmaDetail`."""
    company = _decode_company(detail)
    main, vat, mark = _main_activity(company), company.dph, company.spisova_znacka
    return FirmaPolozka(
        ico=company.ico,
        obchodni_jmeno=company.obchodni_jmeno,
        dic=company.dic,
        stav=company.stav,
        pravni_forma=company.pravni_forma,
        sidlo=company.sidlo,
        cz_nace_prevazujici=CodedName(kod=main.kod, nazev=main.nazev) if main else None,
        datum_vzniku=company.datum_vzniku,
        datum_zaniku=company.datum_zaniku,
        spisova_znacka=mark.text if mark else None,
        dph_stav=vat.stav if vat else None,
        dph_overeno_k=vat.overeno_k if vat else None,
    )


def name_and_vat_of(detail: bytes) -> tuple[str | None, bytes | None]:
    """Return a company's name and the JSON of its `Dph` by that of its detail, None = unknown, unverified."""
    company = _decode_vat(detail)
    vat = bytes(company.dph)
    return company.obchodni_jmeno, None if vat == b"null" else vat


def csv_line_of(detail: bytes, *, is_registration: bool) -> bytes:
    """Return the export line of a company without its line end, in the order of `wire.csv.COLUMNS`.

    `is_registration` = the building has a registration number instead of a house number.
    """
    company = _decode_company(detail)
    seat, form, mark = company.sidlo, company.pravni_forma, company.spisova_znacka
    main, capital, vat = _main_activity(company), company.zakladni_kapital, company.dph
    return line(
        cells(
            company.ico,
            company.obchodni_jmeno,
            company.dic,
            company.stav,
            form.kod if form else None,
            form.nazev if form else None,
            company.datum_vzniku,
            company.datum_zaniku,
            *(_seat_cells(seat, is_registration=is_registration) if seat else (None,) * 8),
            main.kod if main else None,
            main.nazev if main else None,
            mark.text if mark else None,
            capital.castka if capital else None,
            capital.mena if capital else None,
            vat.stav if vat else None,
            vat.nespolehlivy_od if vat else None,
        )
    ).encode()


def _main_activity(company: _Company) -> CzNace | None:
    first = company.cz_nace[0] if company.cz_nace else None
    return first if first and first.prevazujici else None


def _seat_cells(seat: Sidlo, *, is_registration: bool) -> tuple[str | int | None, ...]:
    return (
        seat.nazev_ulice,
        building_number(seat.cislo_domovni, seat.cislo_orientacni, is_registration=is_registration),
        seat.nazev_casti_obce,
        seat.nazev_obce,
        seat.psc,
        seat.nazev_okresu,
        seat.kod_kraje,
        seat.nazev_kraje,
    )
