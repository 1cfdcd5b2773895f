"""Objectives of the service, and what was measured of them."""

from __future__ import annotations

from typing import Literal

from soupis.wire.base import Okamzik, Wire

Okno = Literal["5min", "24h", "30d"]


class MereniOdpovedi(Wire, kw_only=True):
    """Answers of a window; null = there were none."""

    okno: Okno
    odpovedi: int
    chyb: int
    p50_ms: float | None = None
    p99_ms: float | None = None
    splneno: bool | None = None


class CilOdpovedi(Wire, kw_only=True):
    """Objective for one kind of answers, in milliseconds and as the share of answers that may fail."""

    druh: str
    nazev: str
    cil_p50_ms: int
    cil_p99_ms: int
    cil_chyb: float
    mereno: list[MereniOdpovedi]


class MereniCerstvosti(Wire, kw_only=True):
    """Age of a source in a window; null = it was not looked at."""

    okno: Okno
    nejvyssi_stari_sekund: int | None = None
    podil_splneno: float | None = None


class CilCerstvosti(Wire, kw_only=True):
    """Objective for the age of a source since its last success, in seconds."""

    zdroj: str
    nazev: str
    cil_sekund: int
    stari_sekund: int | None = None
    mereno: list[MereniCerstvosti]


class Cile(Wire, kw_only=True):
    """All objectives and what was measured of them; a window that began before `merenoOd` is not whole."""

    mereno_od: Okamzik | None = None
    odpovedi: list[CilOdpovedi]
    cerstvost: list[CilCerstvosti]
