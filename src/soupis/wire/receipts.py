"""Receipts: what was answered, when, and what the sources had said by then."""

from __future__ import annotations

from soupis.wire.base import Okamzik, Wire
from soupis.wire.vat import Dph


class DokladZadost(Wire, kw_only=True):
    """The request that was answered; `otisk` = SHA-256 of its body in hex, null where it had none."""

    metoda: str
    adresa: str
    otisk: str | None = None


class DokladZdroj(Wire, kw_only=True):
    """What a source had answered; its answers are not older than `odpovedZ`, null = none."""

    zdroj: str
    odpoved_z: Okamzik | None = None


class DokladFirma(Wire, kw_only=True):
    """What was answered of a company: its name, and its VAT status with the published accounts.

    `dph` is null where the status was not verified.
    """

    ico: str
    obchodni_jmeno: str | None = None
    dph: Dph | None = None


class PodepsanyDoklad(Wire, kw_only=True):
    """What a receipt attests; `otisk` = SHA-256 of the body that was answered.

    `firmy` is null in receipts that were issued before receipts named companies.
    """

    id: str
    vydano: Okamzik
    zadost: DokladZadost
    otisk: str
    neodpovezeno: int  # companies that were asked for and that no source had answered
    zdroje: list[DokladZdroj]
    firmy: list[DokladFirma] | None = None


class Doklad(PodepsanyDoklad, kw_only=True):
    """A receipt: `jws` is the signature together with what it is over, the fields before it.

    `casove_razitko` is a response of a time stamp authority (RFC 3161) over `jws`, base64.
    """

    jws: str
    casove_razitko: str | None = None
