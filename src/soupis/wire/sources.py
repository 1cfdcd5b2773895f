"""How fresh the sources are."""

from __future__ import annotations

from soupis.wire.base import Okamzik, Wire


class StavZdroje(Wire, kw_only=True):
    """State of one source register; moments are in UTC, null where there was or will be none."""

    zdroj: str
    nazev: str
    posledni_uspech: Okamzik | None = None
    stari_sekund: int | None = None  # since the last success
    pocet_zaznamu: int | None = None  # records of the source that the database holds
    dalsi_beh: Okamzik | None = None  # null: the source is not read by itself
    posledni_chyba: str | None = None  # class of the error of the last attempt; null: it succeeded


class Zdroje(Wire, kw_only=True):
    """State of all source registers."""

    zdroje: list[StavZdroje]
