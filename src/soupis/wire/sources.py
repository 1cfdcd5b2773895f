"""How fresh the sources are."""

from __future__ import annotations

from typing import Literal

from soupis.wire.base import Okamzik, Wire


class Pokryti(Wire, kw_only=True):
    """For how many of all companies a source was read that is read company by company, and how long ago."""

    precteno: int
    firem: int
    median_stari_sekund: int | None = None  # to the hour


class StavZdroje(Wire, kw_only=True):
    """State of one source register; moments are in UTC, null where there was or will be none."""

    zdroj: str
    nazev: str
    posledni_uspech: Okamzik | None = None
    stari_sekund: int | None = None  # since the last success
    pocet_zaznamu: int | None = None  # records of the source that the database holds
    dalsi_beh: Okamzik | None = None  # null: the source is not read by itself
    posledni_chyba: str | None = None  # class of the error of the last attempt; null: it succeeded
    pokryti: Pokryti | None = None  # null: the source is read as a whole, or was never counted


class Zdroje(Wire, kw_only=True):
    """State of all source registers."""

    zdroje: list[StavZdroje]


class ObnovaDokumentu(Wire, kw_only=True):
    """How many documents are made anew, as all are after an upgrade; the others are as they were before."""

    hotovo: int
    celkem: int


class Pripravenost(Wire, kw_only=True):
    """The node holds companies, its search index follows them, and accounts can be written."""

    stav: Literal["pripraveno"] = "pripraveno"
