"""Bodies of ARES about a made-up company: only what was stated is there, as ARES leaves the rest out."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from soupis.registers import codelists
from soupis.synthetic.companies import Address, Company
from soupis.synthetic.days import ISO, SNAPSHOT

_REGION_BY_DISTRICT = codelists.region_by_district()
_REGIONS = codelists.load("region")
_DISTRICTS = codelists.load("district")
_SOURCES = (
    "Ros", "Vr", "Res", "Rzp", "Nrpzs", "Rpsh", "Rcns", "Szr", "Dph", "SkDph", "Sd", "Ir", "Ceu", "Rs", "Red",
    "Monitor",
)  # fmt: skip


class VatFacts(Struct, frozen=True):
    """What ARES says of the company's VAT; `state` is None where it was never registered."""

    office: str  # three digits
    tax_id: str | None = None
    state: str | None = None  # AKTIVNI, ZANIKLY
    group_id: str | None = None


def subject(company: Company, vat: VatFacts, file_mark: str) -> str:
    """Return the JSON of `/ekonomicke-subjekty/{ico}`; `file_mark` is empty for subjects of no register."""
    alive = "ZANIKLY" if company.ceased else "AKTIVNI"
    states = dict.fromkeys(_SOURCES, "NEEXISTUJICI")
    states |= {"Ros": alive, "Res": alive}
    if file_mark:
        states["Vr"] = alive
    if vat.state:
        states["Dph"] = vat.state
    if vat.group_id:
        states["SkDph"] = "AKTIVNI"
    body: dict[str, Any] = {
        "ico": company.ico,
        "obchodniJmeno": company.name,
        "sidlo": _seat(company.seat),
        "pravniForma": company.form.code,
        "pravniFormaRos": company.form.ros,
        "financniUrad": vat.office,
        "datumVzniku": ISO[company.founded],
        "datumZaniku": ISO[company.ceased] if company.ceased else None,
        "datumAktualizace": SNAPSHOT,
        "dic": vat.tax_id,
        "icoId": company.ico,
        "adresaDorucovaci": {},
        "czNace2008": [company.trade.nace2008],
        "seznamRegistraci": {f"stavZdroje{name}": state for name, state in states.items()},
        "primarniZdroj": "ros",
        "czNace": [company.trade.nace2025] if company.trade.nace2025 else None,
        "dicSkDph": vat.group_id,
    }
    if file_mark:
        name = {"obchodniJmeno": company.name, "primarniZaznam": True}
        extract = {"obchodniJmeno": [name], "spisovaZnacka": file_mark, "datovyZdroj": "vr"}
        body["dalsiUdaje"] = [extract]
    return _json(body)


def statistical(company: Company) -> str:
    """Return the JSON of `/ekonomicke-subjekty-res/{ico}`."""
    record = {
        "ico": company.ico,
        "obchodniJmeno": company.name,
        "pravniForma": company.form.code,
        "datumVzniku": ISO[company.founded],
        "datumZaniku": ISO[company.ceased] if company.ceased else None,
        "datumAktualizace": SNAPSHOT,
        "czNacePrevazujici": company.trade.nace2025 or None,
        "czNacePrevazujici2008": company.trade.nace2008,
        "statistickeUdaje": {
            "institucionalniSektor2010": company.form.sector,
            "kategoriePoctuPracovniku": company.headcount,
        },
        "primarniZaznam": True,
    }
    return _json({"icoId": company.ico, "zaznamy": [_stated(record)]})


def _seat(seat: Address) -> dict[str, Any]:
    district = seat.town.district
    region = _REGION_BY_DISTRICT[district]
    orientation = seat.orientation_number.rstrip("abcdefgh")
    return _stated(
        {
            "kodStatu": "CZ",
            "nazevStatu": "Česká republika",
            "kodKraje": region,
            "nazevKraje": _REGIONS[str(region)].name_cs,
            "nazevOkresu": None if seat.town.name == "Praha" else _DISTRICTS[district].name_cs,
            "nazevObce": seat.town.name,
            "nazevMestskehoObvodu": seat.city_district or None,
            "nazevUlice": seat.street or None,
            "cisloDomovni": seat.house_number,
            "cisloOrientacni": int(orientation) if orientation else None,
            "cisloOrientacniPismeno": seat.orientation_number[len(orientation) :] or None,
            "nazevCastiObce": seat.part or None,
            "kodAdresnihoMista": seat.address_point or None,
            "psc": int(seat.postal_code),
            "textovaAdresa": seat.text,
            "standardizaceAdresy": True,
            "typCisloDomovni": seat.house_number_kind,
        }
    )


def _stated(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _json(body: dict[str, Any]) -> str:
    return msgspec.json.encode(_stated(body)).decode()
