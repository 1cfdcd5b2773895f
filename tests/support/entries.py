"""Documents of which the index makes given entries, for tests and benchmarks of the search alone."""

from __future__ import annotations

from typing import Any

import xxhash

from soupis.search.entries import CompanyEntry, PersonEntry
from soupis.store.extras import CompanyExtra, encode_extra
from soupis.wire.base import CodedName, encode
from soupis.wire.company import (
    Clen,
    CzNace,
    DrivejsiJmeno,
    FirmaDetail,
    FyzickaOsoba,
    Historie,
    Insolvence,
    Organ,
    Sidlo,
    StavPodrobne,
    ZakladniKapital,
    ZnackaVCase,
)
from soupis.wire.person import Angazma, OsobaProfil
from soupis.wire.vat import Dph

_HEADCOUNTS = (
    "000", "110", "120", "130", "210", "220", "230", "240", "310", "320", "330", "340", "410", "420", "430",
    "440", "450", "460", "470", "510",
)  # fmt: skip
LARGEST = 12 * (len(_HEADCOUNTS) - 1) + 11
"""The largest size that a company can have."""
_MEMBER = Clen(osoba=FyzickaOsoba(prijmeni="Vzorový"), aktualni=True)


def company_row(entry: CompanyEntry) -> dict[str, Any]:
    """Return a row of `company_document` with a company's facts; a size is made of headcount and capital."""
    detail, extra = encode(_detail(entry)), encode_extra(_extra(entry))
    version = xxhash.xxh3_64_intdigest(detail + extra) >> 1
    return {"ico": entry.ico, "version": version, "extra": extra, "detail": detail}


def person_row(entry: PersonEntry, key: str) -> dict[str, Any]:
    """Return a row of `person_document` with a person's facts."""
    names = entry.company_names
    detail = encode(
        OsobaProfil(
            klic=key,
            jmeno=entry.first_name,
            prijmeni=entry.last_name,
            rok_narozeni=entry.birth_year,
            pocet_firem=entry.companies,
            pocet_aktivnich=entry.active_companies,
            angazma=[
                Angazma(
                    ico=f"{number:08d}",
                    obchodni_jmeno=name,
                    stav_firmy="aktivni",
                    role="statutarniOrgan",
                    aktualni=True,
                )
                for number, name in enumerate(names)
            ],
        )
    )
    towns = encode_extra(entry.towns) if entry.towns else None
    version = xxhash.xxh3_64_intdigest(detail + (towns or b"")) >> 1
    return {"id": entry.id, "key": key, "version": version, "towns": towns, "detail": detail}


def _extra(entry: CompanyEntry) -> CompanyExtra:
    number = entry.house or ""
    return CompanyExtra(legal_form_ros=entry.legal_form_ros, is_registration=number.startswith("č. ev. "))


def _detail(entry: CompanyEntry) -> FirmaDetail:
    headcount, capital, members = _parts_of_size(entry)
    return FirmaDetail(
        ico=f"{entry.ico:08d}",
        obchodni_jmeno=entry.name,
        stav="aktivni" if entry.living else "zanikla",
        stav_podrobne=StavPodrobne(kod="upadek", nazev="úpadek") if _is_only_entered(entry) else None,
        datum_vzniku=entry.founded,
        datum_zaniku=entry.ended,
        pravni_forma=CodedName(kod=entry.legal_form) if entry.legal_form else None,
        sidlo=_seat(entry),
        dph=_vat(entry),
        cz_nace=[CzNace(kod=code) for code in entry.nace],
        kategorie_poctu_pracovniku=CodedName(kod=headcount) if headcount else None,
        zakladni_kapital=ZakladniKapital(castka=capital) if capital else None,
        statutarni_organy=[Organ(nazev="jednatelé", clenove=[_MEMBER] * members)] if members else None,
        drivejsi_jmena=[DrivejsiJmeno(jmeno=name) for name in entry.former_names],
        historie=_history(entry),
        insolvence=_proceedings(entry),
    )


def _parts_of_size(entry: CompanyEntry) -> tuple[str | None, float | None, int]:
    """Return headcount, capital and number of members of which the size is made."""
    size = min(entry.size, LARGEST)
    headcount = entry.headcount or (_HEADCOUNTS[size // 12] if size >= 12 else None)
    rest = max(0, size - 12 * _HEADCOUNTS.index(headcount)) if headcount in _HEADCOUNTS else size
    of_capital = min(8, rest)
    capital = 10 ** ((of_capital + 0.5) / 0.8) if of_capital else None
    return headcount, capital, 5 * min(3, rest - of_capital)


def _seat(entry: CompanyEntry) -> Sidlo:
    municipality, part, district, *_ = [*entry.places, None, None, None]
    return Sidlo(
        kod_kraje=entry.region,
        psc=entry.postcode,
        nazev_okresu=entry.district,
        nazev_obce=municipality,
        nazev_casti_obce=part,
        nazev_mestske_casti=district,
        nazev_ulice=entry.street,
        cislo_domovni=entry.house.removeprefix("č. ev. ") if entry.house else None,
    )


def _vat(entry: CompanyEntry) -> Dph | None:
    if entry.vat is None and not entry.accounts:
        return None
    return Dph(
        stav=entry.vat,  # type: ignore[arg-type]
        registrace_aktivni=False,
        overeno_k="2026-11-01T00:00:00Z",
        zverejnene_ucty=entry.accounts,
    )


def _history(entry: CompanyEntry) -> Historie | None:
    if not entry.marks:
        return None
    marks = [ZnackaVCase(soud="MSPH", oddil="C", vlozka=1, text=mark) for mark in entry.marks]
    return Historie(nazvy=[], sidla=[], kapital=[], znacky=marks, predmet_podnikani=[])


def _is_only_entered(entry: CompanyEntry) -> bool:
    return entry.insolvency is True and not entry.insolvent_since


def _proceedings(entry: CompanyEntry) -> list[Insolvence] | None:
    if entry.insolvency is None and not entry.insolvent_since:
        return None
    return [
        Insolvence(spisova_znacka="INS 1/2020", probiha=entry.insolvency, zahajeno=day)
        for day in entry.insolvent_since
    ]
