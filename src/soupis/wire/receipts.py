"""Receipts: what was answered, when, and what the sources had said by then."""

from __future__ import annotations

from soupis.wire.base import Okamzik, Oznaceni, Wire
from soupis.wire.vat import Dph


class DokladZadost(Wire, kw_only=True):
    """The request that was answered; `otisk` = SHA-256 of its body in hex, null where it had none."""

    metoda: Oznaceni
    adresa: Oznaceni
    otisk: Oznaceni | None = None


class DokladZdroj(Wire, kw_only=True):
    """What a source had answered; its answers are not older than `odpovedZ`, null = none."""

    zdroj: Oznaceni
    odpoved_z: Okamzik | None = None


class DokladFirma(Wire, kw_only=True):
    """What was answered of a company: its name, and its VAT status with the published accounts.

    `dph` is null where the status was not verified.
    """

    ico: Oznaceni
    obchodni_jmeno: str | None = None
    dph: Dph | None = None


class PodepsanyDoklad(Wire, kw_only=True):
    """What a receipt attests; `otisk` = SHA-256 of the body that was answered.

    `firmy` is null in receipts that were issued before receipts named companies.
    """

    id: Oznaceni
    vydano: Okamzik
    zadost: DokladZadost
    otisk: Oznaceni
    neodpovezeno: int  # companies that were asked for and that no source had answered
    zdroje: list[DokladZdroj]
    firmy: list[DokladFirma] | None = None


class Doklad(PodepsanyDoklad, kw_only=True):
    """A receipt: `jws` is the signature together with what it is over, the fields before it.

    `casove_razitko` is a response of a time stamp authority (RFC 3161) over `jws`, base64.
    """

    jws: Oznaceni
    casove_razitko: Oznaceni | None = None
