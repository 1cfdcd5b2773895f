"""The VAT status in words that cannot be misread."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from soupis.messages import Message
from soupis.times import utc_now
from soupis.wire.vat import Dph

Tone = Literal["good", "bad", "warn", "plain"]


class VatWords(NamedTuple):
    """What the box says: a heading, what it means, and how it looks."""

    tone: Tone
    heading: Message
    meaning: Message


_UNVERIFIED = VatWords(
    "warn",
    Message("Neověřeno", "Not verified"),
    Message(
        "Stav DPH této firmy zatím neznáme. Neznamená to, že není plátcem.",
        "We do not know the VAT status of this company yet. It does not mean that it is not a payer.",
    ),
)
_CONTRADICTION = VatWords(
    "warn",
    Message("Zdroje si odporují", "The sources contradict each other"),
    Message(
        "ARES uvádí běžící registraci, registr plátců DPH ji nezná. Ani plátce, ani neplátce z toho nelze "
        "vyvodit; rozhodující je registr plátců DPH.",
        "ARES shows a running registration, the VAT register knows none. Neither payer nor non-payer can "
        "be concluded; the VAT register is authoritative.",
    ),
)
_UNRELIABLE_PERSON = VatWords(
    "bad",
    Message("Neplátce, nespolehlivá osoba", "Not a payer, unreliable person"),
    Message(
        "Není registrován k DPH. Správce daně jej vede jako nespolehlivou osobu.",
        "Not registered for VAT. The tax authority lists it as an unreliable person.",
    ),
)
_BY_STATE = {
    "platce": VatWords(
        "good",
        Message("Plátce DPH", "VAT payer"),
        Message(
            "Registrace běží. Jako nespolehlivý plátce veden není.",
            "The registration is running. Not listed as an unreliable payer.",
        ),
    ),
    "nespolehlivyPlatce": VatWords(
        "bad",
        Message("Nespolehlivý plátce DPH", "Unreliable VAT payer"),
        Message(
            "Registrace běží, ale správce daně plátce označil za nespolehlivého. Odběratel ručí za daň, "
            "kterou plátce neodvede.",
            "The registration is running, but the tax authority lists the payer as unreliable. Its customer "
            "is liable for tax that it does not pay.",
        ),
    ),
    "identifikovanaOsoba": VatWords(
        "plain",
        Message("Identifikovaná osoba, ne plátce", "Identified person, not a payer"),
        Message(
            "DIČ má jen pro obchod s jinými státy. V tuzemsku plátcem DPH není a daň neúčtuje.",
            "Has a tax ID only for trade with other countries. Within the country it is not a VAT payer and "
            "charges no tax.",
        ),
    ),
    "neplatce": VatWords(
        "plain",
        Message("Neplátce DPH", "Not a VAT payer"),
        Message(
            "K okamžiku ověření není registrován k DPH; shodují se na tom oba zdroje.",
            "Not registered for VAT at the moment of the check; both sources agree.",
        ),
    ),
}


# A payer can become unreliable from one day to the next; the register is read anew about daily.
_OLD = timedelta(days=2)


def is_old(status: Dph, now: datetime | None = None) -> bool:
    """Tell whether a status was checked so long ago that the reader has to be warned."""
    checked = datetime.fromisoformat(status.overeno_k)
    return (now or utc_now()) - checked > _OLD


def vat_words(status: Dph | None) -> VatWords:
    """Return the words for a status; None = unverified, a state of None = sources that disagree."""
    if status is None:
        return _UNVERIFIED
    if status.stav is None:
        return _CONTRADICTION
    if status.stav == "neplatce" and status.nespolehlivy_od:
        return _UNRELIABLE_PERSON
    return _BY_STATE[status.stav]


_BANK_CODE = re.compile(r"(?:\d+-)?\d+/(\d{4})|CZ\d\d ?(\d{4})[\d ]+")


def bank_code(account: str) -> str | None:
    """Return the code of an account's bank: 0100 of "19-2808601/0100" and of a Czech IBAN; else None."""
    found = _BANK_CODE.fullmatch(account)
    return found[1] or found[2] if found else None
