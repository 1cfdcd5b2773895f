"""Query parameters of every operation: names, types and limits, declared once for checks and OpenAPI.

The limits are those of the contract; `wire/vat.py` holds the body of the batch query. What they mean is
said in `api/openapi/texts.toml`, in both languages.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.folding import SPACES
from soupis.wire.base import Wire
from soupis.wire.labels import REGION_BY_NAME, REGION_BY_NUTS3

# Empty ones are passed over, so that a form may leave them empty.
Code = Annotated[str, Meta(pattern=r"^\d{0,6}$")]

# No control characters but those that are read as spaces; JSON Schema has no other way to say it.
_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
TEXT = f"^[^{_CONTROLS}]*$"
# An empty region is as good as none, for the same reason.
REGIONS = [*map(str, REGION_BY_NUTS3.values()), *REGION_BY_NUTS3, *REGION_BY_NAME, ""]

# The same, and three characters without the spaces around them.
NAME = f"^[{SPACES}]*[^{_CONTROLS}{SPACES}][^{_CONTROLS}]+[^{_CONTROLS}{SPACES}][{SPACES}]*$"

LONGEST_QUERY = 100
Query = Annotated[str, Meta(max_length=LONGEST_QUERY, pattern=TEXT)]
Kraj = Annotated[
    str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]{0,60}$", extra_json_schema={"enum": REGIONS})
]
Obec = Annotated[str, Meta(max_length=100, pattern=TEXT)]
Adresa = Annotated[str, Meta(max_length=100, pattern=TEXT)]
# REST takes codes only. Other texts get as far as `queries/code_names.py`, which refuses them with the code
# that was meant, or translates them for pages and assistants. A value left empty is passed over.
CodeOrName = Annotated[
    str, Meta(max_length=250, pattern=TEXT, extra_json_schema={"x-pattern": r"^\d+(,\d+)*$"})
]
MAX_CODES = 20
Forma = Annotated[list[CodeOrName], Meta(max_length=MAX_CODES)]
Nace = Annotated[list[CodeOrName], Meta(max_length=MAX_CODES)]
Velikost = Annotated[list[Code], Meta(max_length=20)]
Stav = Literal["aktivni", "zanikla", ""]
DphFiltr = Literal["platce", "nespolehlivyPlatce", "identifikovanaOsoba", "neplatce", "neovereno", ""]
InsolvenceFiltr = Literal["ano", "ne", "neovereno", ""]
# An empty day counts as none, like an empty code.
Den = Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$", extra_json_schema={"format": "date"})]
Razeni = Literal["relevance", "nazev", "vznik", "-vznik", ""]
RazeniOsob = Literal["relevance", "-pocetAktivnich", "rok", "-rok", ""]
Faseta = Literal["kraj", "forma", "nace", "stav"]
Rok = Annotated[int, Meta(ge=1850, le=2100)]
RokListiny = Annotated[int, Meta(ge=1900, le=2100)]
DruhListiny = Annotated[str, Meta(max_length=60, pattern=TEXT)]
Start = Annotated[int, Meta(ge=0, le=10_000)]
Pocet = Annotated[int, Meta(ge=1, le=50)]
PocetRadku = Annotated[int, Meta(ge=1, le=50_000)]
# Up to here JSON numbers are exact everywhere.
Poradi = Annotated[int, Meta(ge=0, le=2**53 - 1)]
PocetZmen = Annotated[int, Meta(ge=1, le=1_000)]
Format = Literal["csv"]


class VyberFirem(Wire, kw_only=True):
    """Which companies are meant, and in which order; the same for pages, exports and every face."""

    q: Query | None = None
    kraj: Kraj | None = None
    obec: Obec | None = None
    adresa: Adresa | None = None
    forma: Forma = []
    nace: Nace = []
    stav: Stav | None = None
    dph: DphFiltr | None = None
    insolvence: InsolvenceFiltr | None = None
    vznik_od: Den | None = None
    vznik_do: Den | None = None
    zanik_od: Den | None = None
    zanik_do: Den | None = None
    velikost: Velikost = []
    razeni: Razeni | None = None


class VyhledavaniDotaz(VyberFirem, kw_only=True):
    """Parameters of the company search; all are optional, none = all companies."""

    fasety: Annotated[list[Faseta], Meta(max_length=4)] = []
    start: Start = 0
    pocet: Pocet = 20


class VyhledavaniExportDotaz(VyberFirem, kw_only=True):
    """Parameters of the search export; at least one criterion has to be given."""

    pocet: PocetRadku | None = None
    format: Format = "csv"
    nahled: Literal["ano", "ne", ""] | None = None


class FirmaDotaz(Wire, kw_only=True):
    """Parameters of the company detail."""

    k_datu: Den | None = None


class FirmaExportDotaz(FirmaDotaz, kw_only=True):
    """Parameters of the detail export."""

    format: Format = "csv"


class ListinyDotaz(Wire, kw_only=True):
    """Parameters of the list of filed documents."""

    typ: DruhListiny | None = None
    rok: RokListiny | None = None
    start: Start = 0
    pocet: Pocet = 20


class OsobaDotaz(Wire, kw_only=True):
    """Parameters of the person profile."""

    k_datu: Den | None = None


class VyberOsob(Wire, kw_only=True):
    """Which persons are meant, and in which order; the same for every face."""

    q: Annotated[str, Meta(min_length=3, max_length=LONGEST_QUERY, pattern=NAME)]
    rok: Rok | None = None
    obec: Obec | None = None
    razeni: RazeniOsob | None = None


class OsobyDotaz(VyberOsob, kw_only=True):
    """Parameters of the person search."""

    jen_aktivni: Literal["true", "false", ""] = "false"
    start: Start = 0
    pocet: Pocet = 20


class NapovedaDotaz(Wire, kw_only=True):
    """Parameters of the suggestion helper; a missing or short text gives no suggestions."""

    q: Annotated[str, Meta(extra_json_schema={"x-required": True})] = ""


class ZmenyDotaz(Wire, kw_only=True):
    """Parameters of the feed of changes; without `od` it begins with the oldest change that is kept."""

    od: Poradi | None = None
    pocet: PocetZmen = 100
    druh: Literal["firma"] = "firma"
    sledovane: Literal["true", "false"] = "false"


class SledovaniDotaz(Wire, kw_only=True):
    """Parameters of the list of watched companies."""

    start: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    pocet: PocetZmen = 100


class ZadneParametry(Wire, kw_only=True):
    """No query parameters at all."""


class PopisDotaz(Wire, kw_only=True):
    """Parameters of the description of the interface; without `lang` the Accept-Language header decides."""

    lang: Literal["cs", "en"] | None = None
