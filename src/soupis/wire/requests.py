"""Query parameters of every operation: names, types and limits, declared once for checks and OpenAPI.

The limits are those of the contract; `wire/vat.py` holds the body of the batch query.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.wire.base import Wire

Code = Annotated[str, Meta(pattern=r"^\d{1,6}$")]

Query = Annotated[
    str, Meta(max_length=100, description="Název nebo IČO, i bývalé jméno; název lze doplnit obcí.")
]
Kraj = Annotated[
    str,
    Meta(pattern=r"^(\d{2,3}|CZ0\d\d)$", description="Kód kraje podle RÚIAN (19) nebo NUTS 3 (CZ010)."),
]
Obec = Annotated[str, Meta(max_length=100, description="Celý název obce, její části nebo městského obvodu.")]
Forma = Annotated[
    list[Code],
    Meta(max_length=20, description="Kódy právní formy; opakovaně nebo oddělené čárkou, nejvýše 20."),
]
Nace = Annotated[
    list[Code],
    Meta(max_length=20, description="Kódy CZ-NACE; kód zahrnuje i vše pod ním (62 → 62010), nejvýše 20."),
]
Start = Annotated[int, Meta(ge=0, le=10_000, description="Kolik výsledků přeskočit.")]
Pocet = Annotated[int, Meta(ge=1, le=50, description="Kolik výsledků vrátit.")]
PocetRadku = Annotated[
    int, Meta(ge=1, le=50_000, description="Nejvyšší počet řádků; bez něj platí strop tarifu.")
]
Format = Annotated[Literal["csv"], Meta(description="Formát výstupu.")]


class VyhledavaniDotaz(Wire, kw_only=True):
    """Parameters of the company search; all are optional, none = all companies."""

    q: Query | None = None
    kraj: Kraj | None = None
    obec: Obec | None = None
    forma: Forma = []
    nace: Nace = []
    start: Start = 0
    pocet: Pocet = 20


class VyhledavaniExportDotaz(Wire, kw_only=True):
    """Parameters of the search export; at least one criterion has to be given."""

    q: Query | None = None
    kraj: Kraj | None = None
    obec: Obec | None = None
    forma: Forma = []
    nace: Nace = []
    pocet: PocetRadku | None = None
    format: Format = "csv"


class FirmaExportDotaz(Wire, kw_only=True):
    """Parameters of the detail export."""

    format: Format = "csv"


class OsobyDotaz(Wire, kw_only=True):
    """Parameters of the person search."""

    q: Annotated[
        str, Meta(min_length=3, max_length=100, description="Jméno nebo příjmení, bez ohledu na diakritiku.")
    ]
    start: Start = 0
    pocet: Pocet = 20


class NapovedaDotaz(Wire, kw_only=True):
    """Parameters of the suggestion helper; a missing or short text gives no suggestions."""

    q: Annotated[str, Meta(description="Začátek kteréhokoli slova názvu nebo IČO.")] = ""


class ZadneParametry(Wire, kw_only=True):
    """No query parameters at all."""
