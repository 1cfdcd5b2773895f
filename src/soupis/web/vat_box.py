"""The VAT status in words that cannot be misread."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from soupis.messages import Message
from soupis.queries.vat_contradictions import in_words
from soupis.times import PRAGUE
from soupis.web.language import Writer
from soupis.wire.vat import Dph, DphRozpor

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
        "We do not know the VAT status of this company yet. That does not mean it is not a payer.",
    ),
)
_CONTRADICTION = Message("Neověřeno: registry si odporují", "Not verified: the registers disagree")
_UNRELIABLE_PERSON = VatWords(
    "bad",
    Message("Neplátce, nespolehlivá osoba", "Not a payer, unreliable person"),
    Message(
        "Není registrována k DPH. Správce daně ji vede jako nespolehlivou osobu.",
        "Not registered for VAT. The tax authority lists it as an unreliable person.",
    ),
)
_BY_STATE = {
    "platce": VatWords(
        "good",
        Message("Plátce DPH", "VAT payer"),
        Message(
            "Registrace k DPH trvá. Jako nespolehlivý plátce vedena není.",
            "The VAT registration is active. Not listed as an unreliable payer.",
        ),
    ),
    "nespolehlivyPlatce": VatWords(
        "bad",
        Message("Nespolehlivý plátce DPH", "Unreliable VAT payer"),
        Message(
            "Registrace k DPH trvá, ale správce daně firmu označil za nespolehlivého plátce. Odběratel ručí "
            "za daň, kterou plátce neodvede.",
            "The VAT registration is active, but the tax authority lists the payer as unreliable. Its "
            "customer is liable for tax it does not pay.",
        ),
    ),
    "identifikovanaOsoba": VatWords(
        "plain",
        Message("Identifikovaná osoba, ne plátce", "Identified person, not a payer"),
        Message(
            "DIČ má jen pro obchod s jinými státy. V tuzemsku plátcem DPH není a daň neúčtuje.",
            "Has a tax ID only for trade with other countries. In the Czech Republic it is not a VAT payer "
            "and charges no VAT.",
        ),
    ),
    "neplatce": VatWords(
        "plain",
        Message("Neplátce DPH", "Not a VAT payer"),
        Message(
            "Při ověření nebyla registrována k DPH; shodují se na tom oba zdroje.",
            "Not registered for VAT when checked; both sources agree.",
        ),
    ),
}


# What an old check found: payers come and go, and become unreliable from one day to the next.
_WAS_UNRELIABLE_PERSON = VatWords(
    "warn",
    Message("neplátce, nespolehlivá osoba", "not a payer, unreliable person"),
    Message(
        "Tehdy nebyla registrována k DPH a správce daně ji vedl jako nespolehlivou osobu.",
        "At that time it was not registered for VAT; the tax authority listed it as unreliable.",
    ),
)
_WAS = {
    "platce": VatWords(
        "warn",
        Message("plátce DPH", "VAT payer"),
        Message(
            "Tehdy registrace k DPH trvala a jako nespolehlivý plátce vedena nebyla.",
            "At that time the registration was active, and it was not listed as an unreliable payer.",
        ),
    ),
    "nespolehlivyPlatce": VatWords(
        "warn",
        Message("nespolehlivý plátce DPH", "unreliable VAT payer"),
        Message(
            "Tehdy registrace k DPH trvala, ale správce daně plátce vedl jako "
            "nespolehlivého. Odběratel takového plátce ručí za daň, kterou plátce neodvede.",
            "At that time the registration was active, but the tax authority listed the payer as "
            "unreliable. A customer of such a payer is liable for tax it does not pay.",
        ),
    ),
    "identifikovanaOsoba": VatWords(
        "warn",
        Message("identifikovaná osoba, ne plátce", "identified person, not a payer"),
        Message(
            "Tehdy měla DIČ jen pro obchod s jinými státy a v tuzemsku plátcem DPH nebyla.",
            "At that time it had a tax ID only for trade with other countries, and was not a VAT payer "
            "in the Czech Republic.",
        ),
    ),
    "neplatce": VatWords(
        "warn",
        Message("neplátce DPH", "not a VAT payer"),
        Message(
            "Tehdy nebyla registrována k DPH; shodovaly se na tom oba zdroje.",
            "At that time it was not registered for VAT; both sources agreed.",
        ),
    ),
}


def vat_words(status: Dph | None, contradiction: DphRozpor | None = None, *, old: bool = False) -> VatWords:
    """Return the words for a status; None = unverified, because of a contradiction or not asked for yet.

    What was checked `old` ago is told as what it was then.
    """
    if contradiction is not None:
        return VatWords("warn", _CONTRADICTION, in_words(contradiction))
    if status is None or status.stav is None:
        return _UNVERIFIED
    if status.stav == "neplatce" and status.nespolehlivy_od:
        return _of_day(_WAS_UNRELIABLE_PERSON, status) if old else _UNRELIABLE_PERSON
    return _of_day(_WAS[status.stav], status) if old else _BY_STATE[status.stav]


def _of_day(words: VatWords, status: Dph) -> VatWords:
    """Return words whose heading says on which day, in Prague, it was so."""
    day = datetime.fromisoformat(status.overeno_k).astimezone(PRAGUE).date().isoformat()
    heading = Message(
        f"Při posledním ověření ({Writer('cs').day(day)}): {words.heading.cs}",
        f"At the last check ({Writer('en').day(day)}): {words.heading.en}",
    )
    return words._replace(heading=heading)
