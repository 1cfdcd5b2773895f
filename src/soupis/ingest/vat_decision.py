"""VAT decision: what ARES and the VAT register say together (docs/vat.md holds the table row by row).

The VAT register is the authority; ARES can be a day late and keeps showing a tax ID after its end.
Whatever was never asked, failed or could not be read leads to None: unverified, never "not a payer".
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Literal, NamedTuple, cast

import msgspec

from soupis.bank_accounts import account_key, parse_account
from soupis.identifiers import format_ico
from soupis.registers.legal_forms import NATURAL_FORMS
from soupis.registers.records import UNKNOWN_TO_ARES
from soupis.registers.vat import PublishedAccount
from soupis.wire.vat import Dph, DphRozpor, StavDph, ZverejnenyUcet


class AresSide(NamedTuple):
    """What ARES last said of a subject's VAT registration."""

    tax_id: str | None
    group_id: str | None
    registration: str | None  # stavZdrojeDph
    retrieved: str

    @property
    def shows_registration(self) -> bool:
        """Whether a "not found" in the VAT register contradicts ARES."""
        return self.group_id is not None or self.registration in ARES_RUNNING


class RegisterSide(NamedTuple):
    """What the VAT register last answered for the number that stands for the subject."""

    dic_digits: str
    subject_kind: str
    unreliable: str | None
    unreliable_since: str | None
    tax_office: str | None
    accounts: str  # JSON array of accounts, or of their texts alone
    answered: str

    @property
    def published_accounts(self) -> list[PublishedAccount]:
        """Accounts in the register's order; those read by old versions without their days."""
        stored = _read_accounts(self.accounts)
        return [PublishedAccount(item) if isinstance(item, str) else item for item in stored]


_read_accounts = msgspec.json.Decoder(list[str | PublishedAccount]).decode

# Kind of subject in the VAT register for a number that it does not know.
NOT_FOUND = "NENALEZEN"
# States of a registration in ARES that contradict "not found" in the VAT register, as they are served.
ARES_RUNNING: dict[str | None, Literal["trva", "budouci", "pozastavena"]] = {
    "AKTIVNI": "trva",
    "BUDOUCI": "budouci",
    "POZASTAVENY": "pozastavena",
}


class DecisionRow(NamedTuple):
    """What both sides say ("*" = whatever it is, "–" = nothing) and the state that is shown then."""

    registration: str
    group: str
    kind: str
    unreliable: str
    shown: str


_NOT_RUNNING = ("ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY", "NEEXISTUJICI", UNKNOWN_TO_ARES)

# The decision table of docs/vat.md; the first row that fits decides.
DECISION_TABLE = (
    DecisionRow("–", "–", "*", "*", "null"),
    DecisionRow("*", "*", "–", "–", "null"),
    DecisionRow("*", "*", "PLATCE_DPH", "NE", "platce"),
    DecisionRow("*", "*", "PLATCE_DPH", "ANO", "nespolehlivyPlatce"),
    DecisionRow("*", "*", "SKUPINA_DPH", "NE", "platce"),
    DecisionRow("*", "*", "SKUPINA_DPH", "ANO", "nespolehlivyPlatce"),
    DecisionRow("*", "*", "IDENTIFIKOVANA_OSOBA", "*", "identifikovanaOsoba"),
    DecisionRow("*", "*", "NESPOLEHLIVA_OSOBA", "*", "neplatce"),
    DecisionRow("*", "yes", NOT_FOUND, NOT_FOUND, "contradiction"),
    *(DecisionRow(str(said), "no", NOT_FOUND, NOT_FOUND, "contradiction") for said in ARES_RUNNING),
    *(DecisionRow(said, "no", NOT_FOUND, NOT_FOUND, "neplatce") for said in _NOT_RUNNING),
    DecisionRow("not said", "no", NOT_FOUND, NOT_FOUND, "null"),
    DecisionRow("another word", "no", NOT_FOUND, NOT_FOUND, "null"),
)


def number_to_ask(
    ico: int, ares: AresSide | None, legal_form: str | None, ros_form: str | None
) -> str | None:
    """Return the digits under which the VAT register is asked for a subject, None if it cannot be asked.

    Members of a VAT group are asked for under the group's number. Where ARES gives none, a legal person
    may be asked for under the digits of its ID, a natural person never.
    """
    if ares is not None:
        for tax_id in (ares.group_id, ares.tax_id):
            if digits := digits_of(tax_id):
                return digits
    forms = {legal_form, ros_form} - {None}
    if not forms or forms & NATURAL_FORMS:
        return None  # the tax ID of a natural person may hold a birth number: it is never guessed
    return format_ico(ico)


def digits_of(tax_id: str | None) -> str | None:
    """Return the digits of a Czech tax ID, None for anything else."""
    if not tax_id:
        return None
    digits = tax_id.removeprefix("CZ")
    return digits if digits.isascii() and digits.isdigit() and 8 <= len(digits) <= 10 else None


def public_tax_id(tax_id: str | None) -> str | None:
    """Return a tax ID that may be shown: one made of a birth number must not be.

    Tax IDs of natural persons are often "CZ" and the birth number: YYMMDD, the month raised for women (50)
    and in full years (20), then three or four digits; ten digits are divisible by eleven.
    """
    digits = digits_of(tax_id)
    if digits is None or len(digits) < 9:
        return tax_id
    month, day = int(digits[2:4]), int(digits[4:6])
    dated = month % 50 in {*range(1, 13), *range(21, 33)} and 1 <= day <= 31
    whole = len(digits) == 9 or int(digits) % 11 == 0 or int(digits[:9]) % 11 == 10
    return None if dated and whole else tax_id


def deciding_row(ares: AresSide | None, register: RegisterSide | None) -> int | None:
    """Return the number of the row that decides, 1 for the first of the table.

    None: the register answered with a kind of subject that the table does not know, so nothing is verified.
    """
    registration = group = kind = unreliable = "–"
    if ares is not None:
        known = ares.registration in ARES_RUNNING or ares.registration in _NOT_RUNNING
        registration = (ares.registration if known else "another word") if ares.registration else "not said"
        group = "yes" if ares.group_id else "no"
    if register is not None:
        kind = register.subject_kind
        unreliable = "ANO" if register.unreliable == "ANO" else "NE"
    return _row_of(registration, group, kind, NOT_FOUND if kind == NOT_FOUND else unreliable)


@cache
def _row_of(*said: str) -> int | None:
    for number, row in enumerate(DECISION_TABLE, 1):
        # A star does not stand for an absent side: rows for that come first, and say so.
        if said[0] == row.registration == "–" or all(
            wanted == word or (wanted == "*" and word != "–")
            for wanted, word in zip(row[:4], said, strict=True)
        ):
            return number
    return None


def _shown(ares: AresSide | None, register: RegisterSide | None) -> str:
    number = deciding_row(ares, register)
    return DECISION_TABLE[number - 1].shown if number else "null"


def decide(ares: AresSide | None, register: RegisterSide | None) -> Dph | None:
    """Return the VAT status that both sources together support; None = unverified."""
    shown = _shown(ares, register)
    if ares is None or register is None or shown in ("null", "contradiction"):
        return None
    status = Dph(
        registrace_aktivni=shown != "neplatce", stav=cast(StavDph, shown), overeno_k=_older(ares, register)
    )
    if register.subject_kind == NOT_FOUND:
        return status
    status.cislo_fu = _office(register.tax_office)
    if shown == "neplatce" or register.unreliable == "ANO":
        status.nespolehlivy_od = register.unreliable_since
    if status.registrace_aktivni:
        # Where ARES gives none, the register was asked for the digits of the ID: its echo is no tax ID.
        status.dic = public_tax_id(ares.group_id or ares.tax_id)
        status.clen_skupiny = ares.group_id is not None
        accounts = _distinct(register.published_accounts)
        status.zverejnene_ucty = [account.text for account in accounts]
        status.zverejnene_ucty_podrobne = list(map(_served, accounts))
    return status


def contradiction(ares: AresSide | None, register: RegisterSide | None) -> DphRozpor | None:
    """Return how ARES contradicts a "not found" of the VAT register, or None if it does not."""
    if ares is None or register is None or _shown(ares, register) != "contradiction":
        return None
    return DphRozpor(
        ares="skupina" if ares.group_id else ARES_RUNNING[ares.registration],
        dic_skupiny=public_tax_id(ares.group_id),
        zjisteno_k=_older(ares, register),
    )


def _distinct(accounts: list[PublishedAccount]) -> list[PublishedAccount]:
    """Return each account once, although the register may print both its number and its IBAN.

    The publication that lasts longest stands for the account, among equals the one that began first.
    """
    found: dict[str, PublishedAccount] = {}
    for account in accounts:
        key = account_key(account.text)
        found[key] = min(found.get(key, account), account, key=_duration)
    return list(found.values())


def _duration(account: PublishedAccount) -> tuple[bool, int, str]:
    """Return a sort key by which a publication that ends later, or began earlier, comes first."""
    end = -date.fromisoformat(account.ended).toordinal() if account.ended else 0
    return account.ended is not None, end, account.published or "9999"


def _served(account: PublishedAccount) -> ZverejnenyUcet:
    parsed = parse_account(account.text)
    return ZverejnenyUcet(
        ucet=account.text,
        narodni=parsed.national if parsed else None,
        iban=parsed.iban if parsed else None,
        zverejneno_od=account.published,
        zverejneno_do=account.ended,
    )


def _older(ares: AresSide, register: RegisterSide) -> str:
    """Return the time of the older answer."""
    return min(ares.retrieved, register.answered)


def _office(number: str | None) -> str | None:
    """Return the tax office as the VAT register writes it, without leading zeros ("13")."""
    return number.lstrip("0") if number else None


def shown_tax_id(ares: AresSide | None, dph: Dph | None) -> str | None:
    """Return the tax ID to write on an invoice, None after the registration ended.

    A verified status decides alone, so a non-payer has none whatever ARES still prints. Members of a VAT
    group invoice under its number, and only when the VAT register knows the group.
    """
    if dph is not None:
        return dph.dic
    if ares is None or ares.group_id:
        return None
    ended = ares.registration in {"ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY"}
    return None if ended else public_tax_id(ares.tax_id)
