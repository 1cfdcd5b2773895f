"""A payment to a published account as a QR code (Short Payment Descriptor), and the page that makes it."""

from __future__ import annotations

import io
import re
import unicodedata
from decimal import Decimal
from typing import NamedTuple

from markupsafe import Markup

from soupis.bank_accounts import BankAccount, parse_account
from soupis.times import prague_today
from soupis.wire.vat import Dph

# Hellers have two digits at most: "1.250" is a thousand to some and one crown to others.
_AMOUNT = re.compile(r"(\d[\d \u00a0\u202f]*)(?:[.,](\d{1,2}))?[ \u00a0\u202f]*(?:Kč)?", re.ASCII)
_SYMBOL = re.compile(r"\d{1,10}", re.ASCII)
_MOST = Decimal("9999999.99")  # the amount has ten characters at most
_LONGEST_MESSAGE = 60
_LONGEST_NAME = 35


class Payment(NamedTuple):
    """What is paid to whom; `amount` in crowns."""

    iban: str
    recipient: str
    amount: Decimal | None = None
    symbol: str | None = None
    message: str | None = None

    @property
    def descriptor(self) -> str:
        """The payment as the Czech banks read it from a code (SPAYD 1.0)."""
        fields = [("ACC", self.iban)]
        if self.amount is not None:
            fields += [("AM", f"{self.amount:.2f}")]
        fields += [("CC", "CZK")]
        if self.symbol:
            fields += [("X-VS", self.symbol)]
        fields += [("RN", _plain(self.recipient, _LONGEST_NAME))]
        if self.message:
            fields += [("MSG", self.plain_message)]
        return "*".join(["SPD", "1.0", *(f"{name}:{value}" for name, value in fields if value)])

    @property
    def plain_message(self) -> str:
        """The message as the code has it: capitals without diacritics."""
        return _plain(self.message or "", _LONGEST_MESSAGE)


def payable_accounts(status: Dph | None) -> dict[str, BankAccount]:
    """Return the published accounts that a code can be made for, as printed; not those that ended."""
    if status is None or not status.registrace_aktivni:
        return {}
    today = prague_today().isoformat()
    ended = {
        item.ucet
        for item in status.zverejnene_ucty_podrobne or ()
        if item.zverejneno_do and item.zverejneno_do < today
    }
    printed = (text for text in status.zverejnene_ucty or () if text not in ended)
    accounts = ((text, parse_account(text)) for text in printed)
    return {text: account for text, account in accounts if account and account.iban}


def parse_amount(text: str) -> Decimal | None:
    """Return an amount as people write it ("1 234,50"); raises ValueError for what is none."""
    if not text.strip():
        return None
    match = _AMOUNT.fullmatch(text.strip())
    if not match:
        raise ValueError(text)
    crowns, hellers = re.sub(r"\D", "", match[1]), match[2] or "0"
    amount = Decimal(f"{crowns}.{hellers}")
    if not 0 < amount <= _MOST:
        raise ValueError(text)
    return amount


def parse_symbol(text: str) -> str | None:
    """Return a variable symbol; raises ValueError for what is none."""
    written = text.replace(" ", "")
    if written and not _SYMBOL.fullmatch(written):
        raise ValueError(text)
    return written or None


def parse_message(text: str) -> str:
    """Return a message that a code can hold; raises ValueError for one that would be cut or emptied."""
    stays = _plain(text, 2 * _LONGEST_MESSAGE)
    if max(len(text), len(stays)) > _LONGEST_MESSAGE or (text and not stays):
        raise ValueError(text)
    return text


def draw(descriptor: str) -> Markup:
    """Return the code as an SVG element: dark on white in any look, for readers of codes expect it so."""
    import segno  # it takes a while, and few companies publish an account

    target = io.BytesIO()
    code = segno.make(descriptor, error="m", micro=False)
    look = {"light": "#fff", "dark": "#000", "svgclass": "qr"}
    code.save(target, kind="svg", xmldecl=False, svgns=False, omitsize=True, **look)
    return Markup(target.getvalue().decode())  # noqa: S704 - digits and fixed names only


def _plain(text: str, longest: int) -> str:
    """Return a text in capitals without diacritics and without the mark between fields."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().upper()
    return " ".join(re.sub(r"[^A-Z0-9 $+\-./:]", " ", letters).split())[:longest].strip()
