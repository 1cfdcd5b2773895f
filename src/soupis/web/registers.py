"""Addresses of a company's own entries in the registers, and of its seat on a map."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, urlencode

from soupis.messages import Message
from soupis.wire.company import FirmaDetail


class RegisterEntry(NamedTuple):
    """Where a register shows the company."""

    name: Message
    url: str


def register_entries(detail: FirmaDetail) -> list[RegisterEntry]:
    """Return the registers that can be asked for this company by an address; those that may have it."""
    ico = detail.ico
    entries = [
        RegisterEntry(Message("ARES", "ARES"), f"https://ares.gov.cz/ekonomicke-subjekty?ico={ico}"),
    ]
    if detail.spisova_znacka or detail.statutarni_organy is not None:
        entries.append(
            RegisterEntry(
                Message("Veřejný rejstřík", "Public register"),
                f"https://or.justice.cz/ias/ui/rejstrik-$firma?ico={ico}",
            )
        )
    tax_id = (detail.dph and detail.dph.dic) or detail.dic
    if tax_id:
        question = {"id": 1, "pocet": 1, "fu": "", "OK": " Search ", "ZPRAC": "RDPHI1"}
        address = urlencode(question | {"dic": tax_id.removeprefix("CZ")})
        entries.append(
            RegisterEntry(
                Message("Registr plátců DPH", "VAT register"),
                f"https://adisspr.mfcr.cz/dpr/DphReg?{address}",
            )
        )
    entries.append(
        RegisterEntry(
            Message("Insolvenční rejstřík", "Insolvency register"),
            f"https://isir.justice.cz/isir/ueu/vysledek_lustrace.do?ic={ico}&aktualnost=AKTUALNI_I_UKONCENA",
        )
    )
    return entries


def map_address(detail: FirmaDetail) -> str | None:
    """Return the address of a map that shows the seat; None where no seat is known."""
    seat = detail.sidlo and (detail.sidlo.text_plny or detail.sidlo.text)
    return f"https://mapy.com/fnc/v1/search?query={quote(seat)}" if seat else None
