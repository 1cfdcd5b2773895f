"""Receipts: what was answered, when, and what the sources had said by then."""

from __future__ import annotations

from soupis.wire.base import Okamzik, Oznaceni, Wire


class DokladZadost(Wire, kw_only=True):
    """The request that was answered; `otisk` = SHA-256 of its body in hex, null where it had none."""

    metoda: Oznaceni
    adresa: Oznaceni
    otisk: Oznaceni | None = None


class DokladZdroj(Wire, kw_only=True):
    """What a source had answered; its answers are not older than `odpovedZ`, null = none."""

    zdroj: Oznaceni
    odpoved_z: Okamzik | None = None


class PodepsanyDoklad(Wire, kw_only=True):
    """A receipt as it is signed and entered in the log; `otisk` = SHA-256 of the body that was answered."""

    id: Oznaceni
    vydano: Okamzik
    zadost: DokladZadost
    otisk: Oznaceni
    neodpovezeno: int  # companies that were asked for and that no source had answered
    zdroje: list[DokladZdroj]
    jws: Oznaceni


class DokladZaznam(Wire, kw_only=True):
    """Where a receipt stands in the log: `dukaz` leads from it to the root in the signed checkpoint."""

    log: Oznaceni
    pozice: int
    dukaz: list[Oznaceni]  # base64
    kontrolni_bod: Oznaceni
    casove_razitko: Oznaceni | None = None  # RFC 3161 over the checkpoint, base64


class Doklad(PodepsanyDoklad, kw_only=True):
    """A receipt with the proof that it is in the log."""

    zaznam: DokladZaznam
