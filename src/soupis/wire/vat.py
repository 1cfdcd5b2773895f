"""VAT status and the batch query."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.wire.base import CodedName, Datum, Okamzik, Wire

# The title means that no further state is ever added (see api/openapi/schemas.py).
StavDph = Annotated[
    Literal["platce", "nespolehlivyPlatce", "identifikovanaOsoba", "neplatce"], Meta(title="StavDph")
]
Ico = Annotated[str, Meta(pattern=r"^\d{8}$", min_length=8, max_length=8)]


class ZverejnenyUcet(Wire, kw_only=True):
    """A published account; both days are null where the register does not tell or they were not read.

    `ucet` is as the register prints it. The other notations are null where it cannot be converted.
    """

    ucet: str
    narodni: str | None = None
    iban: str | None = None
    banka: CodedName | None = None
    zverejneno_od: Datum | None = None
    zverejneno_do: Datum | None = None


class Dph(Wire, kw_only=True):
    """VAT status. `clen_skupiny` = member of a VAT group, of which `dic` is the number."""

    dic: str | None = None
    clen_skupiny: bool = False
    registrace_aktivni: bool
    stav: StavDph | None = None
    nespolehlivy_od: Datum | None = None
    overeno_k: Okamzik
    cislo_fu: str | None = None
    nazev_fu: str | None = None
    zverejnene_ucty: list[str] = []
    zverejnene_ucty_podrobne: list[ZverejnenyUcet] = []


class DphRozpor(Wire, kw_only=True):
    """A contradiction, for which `dph` is null: the VAT register does not know what ARES shows.

    `ares` is the registration as ARES shows it: running, future, suspended, or that of a VAT group.
    """

    ares: Literal["trva", "budouci", "pozastavena", "skupina"]
    dic_skupiny: str | None = None
    zjisteno_k: Okamzik


class DphDotaz(Wire, kw_only=True, forbid_unknown_fields=True):
    """Body of the batch query: 1 to 100 company IDs."""

    ico: Annotated[list[Ico], Meta(min_length=1, max_length=100)]


class DphFirma(Wire, kw_only=True):
    """VAT status of one company of a batch; null = not verified (yet)."""

    ico: str
    dph: Dph | None = None


class DphOdpoved(Wire, kw_only=True):
    """Answer to a batch; `neovereno` lists the IDs whose status is not known."""

    pocet: int
    neovereno: list[str]
    firmy: list[DphFirma]
